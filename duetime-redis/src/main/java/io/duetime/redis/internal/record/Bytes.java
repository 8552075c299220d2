package io.duetime.redis.internal.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads numbers and texts from bytes, and refuses to go beyond their end. Not thread safe. */
final class Bytes {
  private final ByteBuffer bytes;

  Bytes(byte[] bytes) {
    this(bytes, bytes.length);
  }

  /** Reads the bytes before {@code end}. */
  Bytes(byte[] bytes, int end) {
    if (end < 0) {
      throw new DamagedRecordException("a record of " + bytes.length + " bytes");
    }
    this.bytes = ByteBuffer.wrap(bytes, 0, end);
  }

  int left() {
    return bytes.remaining();
  }

  int u8() {
    return Byte.toUnsignedInt(bytes.get());
  }

  int u16() {
    return Short.toUnsignedInt(bytes.getShort());
  }

  long u32() {
    return Integer.toUnsignedLong(bytes.getInt());
  }

  /** Six bytes, the size of moments. */
  long u48() {
    return (long) u16() << Integer.SIZE | u32();
  }

  long i64() {
    return bytes.getLong();
  }

  byte[] raw(int count) {
    if (count > left()) {
      throw new DamagedRecordException(count + " bytes wanted and " + left() + " left");
    }
    byte[] raw = new byte[count];
    bytes.get(raw);
    return raw;
  }

  byte[] rest() {
    return raw(left());
  }

  String text(int length) {
    return new String(raw(length), StandardCharsets.UTF_8);
  }

  /** A text behind a byte with its length. */
  String shortText() {
    return text(u8());
  }

  /** Writes numbers and texts one after the other. Not thread safe. */
  static final class RecordWriter {
    private byte[] bytes;
    private int length;

    RecordWriter(int room) {
      this.bytes = new byte[room];
    }

    private int grow(int count) {
      int from = length;
      length += count;
      if (length > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(length, bytes.length * 2));
      }
      return from;
    }

    RecordWriter u8(int value) {
      return number(value, 1);
    }

    RecordWriter u16(int value) {
      return number(value, 2);
    }

    RecordWriter u32(long value) {
      return number(value, 4);
    }

    RecordWriter u48(long value) {
      return number(value, 6);
    }

    RecordWriter i64(long value) {
      return number(value, 8);
    }

    private RecordWriter number(long value, int size) {
      int from = grow(size);
      for (int i = 0; i < size; i++) {
        bytes[from + i] = (byte) (value >>> (8 * (size - 1 - i)));
      }
      return this;
    }

    RecordWriter raw(byte[] value) {
      int from = grow(value.length);
      System.arraycopy(value, 0, bytes, from, value.length);
      return this;
    }

    /** A text of up to 255 bytes behind its length. */
    RecordWriter shortText(String text) {
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      return u8(utf8.length).raw(utf8);
    }

    /** A text of up to 65,535 bytes behind its length. */
    RecordWriter longText(String text) {
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      return u16(utf8.length).raw(utf8);
    }

    byte[] toBytes() {
      return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }
  }
}
