package io.duetime.server.http;

import io.duetime.InvalidRequestException;
import io.duetime.server.http.call.BodyReader;
import io.duetime.server.http.call.ByteRoom;
import io.duetime.server.http.call.Refusal;
import io.duetime.wire.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * Collects one body; refuses one that is too large or that stops arriving. When the caller
 * disconnects before the end, the stage stays uncompleted, as no answer can be sent. Confined to
 * one event loop.
 */
final class BodyCollector {
  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

  /** A body that arrives ever so slowly takes at most so many pauses. */
  private static final int MOST_PAUSES = 10;

  private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
  private final Buffer received = Buffer.buffer();
  private final HttpServerRequest request;
  private final ByteRoom.Part room;
  private final int limit;
  private final BodyReader body;
  private int pauses;
  private boolean moved;
  private long timer;

  BodyCollector(HttpServerRequest request, ByteRoom.Part room, int limit) {
    this.request = request;
    this.room = room;
    this.limit = limit;
    this.body = new BodyReader(request);
  }

  /** Collects the body, whose room stays taken until {@link #release}. */
  CompletableFuture<byte[]> collect(long pauseMillis) {
    if (declaredLength() > limit) {
      body.close();
      whole.completeExceptionally(Refusal.tooLarge("The body", limit));
      return whole;
    }
    timer = body.context().owner().setPeriodic(pauseMillis, fired -> checkMoved());
    request.exceptionHandler(gone -> leave());
    body.start(this::readMore);
    // What the start calls is no sign of the caller.
    moved = false;
    return whole;
  }

  /** Gives the room of the body back; may be called twice, by any thread. */
  void release() {
    room.release();
  }

  private long declaredLength() {
    String length = request.getHeader("Content-Length");
    return length != null && LENGTH.matcher(length).matches() ? Long.parseLong(length) : 0;
  }

  private void readMore() {
    moved = true;
    if (whole.isDone()) {
      return;
    }
    try {
      // Also what arrives is bounded, as any number of bytes in gzip may decode to none.
      requireWithinLimit(body.arrived());
      body.read(this::take);
      if (body.isRead()) {
        finish();
      }
    } catch (RuntimeException refused) {
      refuse(refused);
    }
  }

  private boolean take(Buffer part) {
    requireWithinLimit((long) received.length() + part.length());
    room.take(part.length());
    received.appendBuffer(part);
    return true;
  }

  private void requireWithinLimit(long length) {
    if (length > limit) {
      throw Refusal.tooLarge("The body", limit);
    }
  }

  private void finish() {
    if (!body.isWhole()) {
      throw new InvalidRequestException("body", "incomplete gzip", "a body in gzip");
    }
    stop();
    whole.complete(received.getBytes());
  }

  private void leave() {
    stop();
    if (!whole.isDone()) {
      release();
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
    body.context().owner().cancelTimer(timer);
    body.close();
  }
}
