package io.duetime.runtime.call;

import io.duetime.Codec;
import org.jspecify.annotations.Nullable;

/** Decodes a stored payload once, at the first call. Thread safe. */
public final class Payload<T> {
  private final byte[] bytes;
  private final Codec<T> codec;

  // Guarded by this.
  private @Nullable T decoded;

  /** Creates a payload from its stored bytes. */
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
