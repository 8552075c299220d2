package io.duetime.server.http;

import io.duetime.engine.Engine;
import io.duetime.engine.RecurringJob;
import io.duetime.server.json.RecurringShape;
import io.duetime.server.json.Shape;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Recurring jobs: put, look, remove. */
final class RecurringRoutes {
  private static final String ALL = "/v1/queues/{queue}/recurring";
  private static final String ONE = ALL + "/{name}";

  private final Engine engine;

  RecurringRoutes(Engine engine) {
    this.engine = engine;
  }

  List<Route> routes() {
    return List.of(
        Route.get(ALL, List.of(), this::list),
        Route.get(ONE, List.of(), this::look),
        Route.put(ONE, List.of(), BodyRule.JSON, this::put),
        Route.delete(ONE, List.of(), this::remove));
  }

  private CompletionStage<Answer> list(Call call) {
    return engine
        .recurring(call.queue())
        .thenCombine(
            engine.nowMillis(),
            (views, now) -> views.stream().map(view -> RecurringShape.of(view, now)).toList())
        .thenApply(shapes -> Answer.ok(Shape.object("recurring", Shape.array(shapes))));
  }

  private CompletionStage<Answer> look(Call call) {
    String name = call.value("name");
    return engine
        .recurring(call.queue())
        .thenApply(views ->
            views.stream()
                .filter(view -> view.job().name().equals(name))
                .findFirst()
                .orElseThrow(() -> Refusal.notFound("There is no such recurring job")))
        .thenCompose(this::answer);
  }

  private CompletionStage<Answer> put(Call call) {
    RecurringJob job = RecurringShape.read(call.queue(), call.value("name"), call.jsonObject());
    return engine.putRecurring(call.queue(), job).thenCompose(this::answer);
  }

  private CompletionStage<Answer> answer(RecurringJob.View view) {
    return engine.nowMillis().thenApply(now -> Answer.ok(RecurringShape.of(view, now)));
  }

  private CompletionStage<Answer> remove(Call call) {
    return engine
        .removeRecurring(call.queue(), call.value("name"))
        .thenApply(removed ->
            Answer.ok(out -> {
              out.writeStartObject();
              out.writeBooleanProperty("removed", removed);
              out.writeEndObject();
            }));
  }
}
