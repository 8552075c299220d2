package io.duetime.server.http.call;

import io.duetime.InvalidRequestException;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * A body in gzip (RFC 1952), of one member or several. A few bytes can decode to a thousand times
 * as many, so it decodes at most 8 KiB at once, and beyond the first MiB at most 200 times what has
 * arrived.
 */
final class GzipBody {
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
