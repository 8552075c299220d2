package io.duetime.embedded.internal.record;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a record in the order of its layout, which is stated once for both ways: a {@link
 * ByteWriter} writes each value that it is given and answers it, a {@link ByteReader} answers what
 * it reads instead.
 */
interface RecordFields {
  /** Passes the fields of a value. */
  @FunctionalInterface
  interface Layout<T> {
    T of(RecordFields fields, T value);
  }

  int u8(int value);

  long u64(long value);

  long varint(long value);

  long signed(long value);

  String text(String value);

  Map<String, String> texts(Map<String, String> values);

  /** Bytes with their length. */
  byte[] bytes(byte[] value);

  /** Bytes up to the end of the record. */
  byte[] rest(byte[] value);

  /**
   * Values with their number.
   *
   * @param any what the fields of a value are read over
   */
  <T> List<T> list(List<T> values, T any, Layout<T> layout);

  default boolean flag(boolean value) {
    return u8(value ? 1 : 0) != 0;
  }

  default <E extends Enum<E>> E value(Numbered<E> numbers, E value) {
    return numbers.value(u8(numbers.of(value)));
  }

  /** A text that is there if a part is. */
  default @Nullable String text(boolean isThere, @Nullable String value) {
    return isThere ? text(value == null ? "" : value) : null;
  }
}
