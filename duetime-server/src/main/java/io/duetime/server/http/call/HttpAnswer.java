package io.duetime.server.http.call;

import io.duetime.wire.JsonShape;
import io.duetime.wire.Problem;
import io.vertx.core.buffer.Buffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The answer to a call.
 *
 * @param body in pieces, written by the event loop, not by the engine's thread that completes the
 *     call
 * @param payloadBytes the bytes of payloads that it holds until its body is written
 * @param ifUndelivered run when the answer does not reach the caller, such as one that disconnects
 */
public record HttpAnswer(
    int status,
    String contentType,
    Supplier<List<Buffer>> body,
    Map<String, String> headers,
    long payloadBytes,
    Runnable ifUndelivered) {
  /** The media type of JSON. */
  public static final String JSON = "application/json";

  static final String PROBLEM = "application/problem+json";

  /** An answer in JSON. */
  public static HttpAnswer of(int status, JsonShape shape) {
    return of(status, JSON, shape);
  }

  private static HttpAnswer of(int status, String contentType, JsonShape shape) {
    Supplier<List<Buffer>> body =
        () -> {
          AnswerBytes bytes = new AnswerBytes();
          shape.writeTo(bytes);
          return bytes.pieces();
        };
    return new HttpAnswer(status, contentType, body, Map.of(), 0, () -> {});
  }

  /** An answer of any media type. */
  public static HttpAnswer of(int status, String contentType, Supplier<Buffer> body) {
    return new HttpAnswer(status, contentType, () -> List.of(body.get()), Map.of(), 0, () -> {});
  }

  /** An answer in JSON with status 200. */
  public static HttpAnswer ok(JsonShape shape) {
    return of(200, shape);
  }

  /** An answer that describes a problem, with the status of the problem. */
  public static HttpAnswer problem(Problem problem) {
    HttpAnswer answer = of(problem.status(), PROBLEM, problem.document());
    return switch (problem.status()) {
      case 401 -> answer.with("WWW-Authenticate", "Bearer realm=\"duetime\"");
      case 405 -> answer.with("Allow", problem.more().getOrDefault("allowed", ""));
      case 429, 503 -> answer.with("Retry-After", "1");
      default -> answer;
    };
  }

  /** The same answer with one more header. */
  public HttpAnswer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new HttpAnswer(status, contentType, body, more, payloadBytes, ifUndelivered);
  }

  /** The same answer, with an action for when the caller does not get it. */
  public HttpAnswer ifUndelivered(Runnable duty) {
    return new HttpAnswer(status, contentType, body, headers, payloadBytes, duty);
  }

  /** The same answer, which holds payloads. */
  public HttpAnswer holding(long bytes) {
    return new HttpAnswer(status, contentType, body, headers, bytes, ifUndelivered);
  }

  /** This answer as a completed stage. */
  public CompletionStage<HttpAnswer> now() {
    return CompletableFuture.completedStage(this);
  }
}
