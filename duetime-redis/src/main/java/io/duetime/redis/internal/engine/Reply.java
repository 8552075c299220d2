package io.duetime.redis.internal.engine;

import io.duetime.Durability;
import io.duetime.engine.ClaimResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads what a script answered, part by part. Not thread safe. */
final class Reply {
  private static final long SCRIPTS_NEVER = (1L << 53) - 1;

  private final List<?> parts;
  private final Durability.Reached reached;
  private int at;

  Reply(@Nullable Object answer, Durability.Reached reached) {
    this.parts = answer instanceof List<?> list ? list : List.of(Objects.requireNonNull(answer));
    this.reached = reached;
  }

  /** How durable what the script wrote has become. */
  Durability.Reached reached() {
    return reached;
  }

  boolean hasMore() {
    return at < parts.size();
  }

  long number() {
    if (parts.get(at++) instanceof Long number) {
      return number;
    }
    throw new IllegalStateException("part " + at + " of an answer is no number");
  }

  /** What one part holds; a part that is no list holds itself. */
  Reply part() {
    return new Reply(parts.get(at++), reached);
  }

  /** A number that is not read yet, so many parts behind the first. */
  long peek(int index) {
    return (Long) Objects.requireNonNull(parts.get(index));
  }

  /** A moment; the scripts' NEVER as that of the engine. */
  long moment() {
    long moment = number();
    return moment >= SCRIPTS_NEVER ? ClaimResult.NEVER : moment;
  }

  /** A moment that was read or is not read yet, so many parts behind the first. */
  long peekMoment(int index) {
    long moment = peek(index);
    return moment >= SCRIPTS_NEVER ? ClaimResult.NEVER : moment;
  }

  byte[] bytes() {
    if (parts.get(at++) instanceof byte[] bytes) {
      return bytes;
    }
    throw new IllegalStateException("part " + at + " of an answer is no text");
  }

  String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }
}
