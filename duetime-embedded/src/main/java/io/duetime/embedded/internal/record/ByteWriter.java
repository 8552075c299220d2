package io.duetime.embedded.internal.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Writes numbers and texts into an array that grows; {@link ByteReader} reads them back. */
final class ByteWriter implements RecordFields {
  private static final int VARINT_BITS = 7;
  private static final int VARINT_MORE = 0x80;

  private byte[] bytes;
  private int length;

  /** Starts with room for so many bytes. */
  ByteWriter(int room) {
    this.bytes = new byte[room];
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  /** Forgets what was written, to be used again. */
  void clear() {
    length = 0;
  }

  @Override
  public int u8(int value) {
    ensure(1);
    bytes[length++] = (byte) value;
    return value;
  }

  /** Eight bytes, the highest first, so that what is not negative sorts as it counts. */
  @Override
  public long u64(long value) {
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      u8((int) (value >>> shift));
    }
    return value;
  }

  /** A number in one byte for each 7 bits it needs, the lowest first; a negative one takes ten. */
  @Override
  public long varint(long value) {
    ensure(10);
    long rest = value;
    while ((rest & -VARINT_MORE) != 0) {
      bytes[length++] = (byte) (rest | VARINT_MORE);
      rest >>>= VARINT_BITS;
    }
    bytes[length++] = (byte) rest;
    return value;
  }

  /** A number near zero, on either side of it, in few bytes. */
  @Override
  public long signed(long value) {
    varint((value << 1) ^ (value >> (Long.SIZE - 1)));
    return value;
  }

  /** A text in UTF-8, its length first. */
  @Override
  public String text(String value) {
    bytes(value.getBytes(StandardCharsets.UTF_8));
    return value;
  }

  @Override
  public Map<String, String> texts(Map<String, String> values) {
    varint(values.size());
    values.forEach((name, value) -> {
      text(name);
      text(value);
    });
    return values;
  }

  @Override
  public <T> List<T> list(List<T> values, T any, Layout<T> layout) {
    varint(values.size());
    values.forEach(value -> layout.of(this, value));
    return values;
  }

  @Override
  public byte[] bytes(byte[] value) {
    varint(value.length);
    return rest(value);
  }

  @Override
  public byte[] rest(byte[] value) {
    ensure(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
    return value;
  }

  private void ensure(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
