package io.duetime.embedded.internal.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

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

  /** Reads an array from its beginning to its end. */
  public ByteReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  /** Reads {@code [from, end)} of an array. */
  public ByteReader(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.position = from;
    this.end = end;
  }

  /** How many bytes are left. */
  public int remaining() {
    return end - position;
  }

  /** A part of what is left, to be read by itself. */
  public ByteReader part(int length) {
    int from = take(length);
    return new ByteReader(bytes, from, from + length);
  }

  /** See {@link ByteWriter#u8}. */
  public int u8() {
    return bytes[take(1)] & 0xff;
  }

  /** See {@link ByteWriter#u16}. */
  public int u16() {
    return (u8() << 8) | u8();
  }

  /** See {@link ByteWriter#u32}. */
  public int u32() {
    return (u16() << 16) | u16();
  }

  /** See {@link ByteWriter#u64}. */
  public long u64() {
    return ((long) u32() << 32) | (u32() & 0xffff_ffffL);
  }

  /** See {@link ByteWriter#varint}. */
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

  /** See {@link ByteWriter#signed}. */
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

  /** See {@link ByteWriter#text}. */
  public String text() {
    int length = count();
    return new String(bytes, take(length), length, StandardCharsets.UTF_8);
  }

  /** All that is left, as a text. */
  public String textToEnd() {
    int length = remaining();
    return new String(bytes, take(length), length, StandardCharsets.UTF_8);
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
