package io.duetime.redis.internal.link;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The name of a channel, which is bytes. */
final class ChannelName {
  private final byte[] bytes;

  ChannelName(byte[] bytes) {
    this.bytes = bytes;
  }

  byte[] bytes() {
    return bytes;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ChannelName name && Arrays.equals(bytes, name.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
