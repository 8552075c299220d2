package io.duetime.redis.internal.store;

import io.duetime.engine.ClaimResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A part of a script's reply, read by the names in the script's header. */
public class ReplyPart {
  private static final long SCRIPTS_NEVER = (1L << 53) - 1;

  private final List<?> parts;
  private final Map<String, Integer> places;
  private final int begin;

  ReplyPart(List<?> parts, Map<String, Integer> places, int begin) {
    this.parts = parts;
    this.places = places;
    this.begin = begin;
  }

  private @Nullable Object part(String name) {
    Integer place = places.get(name);
    if (place == null) {
      throw new IllegalArgumentException("no part of the reply is named " + name);
    }
    return parts.get(begin + place);
  }

  public final boolean has(String name) {
    return places.containsKey(name);
  }

  public final long number(String name) {
    return number(part(name), name);
  }

  /** A list of numbers. */
  public final long[] numbers(String name) {
    if (part(name) instanceof List<?> list) {
      return list.stream().mapToLong(one -> number(one, name)).toArray();
    }
    throw new IllegalStateException("the part " + name + " of an answer is no list");
  }

  private static long number(@Nullable Object part, String name) {
    if (part instanceof Long number) {
      return number;
    }
    throw new IllegalStateException("the part " + name + " of an answer is no number");
  }

  /** Whether a number is 1. */
  public final boolean isTrue(String name) {
    return number(name) == 1;
  }

  /** A moment; translates the NEVER of scripts. */
  public final long moment(String name) {
    long moment = number(name);
    return moment >= SCRIPTS_NEVER ? ClaimResult.NEVER : moment;
  }

  public final byte[] bytes(String name) {
    if (part(name) instanceof byte[] bytes) {
      return bytes;
    }
    throw new IllegalStateException("the part " + name + " of an answer is no text");
  }

  public final String text(String name) {
    return new String(bytes(name), StandardCharsets.UTF_8);
  }
}
