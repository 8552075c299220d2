package io.duetime.redis.internal.link.lettuce;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether a server's WAITAOF can be believed. With an fsync every second, Redis 7.4 and all
 * tested versions of Valkey (8.0 to 9.1) report a write as on disk before the fsync. So only
 * versions are believed that are known to wait for the fsync.
 */
final class WaitAof {
  private static final int FIRST_BELIEVED = 8;
  private static final Pattern MAJOR = Pattern.compile("(\\d{1,4})\\..*");

  private WaitAof() {}

  /**
   * Judges by the version that the server tells.
   *
   * @param hello its reply to HELLO: alternating names and values
   */
  static boolean isBelievedOf(@Nullable Object hello) {
    Matcher version = MAJOR.matcher(field(hello, "version"));
    return field(hello, "server").equals("redis")
        && version.matches()
        && Integer.parseInt(version.group(1)) >= FIRST_BELIEVED;
  }

  private static String field(@Nullable Object hello, String name) {
    if (hello instanceof List<?> fields) {
      for (int i = 0; i + 1 < fields.size(); i += 2) {
        if (text(fields.get(i)).equals(name)) {
          return text(fields.get(i + 1));
        }
      }
    }
    return "";
  }

  private static String text(@Nullable Object part) {
    return part instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : "";
  }
}
