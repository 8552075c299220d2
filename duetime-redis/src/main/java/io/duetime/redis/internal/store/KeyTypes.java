package io.duetime.redis.internal.store;

import java.util.Set;

/** The types of keys, by the names that scripts use. */
public final class KeyTypes {
  private static final Set<String> HASHES =
      Set.of(
          "meta",
          "jobs",
          "runs",
          "late",
          "hours",
          "copies",
          "leaving",
          "aside",
          "recurring",
          "ticks",
          "numbers",
          "swept");

  private KeyTypes() {}

  /** The type of a key in the words of the command TYPE. */
  public static String of(String name) {
    if (name.equals("next")) {
      return "string";
    }
    return HASHES.contains(name) ? "hash" : "zset";
  }
}
