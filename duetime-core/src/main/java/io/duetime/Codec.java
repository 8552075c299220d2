package io.duetime;

import org.jspecify.annotations.Nullable;

/**
 * Encodes payloads as bytes and decodes them. Thread safe.
 *
 * <p>A store never reads payloads. A job whose payload cannot be decoded is buried, with the
 * message of the exception that {@link #decode} threw; other jobs are not affected.
 *
 * @param <T> the payload that callers schedule and handlers receive
 */
public interface Codec<T> {
  /** Returns the bytes to store. Neither side changes the array afterwards. */
  byte[] encode(T payload);

  /** Returns the payload. Throws any unchecked exception if the bytes are not valid. */
  T decode(byte[] bytes);

  /** The media type that is stored with every payload, or null for none. */
  default @Nullable String contentType() {
    return null;
  }

  /** Returns the codec of byte arrays, without a media type. */
  static Codec<byte[]> bytes() {
    return BytesCodec.INSTANCE;
  }

  /** Returns the codec of text in UTF-8, which refuses bytes that are not UTF-8. */
  static Codec<String> string() {
    return StringCodec.INSTANCE;
  }
}
