package io.duetime.internal.client;

import io.duetime.Codec;
import org.jspecify.annotations.Nullable;

/** Stored bytes, decoded once, when somebody first wants to. Thread safe. */
final class Payload<T> {
  private final byte[] bytes;
  private final Codec<T> codec;

  // Guarded by this.
  private @Nullable T decoded;

  Payload(byte[] bytes, Codec<T> codec) {
    this.bytes = bytes;
    this.codec = codec;
  }

  synchronized T value() {
    T known = decoded;
    if (known == null) {
      known = codec.decode(bytes);
      decoded = known;
    }
    return known;
  }

  byte[] bytes() {
    return bytes.clone();
  }
}
