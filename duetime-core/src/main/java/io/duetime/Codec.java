package io.duetime;

import org.jspecify.annotations.Nullable;

/**
 * Turns payloads into bytes and back. Thread safe.
 *
 * <p>A store never looks into a payload. One that cannot be decoded buries that job alone, with the
 * message of what {@link #decode} threw.
 *
 * @param <T> what callers schedule and handlers get
 */
public interface Codec<T> {
  /** The bytes to store; the array is not changed afterwards by either side. */
  byte[] encode(T payload);

  /** What {@link #encode} was given; throws any unchecked exception when the bytes are not such. */
  T decode(byte[] bytes);

  /** The media type kept beside every payload, or null for none. */
  default @Nullable String contentType() {
    return null;
  }

  /** Bytes as they are, without a content type. */
  static Codec<byte[]> bytes() {
    return BytesCodec.INSTANCE;
  }

  /** Text in UTF-8; bytes that are not UTF-8 are refused. */
  static Codec<String> string() {
    return StringCodec.INSTANCE;
  }
}
