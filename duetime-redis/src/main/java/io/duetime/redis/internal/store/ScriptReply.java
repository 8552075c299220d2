package io.duetime.redis.internal.store;

import io.duetime.Durability.Reached;
import io.duetime.engine.ClaimResult;
import io.duetime.redis.internal.script.Script;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The reply of a script, or one of its rows, read by the names in the script's header. */
public final class ScriptReply {
  private static final long SCRIPTS_NEVER = (1L << 53) - 1;

  private final Script script;
  private final List<?> parts;
  private final Map<String, Integer> places;
  private final int begin;
  private final Reached reached;

  private ScriptReply(
      Script script, List<?> parts, Map<String, Integer> places, int begin, Reached reached) {
    this.script = script;
    this.parts = parts;
    this.places = places;
    this.begin = begin;
    this.reached = reached;
  }

  static ScriptReply of(Script script, @Nullable Object answer, Reached reached) {
    List<?> parts = answer instanceof List<?> list ? list : List.of(Objects.requireNonNull(answer));
    boolean isRefusal = parts.isEmpty() && script.otherwise() != null;
    if (!isRefusal && !script.reply().fits(parts.size())) {
      throw new IllegalStateException(
          "script " + script.name() + " answered " + parts.size() + " parts");
    }
    return new ScriptReply(script, parts, script.reply().fields(), 0, reached);
  }

  /** Whether the script has done nothing, and its other form is to run. */
  boolean isEmpty() {
    return parts.isEmpty();
  }

  /** How durable the writes of the script have become. */
  public Reached reached() {
    return reached;
  }

  /** The rows that follow the fixed parts. */
  public List<ScriptReply> each() {
    Map<String, Integer> names = script.reply().each();
    List<ScriptReply> rows = new ArrayList<>();
    for (int row = places.size(); !names.isEmpty() && row < parts.size(); row += names.size()) {
      rows.add(new ScriptReply(script, parts, names, row, reached));
    }
    return rows;
  }

  private @Nullable Object part(String name) {
    Integer place = places.get(name);
    if (place == null) {
      throw new IllegalArgumentException("no part of the reply is named " + name);
    }
    return parts.get(begin + place);
  }

  public boolean has(String name) {
    return places.containsKey(name);
  }

  public long number(String name) {
    return number(part(name), name);
  }

  public long[] numbers(String name) {
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
  public boolean isTrue(String name) {
    return number(name) == 1;
  }

  /** A moment; translates the NEVER of scripts. */
  public long moment(String name) {
    return moment(number(name));
  }

  /** A moment of scripts; translates their NEVER. */
  public static long moment(long moment) {
    return moment >= SCRIPTS_NEVER ? ClaimResult.NEVER : moment;
  }

  public byte[] bytes(String name) {
    if (part(name) instanceof byte[] bytes) {
      return bytes;
    }
    throw new IllegalStateException("the part " + name + " of an answer is no text");
  }

  public String text(String name) {
    return new String(bytes(name), StandardCharsets.UTF_8);
  }
}
