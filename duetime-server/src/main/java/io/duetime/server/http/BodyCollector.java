package io.duetime.server.http;

import io.duetime.InvalidRequestException;
import io.duetime.server.http.call.BodyDecoder;
import io.duetime.server.http.call.ByteRoom;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.json.Problem;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.http.HttpServerRequestInternal;
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

  /** A few bytes in gzip decode to many, which must not occupy the event loop. */
  private static final int MOST_TURN_BYTES = 256 << 10;

  private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
  private final Buffer received = Buffer.buffer();
  private final Context context;
  private final HttpServerRequest request;
  private final ByteRoom.Part room;
  private final int limit;
  private final long pauseMillis;
  private final BodyDecoder decoder;
  private long arrived;
  private int pauses;
  private boolean moved;
  // Whether all bytes have arrived, and whether a further turn of the event loop goes on decoding.
  private boolean isEnded;
  private boolean hasTurn;
  private long timer;

  BodyCollector(HttpServerRequest request, ByteRoom.Part room, int limit, long pauseMillis) {
    this.context = ((HttpServerRequestInternal) request).context();
    this.request = request;
    this.room = room;
    this.limit = limit;
    this.pauseMillis = pauseMillis;
    this.decoder = BodyDecoder.of(request);
  }

  /** Collects the body, whose room stays taken until {@link #release}. */
  CompletableFuture<byte[]> collect() {
    if (declaredLength() > limit) {
      whole.completeExceptionally(Refusal.tooLarge("The body", limit));
      return whole;
    }
    timer = context.owner().setPeriodic(pauseMillis, fired -> checkMoved());
    request.handler(this::receive);
    request.endHandler(end -> {
      isEnded = true;
      decode();
    });
    request.exceptionHandler(gone -> leave());
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

  private void receive(Buffer part) {
    moved = true;
    if (whole.isDone()) {
      return;
    }
    arrived += part.length();
    decoder.add(part);
    decode();
  }

  /** Decodes as much as fits into one turn of the event loop. */
  private void decode() {
    if (hasTurn || whole.isDone()) {
      return;
    }
    try {
      requireWithinLimit(arrived);
      int decoded = 0;
      for (Buffer next = decoder.next(); next != null; next = decoder.next()) {
        requireWithinLimit((long) received.length() + next.length());
        room.take(next.length());
        received.appendBuffer(next);
        decoded += next.length();
        if (decoded >= MOST_TURN_BYTES) {
          goOnInNextTurn();
          return;
        }
      }
      if (isEnded) {
        finish();
      }
    } catch (RuntimeException refused) {
      refuse(refused);
    }
  }

  private void goOnInNextTurn() {
    hasTurn = true;
    moved = true;
    if (!isEnded) {
      request.pause();
    }
    context.runOnContext(now -> {
      hasTurn = false;
      decode();
      if (!hasTurn) {
        request.resume();
      }
    });
  }

  // Also what arrives is bounded, as any number of bytes in gzip may decode to none.
  private void requireWithinLimit(long length) {
    if (length > limit) {
      throw Refusal.tooLarge("The body", limit);
    }
  }

  private void leave() {
    stop();
    if (!whole.isDone()) {
      release();
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
    context.owner().cancelTimer(timer);
    decoder.close();
  }
}
