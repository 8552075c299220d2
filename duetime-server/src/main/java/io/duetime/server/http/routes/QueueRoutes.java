package io.duetime.server.http.routes;

import io.duetime.ConfigureOutcome;
import io.duetime.Configured;
import io.duetime.Counts;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.QueueSettings;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.engine.support.SettingsChanger;
import io.duetime.server.access.Role;
import io.duetime.server.event.QueueBriefs;
import io.duetime.server.handover.HandOvers;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.EntityTag;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Route.BodyRule;
import io.duetime.server.http.call.Rule;
import io.duetime.server.json.QueueJson;
import io.duetime.wire.Fields;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Problem;
import io.duetime.wire.SettingsJson;
import io.duetime.wire.ShardText;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Lists, shows, changes and deletes queues, and reserves their numbers. */
record QueueRoutes(Engine engine, QueueBriefs briefs, HandOvers handOvers) {
  private static final String QUEUE = "/v1/queues/{queue}";
  private static final int MAX_PAGE = 1_000;

  List<Route> routes() {
    Rule admin = Rule.queue(Role.ADMIN).audited();
    return List.of(
        Route.get("/v1/queues", Rule.someQueue(Role.READ), this::list)
            .query("counts", "cursor", "details", "limit"),
        Route.get(QUEUE + "/shards", Rule.queue(Role.CONSUME), this::shards),
        Route.get(QUEUE, Rule.queue(Role.READ), this::look),
        Route.patch(QUEUE, admin, this::change),
        Route.delete(QUEUE, admin, this::delete).query("all", "unused"),
        Route.post(
            QUEUE + "/numbers",
            Rule.queue(Role.PRODUCE),
            BodyRule.SMALL_JSON,
            this::reserveNumbers),
        Route.get("/v1/numbers/{number}", Rule.store(Role.READ), this::queueOfNumber));
  }

  private CompletionStage<HttpAnswer> list(Call call) {
    String after = call.query().text("cursor");
    boolean counts = !Boolean.FALSE.equals(call.query().flag("counts"));
    boolean details = !Boolean.FALSE.equals(call.query().flag("details"));
    int limit = call.query().count("limit", MAX_PAGE, MAX_PAGE);
    return engine
        .queues()
        .thenApply(names -> QueuePage.after(after, limit, readable(call, names)))
        .thenCompose(page ->
            (counts ? briefs(page, details) : Stages.done(names(page)))
                .thenApply(queues -> HttpAnswer.ok(QueueJson.page(queues, page.cursor()))));
  }

  /** A page of names; its cursor is the last name if there are more. */
  private record QueuePage(List<String> names, @Nullable String cursor) {
    static QueuePage after(@Nullable String name, int limit, List<String> all) {
      List<String> some =
          all.stream()
              .filter(one -> name == null || one.compareTo(name) > 0)
              .limit(limit + 1L)
              .toList();
      return some.size() <= limit
          ? new QueuePage(some, null)
          : new QueuePage(some.subList(0, limit), some.get(limit - 1));
    }
  }

  private static List<JsonShape> names(QueuePage page) {
    return page.names().stream().map(QueueJson::name).toList();
  }

  private static List<String> readable(Call call, List<String> queues) {
    return queues.stream().filter(queue -> call.caller().may(Role.READ, queue)).toList();
  }

  private CompletionStage<HttpAnswer> shards(Call call) {
    return engine
        .shards(call.queue())
        .thenApply(shards ->
            HttpAnswer.ok(
                JsonShape.object(
                    "shards", JsonShape.texts(shards.stream().map(ShardText::write).toList()))));
  }

  private CompletionStage<List<JsonShape>> briefs(QueuePage page, boolean details) {
    return briefs
        .read(page.names())
        .thenApply(found ->
            found.stream()
                .map(brief -> details ? QueueJson.brief(brief) : QueueJson.counts(brief))
                .toList());
  }

  private CompletionStage<HttpAnswer> look(Call call) {
    String queue = call.queue();
    return engine
        .nowMillis()
        .thenCompose(now ->
            engine
                .counts(queue)
                .thenCompose(counts ->
                    engine
                        .settings(queue)
                        .thenCombine(
                            engine.consumers(queue),
                            (settings, consumers) ->
                                HttpAnswer.ok(
                                        QueueJson.whole(
                                            queue,
                                            counts,
                                            settings,
                                            consumers,
                                            targetDown(call),
                                            now))
                                    .with("ETag", EntityTag.of(settings)))));
  }

  private @Nullable JsonShape targetDown(Call call) {
    boolean withFailure = call.caller().may(Role.PAYLOAD, call.queue());
    return handOvers.trouble(call.queue()).map(trouble -> trouble.shape(withFailure)).orElse(null);
  }

