package io.duetime.redis.internal.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads numbers and texts from bytes, and refuses to go beyond their end. Not thread safe. */
final class Bytes {
  private final byte[] bytes;
  private final int end;
  private int at;

  Bytes(byte[] bytes) {
    this(bytes, bytes.length);
  }

  /** Reads the bytes before {@code end}. */
  Bytes(byte[] bytes, int end) {
    if (end < 0) {
      throw new MalformedRecordException("a record of " + bytes.length + " bytes");
    }
    this.bytes = bytes;
    this.end = end;
  }

  int left() {
    return end - at;
  }

  private int skip(int count) {
    if (count < 0 || count > left()) {
      throw new MalformedRecordException(
          count + " bytes wanted at " + at + " and " + left() + " left");
    }
    int from = at;
    at += count;
    return from;
  }

  int u8() {
    return bytes[skip(1)] & 0xff;
  }

  int u16() {
    return (int) unsigned(2);
  }

  long u32() {
    return unsigned(4);
  }

  /** Six bytes, the size of moments. */
  long u48() {
    return unsigned(6);
  }

  long i64() {
    return unsigned(8);
  }

  private long unsigned(int size) {
    int from = skip(size);
    long value = 0;
    for (int i = 0; i < size; i++) {
      value = (value << 8) | (bytes[from + i] & 0xff);
    }
    return value;
  }

  byte[] raw(int count) {
    int from = skip(count);
    return Arrays.copyOfRange(bytes, from, from + count);
  }

  byte[] rest() {
    return raw(left());
  }

  String text(int length) {
    return new String(bytes, skip(length), length, StandardCharsets.UTF_8);
  }

  /** A text behind a byte with its length. */
  String shortText() {
    return text(u8());
  }
}
