package io.duetime.redis.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decodes the replies of plain commands. */
public final class PlainReply {
  private PlainReply() {}

  /** A member of a sorted set; its score is a moment or a number below 2⁵³. */
  public record Scored(String member, long score) {}

  public static String text(@Nullable Object part) {
    return new String((byte[]) Objects.requireNonNull(part), StandardCharsets.UTF_8);
  }

  public static List<String> texts(@Nullable Object parts) {
    return list(parts).stream().map(PlainReply::text).toList();
  }

  public static List<?> list(@Nullable Object parts) {
    return (List<?>) Objects.requireNonNull(parts);
  }

  /** A number, which may be a score. */
  public static long number(@Nullable Object part) {
    return part instanceof Number number
        ? number.longValue()
        : (long) Double.parseDouble(text(part));
  }

  /** A number, or 0 if the store has none. */
  public static long numberOr0(@Nullable Object part) {
    return part == null ? 0 : number(part);
  }

  /** Members and scores, flat as in RESP2 or in pairs as in RESP3. */
  public static List<Scored> scored(@Nullable Object answer) {
    List<?> parts = list(answer);
    List<Scored> all = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      List<?> pair = parts.get(i) instanceof List<?> two ? two : parts.subList(i, ++i + 1);
      all.add(new Scored(text(pair.get(0)), number(pair.get(1))));
    }
    return all;
  }
}
