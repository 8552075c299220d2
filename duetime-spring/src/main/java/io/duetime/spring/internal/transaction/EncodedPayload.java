package io.duetime.spring.internal.transaction;

import io.duetime.Codec;
import org.jspecify.annotations.Nullable;

/** Passes bytes on that a queue's own codec has made, with its content type. */
record EncodedPayload(@Nullable String type) implements Codec<byte[]> {
  @Override
  public byte[] encode(byte[] payload) {
    return payload;
  }

  @Override
  public byte[] decode(byte[] bytes) {
    return bytes;
  }

  @Override
  public @Nullable String contentType() {
    return type;
  }
}
