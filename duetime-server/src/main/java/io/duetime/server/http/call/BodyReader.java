package io.duetime.server.http.call;

import io.duetime.wire.Problem;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body as far as its owner takes it, decoded and in parts of bounded size. Nothing more is
 * read from the connection meanwhile. Confined to the event loop that creates it.
 */
public final class BodyReader {
  /** A few bytes in gzip decode to many, which must not occupy the event loop. */
  private static final int MOST_TURN_BYTES = 256 << 10;

  private final Context context = Objects.requireNonNull(Vertx.currentContext());
  private final HttpServerRequest request;
  private final @Nullable GzipBody gzip;
  private Runnable owner = () -> {};
  // The next part, which the owner has not taken yet.
  private @Nullable Buffer next;
  private long arrived;
  private boolean wantsMore;
  private boolean isFlowing = true;
  private boolean hasEnded;
  private boolean isRead;
  private boolean awaitsTurn;
  private boolean isClosed;

  /** Refuses with 415 what is neither plain nor {@code gzip}. */
  public BodyReader(HttpServerRequest request) {
    String coding = Objects.requireNonNullElse(request.getHeader("Content-Encoding"), "identity");
    this.gzip =
        switch (coding.strip().toLowerCase(Locale.ROOT)) {
          case "", "identity" -> null;
          case "gzip", "x-gzip" -> new GzipBody();
          default ->
              throw new Refusal(
                  Problem.of(
                          415,
                          "UNSUPPORTED_MEDIA_TYPE",
                          "Content-Encoding is '" + coding + "'; allowed: gzip")
                      .with("allowed", "gzip"));
        };
    this.request = request;
  }

  /** The context of the event loop to which the body is confined. */
  public Context context() {
    return context;
  }

  /** Keeps the body on its connection until {@link #start}. */
  void await() {
    flow(false);
  }

  /** Starts; {@code newOwner} is run whenever {@link #read} can go on, and first by this call. */
  public void start(Runnable newOwner) {
    owner = newOwner;
    request.handler(this::receive);
    request.endHandler(end -> {
      hasEnded = true;
      owner.run();
    });
    owner.run();
  }

  private void receive(Buffer part) {
    if (isClosed) {
      return;
    }
    wantsMore = false;
    arrived += part.length();
    if (gzip == null) {
      next = part;
    } else {
      gzip.add(part);
    }
    owner.run();
    if (!wantsMore && !isClosed) {
      flow(false);
    }
  }

  /**
   * Gives parts to the owner until it does not take one, which is given again, until further bytes
   * have to arrive, or until others need the event loop.
   *
   * @throws io.duetime.InvalidRequestException if the body is malformed
   */
  public void read(Predicate<Buffer> takes) {
    int taken = 0;
    while (!isClosed && !awaitsTurn) {
      if (next == null && gzip != null) {
        next = gzip.next();
      }
      if (next == null) {
        isRead = hasEnded;
        wantsMore = true;
        flow(true);
        return;
      }
      if (!takes.test(next)) {
        return;
      }
      taken += next.length();
      next = null;
      if (taken >= MOST_TURN_BYTES) {
        goOnInNextTurn();
      }
    }
  }

  /** Pauses or resumes the request where that changes anything, as it costs as much as a call. */
  private void flow(boolean on) {
    if (on != isFlowing) {
      isFlowing = on;
      var unused = on ? request.resume() : request.pause();
    }
  }

  private void goOnInNextTurn() {
    awaitsTurn = true;
    context.runOnContext(now -> {
      awaitsTurn = false;
      owner.run();
    });
  }

  /** The bytes that have arrived, before they are decoded. */
  public long arrived() {
    return arrived;
  }

  /** Whether the owner has taken all parts. */
  public boolean isRead() {
    return isRead;
  }

  /** Whether the bytes that have arrived are a whole body. */
  public boolean isWhole() {
    return gzip == null || gzip.isWhole();
  }

  /** Gives memory back and drops what arrives from now on; may be called twice. */
  public void close() {
    if (!isClosed) {
      isClosed = true;
      next = null;
      if (gzip != null) {
        gzip.close();
      }
      flow(true);
    }
  }
}
