package io.duetime.redis.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads scores, which are moments or numbers below 2⁵³, and members with their scores. */
public final class Scores {
  private Scores() {}

  /** A member of a sorted set. */
  public record Scored(String member, long score) {}

  public static long read(@Nullable Object score) {
    if (score instanceof byte[] text) {
      return (long) Double.parseDouble(new String(text, StandardCharsets.US_ASCII));
    }
    if (score instanceof Number number) {
      return number.longValue();
    }
    throw new IllegalStateException("a score was expected");
  }

  /** Reads members and scores, flat as in RESP2 or in pairs as in RESP3. */
  public static List<Scored> readAll(@Nullable Object answer) {
    List<?> parts = (List<?>) Objects.requireNonNull(answer);
    List<Scored> all = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i) instanceof List<?> pair) {
        all.add(scored(pair.get(0), pair.get(1)));
      } else {
        all.add(scored(parts.get(i), parts.get(++i)));
      }
    }
    return all;
  }

  private static Scored scored(Object member, Object score) {
    return new Scored(new String((byte[]) member, StandardCharsets.UTF_8), read(score));
  }
}
