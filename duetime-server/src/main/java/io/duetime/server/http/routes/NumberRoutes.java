package io.duetime.server.http.routes;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.engine.Engine;
import io.duetime.server.http.call.BodyRule;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.wire.Fields;
import io.duetime.wire.JsonShape;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Reserves numbers for queues, and finds the queue of a number. */
final class NumberRoutes {
  private final Engine engine;

  NumberRoutes(Engine engine) {
    this.engine = engine;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/v1/queues/{queue}/numbers", List.of(), BodyRule.SMALL_JSON, this::reserve),
        Route.get("/v1/numbers/{number}", List.of(), this::queueOf));
  }

  private CompletionStage<HttpAnswer> reserve(Call call) {
    Fields fields = call.json(List.of("size"));
    return engine
        .reserveNumbers(call.queue(), fields.count("size", 1, Limits.MAX_BATCH))
        .thenApply(first -> HttpAnswer.ok(JsonShape.object("first", JsonShape.value(first))));
  }

  private CompletionStage<HttpAnswer> queueOf(Call call) {
    return engine
        .queueOfNumber(number(call.value("number")))
        .thenApply(queue ->
            HttpAnswer.ok(
                JsonShape.object(out -> {
                  JsonShape.text(out, "queue", queue.orElse(null));
                })));
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException none) {
      throw new InvalidRequestException("number", text, "a whole number of 64 bits");
    }
  }
}
