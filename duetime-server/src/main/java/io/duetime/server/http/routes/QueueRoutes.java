package io.duetime.server.http.routes;

import io.duetime.Configured;
import io.duetime.InvalidRequestException;
import io.duetime.QueueSettings;
import io.duetime.engine.Engine;
import io.duetime.engine.QueueCounts;
import io.duetime.internal.async.Stages;
import io.duetime.internal.engine.SettingsChanger;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.server.json.Fields;
import io.duetime.server.json.JsonShape;
import io.duetime.server.json.Problem;
import io.duetime.server.json.QueueShape;
import io.duetime.server.json.SettingsReader;
import io.duetime.server.json.ShardText;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Lists, shows, changes and deletes queues. */
final class QueueRoutes {
  private static final String QUEUE = "/v1/queues/{queue}";

  private final Engine engine;

  QueueRoutes(Engine engine) {
    this.engine = engine;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/queues", List.of("counts"), this::list),
        Route.get(QUEUE + "/shards", List.of(), this::shards),
        Route.get(QUEUE, List.of(), this::look),
        Route.patch(QUEUE, List.of(), this::change),
        Route.delete(QUEUE, List.of("all"), this::delete));
  }

  private CompletionStage<HttpAnswer> list(Call call) {
    boolean counts = !Boolean.FALSE.equals(call.query().flag("counts"));
    return engine
        .queues()
        .thenCompose(names ->
            counts
                ? Stages.each(names, this::brief)
                : CompletableFuture.completedStage(names.stream().map(QueueShape::name).toList()))
        .thenApply(queues -> HttpAnswer.ok(JsonShape.object("queues", JsonShape.array(queues))));
  }

  private CompletionStage<HttpAnswer> shards(Call call) {
    return engine
        .shards(call.queue())
        .thenApply(shards ->
            HttpAnswer.ok(
                JsonShape.texts("shards", shards.stream().map(ShardText::write).toList())));
  }

  private CompletionStage<JsonShape> brief(String queue) {
    return engine
        .counts(queue)
        .thenCombine(
            engine.settings(queue),
            (counts, settings) -> QueueShape.brief(queue, counts, settings));
  }

  private CompletionStage<HttpAnswer> look(Call call) {
    String queue = call.queue();
    return engine
        .counts(queue)
        .thenCompose(counts ->
            engine
                .settings(queue)
                .thenCombine(
                    engine.consumers(queue),
                    (settings, consumers) ->
                        HttpAnswer.ok(QueueShape.whole(queue, counts, settings, consumers))));
  }

  private CompletionStage<HttpAnswer> change(Call call) {
    String queue = call.queue();
    Fields fields = call.json(SettingsReader.FIELDS);
    return engine
        .nowMillis()
        .thenCompose(now -> change(queue, fields, new SettingsReader(fields, now)));
  }

  private CompletionStage<HttpAnswer> change(String queue, Fields fields, SettingsReader reader) {
    return fields.has("version")
        ? engine
            .settings(queue)
            .thenCompose(settings -> engine.configure(queue, reader.applyTo(settings)))
            .thenApply(QueueRoutes::answer)
        : SettingsChanger.change(engine, queue, reader::applyTo)
            .thenApply(settings -> HttpAnswer.ok(QueueShape.settings(settings)));
  }

  private static HttpAnswer answer(Configured configured) {
    QueueSettings settings = configured.settings();
    return switch (configured.outcome()) {
      case STORED -> HttpAnswer.ok(QueueShape.settings(settings));
      case CHANGED_MEANWHILE ->
          HttpAnswer.problem(
              Problem.of(
                  409,
                  "CHANGED_MEANWHILE",
                  "The settings have changed since they were read; their version is now "
                      + settings.version().orElse(0)));
    };
  }

  private CompletionStage<HttpAnswer> delete(Call call) {
    String queue = call.queue();
    return call.query().isOn("all")
        ? deleted(queue)
        : engine
            .counts(queue)
            .thenCombine(
                engine.recurring(queue),
                (counts, recurring) -> refuseUnlessEmpty(counts.now(), recurring.size()))
            .thenCompose(empty -> deleted(queue));
  }

  private static boolean refuseUnlessEmpty(QueueCounts.ByState now, int recurring) {
    long jobs = now.delayed() + now.ready() + now.running() + now.dead();
    if (jobs > 0 || recurring > 0) {
      throw new InvalidRequestException(
          "all",
          null,
          "true, which also deletes its jobs (%d) and recurring definitions (%d)"
              .formatted(jobs, recurring));
    }
    return true;
  }

  private CompletionStage<HttpAnswer> deleted(String queue) {
    return engine
        .deleteQueue(queue)
        .thenApply(deleted ->
            HttpAnswer.ok(out -> {
              out.writeStartObject();
              out.writeBooleanProperty("deleted", deleted);
              out.writeEndObject();
            }));
  }
}