  private CompletionStage<HttpAnswer> change(Call call) {
    String queue = call.queue();
    Fields fields = call.json(SettingsJson.FIELDS);
    String target = fields.text("deadCopyTo");
    if (target != null) {
      // Maintenance schedules the copies, which the caller could not do itself.
      call.require(Role.PRODUCE, target);
    }
    String condition = EntityTag.condition(call);
    return engine
        .nowMillis()
        .thenCompose(now -> {
          SettingsJson.Change reader = new SettingsJson.Change(fields, now);
          return warning(call, reader)
              .thenCompose(warning -> change(queue, reader, condition, warning.orElse(null)));
        })
        .whenComplete((answer, failure) -> handOvers.lookSoon());
  }

  /** Fails with what is wrong with a new route; answers why its destination takes nothing now. */
  private CompletionStage<Optional<String>> warning(Call call, SettingsJson.Change reader) {
    if (!reader.namesHandOver()) {
      return Stages.done(Optional.empty());
    }
    return engine
        .settings(call.queue())
        .thenApply(reader::applyTo)
        .thenCompose(wanted ->
            wanted
                .handOver()
                .map(route -> handOvers.checker().check(call.caller(), call.queue(), route))
                .orElseGet(() -> Stages.done(Optional.empty())));
  }

  private CompletionStage<HttpAnswer> change(
      String queue,
      SettingsJson.Change reader,
      @Nullable String condition,
      @Nullable String warning) {
    if (condition == null && !reader.namesVersion()) {
      return SettingsChanger.change(engine, queue, reader::applyTo)
          .thenApply(settings -> stored(settings, warning, reader.nowMillis()));
    }
    return engine
        .settings(queue)
        .thenCompose(settings -> {
          if (condition != null) {
            EntityTag.check(condition, EntityTag.of(settings));
          }
          return engine.configure(queue, reader.applyTo(settings));
        })
        .thenApply(configured -> answer(configured, condition, warning, reader.nowMillis()));
  }

  private static HttpAnswer stored(
      QueueSettings settings, @Nullable String warning, long nowMillis) {
    return HttpAnswer.ok(SettingsJson.of(settings, warning, nowMillis))
        .with("ETag", EntityTag.of(settings));
  }

  private static HttpAnswer answer(
      Configured configured, @Nullable String condition, @Nullable String warning, long nowMillis) {
    QueueSettings settings = configured.settings();
    if (configured.outcome() == ConfigureOutcome.STORED) {
      return stored(settings, warning, nowMillis);
    }
    if (condition != null) {
      throw EntityTag.changed(EntityTag.of(settings));
    }
    throw new Refusal(
        Problem.of(
            409,
            "CHANGED_MEANWHILE",
            "The settings have changed since they were read; their version is now "
                + settings.version().orElse(0)));
  }

  private CompletionStage<HttpAnswer> delete(Call call) {
    String queue = call.queue();
    if (call.query().isOn("unused")) {
      return engine.deleteEmptyQueue(queue).thenApply(QueueRoutes::deleted);
    }
    CompletionStage<Boolean> allowed =
        call.query().isOn("all")
            ? Stages.done(true)
            : engine
                .counts(queue)
                .thenCombine(
                    engine.recurring(queue),
                    (counts, recurring) -> refuseUnlessEmpty(counts.now(), recurring.size()));
    return allowed.thenCompose(empty -> engine.deleteQueue(queue)).thenApply(QueueRoutes::deleted);
  }

  private static boolean refuseUnlessEmpty(Counts.States now, int recurring) {
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

  private static HttpAnswer deleted(boolean deleted) {
    return HttpAnswer.ok(JsonShape.object("deleted", out -> out.writeBoolean(deleted)));
  }

  private CompletionStage<HttpAnswer> reserveNumbers(Call call) {
    Fields fields = call.json(List.of("size"));
    return engine
        .reserveNumbers(call.queue(), fields.count("size", 1, Limits.MAX_BATCH))
        .thenApply(first -> HttpAnswer.ok(JsonShape.object("first", JsonShape.value(first))));
  }

  private CompletionStage<HttpAnswer> queueOfNumber(Call call) {
    return engine
        .queueOfNumber(number(call.value("number")))
        .thenApply(queue ->
            HttpAnswer.ok(out -> {
              out.writeStartObject();
              JsonShape.text(out, "queue", queue.orElse(null));
              out.writeEndObject();
            }));
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException none) {
      throw new InvalidRequestException("number", text, "a whole number of 64 bits");
    }
  }
}
