package io.duetime.server.http.call;

import io.duetime.InvalidRequestException;
import io.duetime.wire.Problem;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
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

  /**
   * A body in gzip (RFC 1952), of one member or several. A few bytes can decode to a thousand times
   * as many, so it decodes at most 8 KiB at once, and beyond the first MiB at most 200 times what
   * has arrived.
   */
  static final class GzipBody {
    private static final int MOST = 8 << 10;
    private static final int FREE = 1 << 20;
    private static final int MOST_RATIO = 200;
    private static final int MOST_HEADER = 64 << 10;
    private static final int FIXED_HEADER = 10;
    private static final int TRAILER = 8;
    private static final int HAS_SUM = 2;
    private static final int HAS_EXTRA = 4;
    private static final int HAS_NAME = 8;
    private static final int HAS_COMMENT = 16;

    private enum Part {
      HEADER,
      DATA,
      TRAILER
    }

    private final Inflater inflater = new Inflater(true);
    private final CRC32 sum = new CRC32();
    private Part part = Part.HEADER;
    private final byte[] output = new byte[MOST];
    // What has arrived, and how much of it is decoded.
    private byte[] input = {};
    private int start;
    private long arrived;
    private long decoded;
    private boolean hasMember;
    private boolean isClosed;

    /** Takes bytes that have arrived. */
    void add(Buffer more) {
      byte[] all = new byte[left() + more.length()];
      System.arraycopy(input, start, all, 0, left());
      more.getBytes(all, left());
      input = all;
      arrived += more.length();
      start = 0;
    }

    /** Decodes the next part; null if that needs further bytes. */
    @Nullable Buffer next() {
      while (!isClosed) {
        if (part == Part.DATA) {
          Buffer data = data();
          if (data != null || part == Part.DATA) {
            return data;
          }
        } else if (part == Part.HEADER ? !header() : !trailer()) {
          return null;
        }
      }
      return null;
    }

    /** Whether the bytes so far are a whole body. */
    boolean isWhole() {
      return hasMember && part == Part.HEADER && left() == 0;
    }

    /** Releases memory; may be called twice. */
    void close() {
      if (!isClosed) {
        isClosed = true;
        inflater.end();
      }
    }

    private boolean header() {
      int length = headerLength();
      if (length < 0) {
        if (left() > MOST_HEADER) {
          throw broken();
        }
        return false;
      }
      start += length;
      part = Part.DATA;
      return true;
    }

    /** The length of the header, or -1 if it has not arrived. */
    private int headerLength() {
      if (left() < FIXED_HEADER) {
        return -1;
      }
      if (at(0) != 0x1f || at(1) != 0x8b || at(2) != 8) {
        throw broken();
      }
      int flags = at(3);
      int length = FIXED_HEADER;
      if ((flags & HAS_EXTRA) != 0) {
        length = left() < length + 2 ? -1 : length + 2 + at(length) + (at(length + 1) << 8);
      }
      length = (flags & HAS_NAME) == 0 ? length : textEnd(length);
      length = (flags & HAS_COMMENT) == 0 ? length : textEnd(length);
      length = (flags & HAS_SUM) == 0 || length < 0 ? length : length + 2;
      return length > left() ? -1 : length;
    }

    private int textEnd(int from) {
      for (int i = from; from >= 0 && i < left(); i++) {
        if (at(i) == 0) {
          return i + 1;
        }
      }
      return -1;
    }

    private @Nullable Buffer data() {
      inflater.setInput(input, start, left());
      try {
        int length = inflater.inflate(output);
        decoded += length;
        if (decoded > FREE + MOST_RATIO * arrived) {
          throw new InvalidRequestException(
              "body", "gzip of more than " + MOST_RATIO + " times its length", "a body in gzip");
        }
        sum.update(output, 0, length);
        start = input.length - inflater.getRemaining();
        if (inflater.finished()) {
          part = Part.TRAILER;
        } else if (inflater.needsDictionary()) {
          throw broken();
        }
        return length == 0 ? null : Buffer.buffer(Arrays.copyOf(output, length));
      } catch (DataFormatException malformed) {
        throw broken();
      }
    }

    private boolean trailer() {
      if (left() < TRAILER) {
        return false;
      }
      if (number(0) != sum.getValue() || number(4) != (inflater.getBytesWritten() & 0xffffffffL)) {
        throw broken();
      }
      start += TRAILER;
      sum.reset();
      inflater.reset();
      part = Part.HEADER;
      hasMember = true;
      return left() > 0;
    }

    private int at(int place) {
      return input[start + place] & 0xff;
    }

    private long number(int place) {
      return at(place) | at(place + 1) << 8 | at(place + 2) << 16 | (long) at(place + 3) << 24;
    }

    private int left() {
      return input.length - start;
    }

    static InvalidRequestException broken() {
      return new InvalidRequestException("body", "malformed gzip", "a body in gzip");
    }
  }
}
