package io.duetime.embedded.internal.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Writes numbers and texts into an array that grows; {@link ByteReader} reads them back. */
public final class ByteWriter {
  private static final int VARINT_BITS = 7;
  private static final int VARINT_MORE = 0x80;

  private byte[] bytes;
  private int length;

  /** Starts with room for so many bytes. */
  public ByteWriter(int room) {
    this.bytes = new byte[room];
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  /** Forgets what was written, to be used again. */
  public void clear() {
    length = 0;
  }

  public int length() {
    return length;
  }

  public void u8(int value) {
    ensure(1);
    bytes[length++] = (byte) value;
  }

  /** Two bytes, the higher first. */
  public void u16(int value) {
    u8(value >>> 8);
    u8(value);
  }

  /** Four bytes, the highest first. */
  public void u32(int value) {
    u16(value >>> 16);
    u16(value);
  }

  /** Eight bytes, the highest first, so that what is not negative sorts as it counts. */
  public void u64(long value) {
    u32((int) (value >>> 32));
    u32((int) value);
  }

  /** A number in one byte for each 7 bits it needs, the lowest first; a negative one takes ten. */
  public void varint(long value) {
    ensure(10);
    long rest = value;
    while ((rest & -VARINT_MORE) != 0) {
      bytes[length++] = (byte) (rest | VARINT_MORE);
      rest >>>= VARINT_BITS;
    }
    bytes[length++] = (byte) rest;
  }

  /** A number near zero, on either side of it, in few bytes. */
  public void signed(long value) {
    varint((value << 1) ^ (value >> (Long.SIZE - 1)));
  }

  /** A text in UTF-8, its length first. */
  public void text(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    varint(utf8.length);
    raw(utf8);
  }

  /** Pairs of texts, their number first. */
  public void texts(Map<String, String> values) {
    varint(values.size());
    values.forEach((name, value) -> {
      text(name);
      text(value);
    });
  }

  /** Values, their number first. */
  public <T> void list(List<T> values, Consumer<T> write) {
    varint(values.size());
    values.forEach(write);
  }

  public void raw(byte[] value) {
    ensure(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
  }

  private void ensure(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
