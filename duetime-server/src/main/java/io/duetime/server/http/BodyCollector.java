package io.duetime.server.http;

import io.duetime.InvalidRequestException;
import io.duetime.server.http.call.BodyDecoder;
import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.json.Problem;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Collects one body; refuses one that is too large or that stops arriving. When the caller
 * disconnects before the end, the stage stays uncompleted, as no answer can be sent. Confined to
 * one event loop.
 */
final class BodyCollector {
  /** A body that arrives ever so slowly takes at most so many pauses. */
  private static final int MOST_PAUSES = 10;

  private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
  private final Buffer received = Buffer.buffer();
  private final Vertx vertx;
  private final HttpServerRequest request;
  private final int limit;
  private final long pauseMillis;
  private final BodyDecoder decoder;
  private int pauses;
  private boolean moved;
  private long timer;

  private BodyCollector(Vertx vertx, HttpServerRequest request, int limit, long pauseMillis) {
    this.vertx = vertx;
    this.request = request;
    this.limit = limit;
    this.pauseMillis = pauseMillis;
    this.decoder = BodyDecoder.of(request);
  }

  static CompletionStage<byte[]> collect(
      Vertx vertx, HttpServerRequest request, int limit, HttpLimits limits) {
    var collector = new BodyCollector(vertx, request, limit, limits.bodyPause().toMillis());
    collector.start();
    return collector.whole;
  }

  private void start() {
    if (declaredLength() > limit) {
      whole.completeExceptionally(Refusal.tooLarge("The body", limit));
      return;
    }
    timer = vertx.setPeriodic(pauseMillis, fired -> checkMoved());
    request.handler(this::receive);
    request.endHandler(end -> finish());
    request.exceptionHandler(gone -> stop());
  }

  private long declaredLength() {
    String length = request.getHeader("Content-Length");
    return length != null && length.matches("[0-9]{1,18}") ? Long.parseLong(length) : 0;
  }

  private void receive(Buffer part) {
    moved = true;
    if (whole.isDone()) {
      return;
    }
    decoder.add(part);
    try {
      for (Buffer next = decoder.next(); next != null; next = decoder.next()) {
        received.appendBuffer(next);
        if (received.length() > limit) {
          throw Refusal.tooLarge("The body", limit);
        }
      }
    } catch (RuntimeException refused) {
      refuse(refused);
    }
  }

  private void finish() {
    boolean isWhole = decoder.isWhole();
    stop();
    if (isWhole) {
      whole.complete(received.getBytes());
    } else {
      whole.completeExceptionally(
          new InvalidRequestException("body", "incomplete gzip", "a body in gzip"));
    }
  }

  private void checkMoved() {
    pauses++;
    if (!moved || pauses > MOST_PAUSES) {
      refuse(
          new Refusal(
              Problem.of(408, "REQUEST_TIMEOUT", "The body stopped arriving before its end")));
    }
    moved = false;
  }

  private void refuse(RuntimeException why) {
    stop();
    whole.completeExceptionally(why);
  }

  private void stop() {
    vertx.cancelTimer(timer);
    decoder.close();
  }
}
