package io.duetime.embedded.internal.record;

import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads what {@link ByteWriter} wrote. Bytes that it cannot have written end in a {@link
 * UnreadableRecordException}, never in a wrong index or an array of a size that the bytes merely
 * claim.
 */
public final class ByteReader {
  private static final int VARINT_BITS = 7;
  private static final int VARINT_MASK = 0x7f;

  private final byte[] bytes;
  private final int end;
  private int position;

  public ByteReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  /** Reads {@code [from, end)} of an array. */
  public ByteReader(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.position = from;
    this.end = end;
  }

  public int remaining() {
    return end - position;
  }

  /** A part of what is left, to be read by itself. */
  public ByteReader part(int length) {
    int from = take(length);
    return new ByteReader(bytes, from, from + length);
  }

  public int u8() {
    return bytes[take(1)] & 0xff;
  }

  public int u16() {
    return (u8() << 8) | u8();
  }

  public int u32() {
    return (u16() << 16) | u16();
  }

  public long u64() {
    return ((long) u32() << 32) | (u32() & 0xffff_ffffL);
  }

  public long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += VARINT_BITS) {
      int next = u8();
      value |= (long) (next & VARINT_MASK) << shift;
      if (next <= VARINT_MASK) {
        return value;
      }
    }
    throw new UnreadableRecordException("a number of more than 64 bits");
  }

  public long signed() {
    long value = varint();
    return (value >>> 1) ^ -(value & 1);
  }

  /** A number of things that is not larger than what is left could hold. */
  public int count() {
    long value = varint();
    if (value < 0 || value > remaining()) {
      throw new UnreadableRecordException(value + " of something in " + remaining() + " bytes");
    }
    return (int) value;
  }

  public String text() {
    int length = count();
    return new String(bytes, take(length), length, StandardCharsets.UTF_8);
  }

  public Map<String, String> texts() {
    Map<String, String> texts = new HashMap<>();
    for (int left = count(); left > 0; left--) {
      texts.put(text(), text());
    }
    return texts;
  }

  public <T> List<T> list(Function<ByteReader, T> read) {
    int count = count();
    List<T> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(read.apply(this));
    }
    return List.copyOf(values);
  }

  /** All that is left. */
  public byte[] rawToEnd() {
    int from = take(remaining());
    return Arrays.copyOfRange(bytes, from, end);
  }

  /** Refuses bytes behind what was read. */
  public void end() {
    if (remaining() != 0) {
      throw new UnreadableRecordException(remaining() + " bytes behind the end of a record");
    }
  }

  private int take(int length) {
    if (length > end - position) {
      throw new UnreadableRecordException(
          "a record ends " + (length - remaining()) + " bytes early");
    }
    int from = position;
    position += length;
    return from;
  }
}
