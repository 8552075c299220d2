package io.duetime.redis.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The arguments of a script, collected one after the other. Not thread safe. */
public final class Arguments {
  private static final byte[] EMPTY = new byte[0];

  private final List<byte[]> parts = new ArrayList<>();

  public Arguments add(byte[] part) {
    parts.add(part);
    return this;
  }

  public Arguments add(String text) {
    return add(text.isEmpty() ? EMPTY : text.getBytes(StandardCharsets.UTF_8));
  }

  public Arguments add(long number) {
    return add(Long.toString(number));
  }

  /** All arguments. */
  public byte[][] toArray() {
    return parts.toArray(byte[][]::new);
  }

  /** All arguments, and one more at the end. */
  public byte[][] toArray(byte[] last) {
    byte[][] all = parts.toArray(new byte[parts.size() + 1][]);
    all[parts.size()] = last;
    return all;
  }
}
