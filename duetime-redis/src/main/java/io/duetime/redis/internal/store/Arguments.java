package io.duetime.redis.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The arguments of a script, collected one after the other. Not thread safe. */
public final class Arguments {
  private static final byte[] EMPTY = new byte[0];

  private final List<byte[]> parts = new ArrayList<>();

  /** Begins with bytes, texts, numbers, and booleans, which scripts read as 1 and 0. */
  public static Arguments of(Object... parts) {
    Arguments arguments = new Arguments();
    for (Object part : parts) {
      arguments.add(part);
    }
    return arguments;
  }

  private void add(Object part) {
    if (part instanceof byte[] bytes) {
      add(bytes);
    } else if (part instanceof Boolean is) {
      add(is ? 1 : 0);
    } else {
      add(part.toString());
    }
  }

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

  /** Adds the number of some texts, and each of them. */
  public Arguments addAll(List<String> texts) {
    add(texts.size());
    texts.forEach(this::add);
    return this;
  }

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
