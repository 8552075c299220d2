package io.duetime.redis.internal.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

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
}
