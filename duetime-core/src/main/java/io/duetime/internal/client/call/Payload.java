package io.duetime.internal.client.call;

import io.duetime.Codec;
import org.jspecify.annotations.Nullable;

/** Stored bytes, decoded once, when somebody first wants to. Thread safe. */
public final class Payload<T> {
  private final byte[] bytes;
  private final Codec<T> codec;

  // Guarded by this.
  private @Nullable T decoded;

  /** A payload as it is stored, and what decodes it. */
  public Payload(byte[] bytes, Codec<T> codec) {
    this.bytes = bytes;
    this.codec = codec;
  }

  /** The decoded payload. */
  public synchronized T value() {
    T known = decoded;
    if (known == null) {
      known = codec.decode(bytes);
      decoded = known;
    }
    return known;
  }

  /** A copy of the stored bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }
}
