package io.duetime.server.http.routes;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.engine.Engine;
import io.duetime.server.http.call.BodyRule;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.server.json.Fields;
import io.duetime.server.json.JsonShape;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Reserves numbers for queues, gives them to jobs, and finds the queue or the job of a number. */
final class NumberRoutes {
  private final Engine engine;

  NumberRoutes(Engine engine) {
    this.engine = engine;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/v1/queues/{queue}/numbers", List.of(), BodyRule.SMALL_JSON, this::reserve),
        Route.get("/v1/queues/{queue}/numbers/{number}", List.of(), this::idOf),
        Route.post("/v1/queues/{queue}/jobs/number", List.of(), BodyRule.JSON, this::number),
        Route.get("/v1/numbers", List.of(), this::last),
        Route.get("/v1/numbers/{number}", List.of(), this::queueOf));
  }

  private CompletionStage<HttpAnswer> reserve(Call call) {
    Fields fields = call.json(List.of("size"));
    return engine
        .reserveNumbers(call.queue(), fields.count("size", 1, Limits.MAX_BATCH))
        .thenApply(first -> HttpAnswer.ok(JsonShape.number("first", first)));
  }

  private CompletionStage<HttpAnswer> number(Call call) {
    Fields fields = call.json(List.of("numbers"));
    return engine
        .numberJobs(call.queue(), fields.wholesByName("numbers"))
        .thenApply(numbers ->
            HttpAnswer.ok(out -> {
              out.writeStartObject();
              out.writeName("numbers");
              out.writeStartObject();
              numbers.forEach(out::writeNumberProperty);
              out.writeEndObject();
              out.writeEndObject();
            }));
  }

  private CompletionStage<HttpAnswer> idOf(Call call) {
    return engine
        .idOfNumber(call.queue(), number(call.value("number")))
        .thenApply(id -> textOrNull("id", id));
  }

  private CompletionStage<HttpAnswer> last(Call call) {
    return engine
        .lastNumber()
        .thenApply(last ->
            HttpAnswer.ok(JsonShape.number("last", last.isPresent() ? last.getAsLong() : null)));
  }

  private CompletionStage<HttpAnswer> queueOf(Call call) {
    return engine
        .queueOfNumber(number(call.value("number")))
        .thenApply(queue -> textOrNull("queue", queue));
  }

  private static HttpAnswer textOrNull(String name, Optional<String> text) {
    return HttpAnswer.ok(out -> {
      out.writeStartObject();
      JsonShape.text(out, name, text.orElse(null));
      out.writeEndObject();
    });
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException none) {
      throw new InvalidRequestException("number", text, "a whole number of 64 bits");
    }
  }
}
