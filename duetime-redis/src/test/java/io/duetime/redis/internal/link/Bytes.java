package io.duetime.redis.internal.link;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** Keys and replies of tests. */
public final class Bytes {
  private Bytes() {}

  static byte[][] of(String... texts) {
    return Arrays.stream(texts).map(Bytes::one).toArray(byte[][]::new);
  }

  public static byte[] one(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Two keys of one slot that no other test uses. */
  static byte[][] freshKeys() {
    String tag = "{" + UUID.randomUUID() + "}";
    return of(tag + ":value", tag + ":count");
  }

  /** A reply with texts in the place of byte arrays. */
  static Object readable(Object reply) {
    if (reply instanceof List<?> list) {
      return Arrays.asList(list.stream().map(Bytes::readable).toArray());
    }
    return reply instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : reply;
  }
}
