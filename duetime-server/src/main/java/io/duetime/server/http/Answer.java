package io.duetime.server.http;

import io.duetime.server.json.Problem;
import io.duetime.server.json.Shape;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * What a call is answered with.
 *
 * @param body written by the event loop, not by the engine's thread that completes the call
 * @param ifUndelivered done when the caller went away before the answer reached it
 */
record Answer(
    int status,
    String contentType,
    Supplier<Buffer> body,
    Map<String, String> headers,
    Runnable ifUndelivered) {
  static final String JSON = "application/json";
  static final String PROBLEM = "application/problem+json";

  static Answer of(int status, Shape shape) {
    return of(status, JSON, () -> Buffer.buffer(shape.bytes()));
  }

  static Answer of(int status, String contentType, Supplier<Buffer> body) {
    return new Answer(status, contentType, body, Map.of(), () -> {});
  }

  static Answer ok(Shape shape) {
    return of(200, shape);
  }

  static Answer problem(Problem problem) {
    Answer answer = of(problem.status(), PROBLEM, () -> Buffer.buffer(problem.document().bytes()));
    return problem.status() == 503 ? answer.with("Retry-After", "1") : answer;
  }

  Answer with(String header, String value) {
    return new Answer(status, contentType, body, Map.of(header, value), ifUndelivered);
  }

  Answer ifUndelivered(Runnable duty) {
    return new Answer(status, contentType, body, headers, duty);
  }

  CompletionStage<Answer> now() {
    return CompletableFuture.completedStage(this);
  }
}
