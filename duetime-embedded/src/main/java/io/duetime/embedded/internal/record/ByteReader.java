package io.duetime.embedded.internal.record;

import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads what {@link ByteWriter} wrote. Bytes that it cannot have written end in a {@link
 * UnreadableRecordException}, never in a wrong index or an array of a size that the bytes merely
 * claim.
 */
final class ByteReader implements RecordFields {
  private static final int VARINT_BITS = 7;
  private static final int VARINT_MASK = 0x7f;

  private final byte[] bytes;
  private final int end;
  private int position;

  ByteReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  private ByteReader(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.position = from;
    this.end = end;
  }

  private int remaining() {
    return end - position;
  }

  /** The bytes that have their length before them, to be read by themselves. */
  ByteReader part() {
    int length = count();
    int from = take(length);
    return new ByteReader(bytes, from, from + length);
  }

  /** A number of things that is not larger than what is left could hold. */
  int count() {
    long value = varint(0);
    if (value < 0 || value > remaining()) {
      throw new UnreadableRecordException(value + " of something in " + remaining() + " bytes");
    }
    return (int) value;
  }

  @Override
  public int u8(int any) {
    return bytes[take(1)] & 0xff;
  }

  @Override
  public long u64(long any) {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = (value << Byte.SIZE) | u8(0);
    }
    return value;
  }

  @Override
  public long varint(long any) {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += VARINT_BITS) {
      int next = u8(0);
      value |= (long) (next & VARINT_MASK) << shift;
      if (next <= VARINT_MASK) {
        return value;
      }
    }
    throw new UnreadableRecordException("a number of more than 64 bits");
  }

  @Override
  public long signed(long any) {
    long value = varint(0);
    return (value >>> 1) ^ -(value & 1);
  }

  @Override
  public String text(String any) {
    int length = count();
    return new String(bytes, take(length), length, StandardCharsets.UTF_8);
  }

  @Override
  public Map<String, String> texts(Map<String, String> any) {
    Map<String, String> texts = new HashMap<>();
    for (int left = count(); left > 0; left--) {
      texts.put(text(""), text(""));
    }
    return texts;
  }

  @Override
  public <T> List<T> list(List<T> none, T any, Layout<T> layout) {
    int count = count();
    List<T> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(layout.of(this, any));
    }
    return List.copyOf(values);
  }

  @Override
  public byte[] bytes(byte[] any) {
    int length = count();
    int from = take(length);
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  @Override
  public byte[] rest(byte[] any) {
    int from = take(remaining());
    return Arrays.copyOfRange(bytes, from, end);
  }

  /** Refuses bytes behind what was read. */
  void end() {
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
