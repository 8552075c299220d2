package io.duetime;

import io.duetime.text.DurationText;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Builds a readable text of a value: its type and the parts that differ from the defaults. */
final class Description {
  private final StringJoiner parts;

  Description(String type) {
    this.parts = new StringJoiner(", ", type + "[", "]");
    parts.setEmptyValue(type + "[defaults]");
  }

  /** Adds a part unless its value is null, an empty collection or an empty optional. */
  Description with(String name, @Nullable Object value) {
    Object shown = value instanceof Optional<?> optional ? optional.orElse(null) : value;
    if (shown != null && !(shown instanceof Collection<?> all && all.isEmpty())) {
      parts.add(name + "=" + text(shown));
    }
    return this;
  }

  /** Adds a part unless its value is the default. */
  Description with(String name, @Nullable Object value, @Nullable Object usual) {
    return Objects.equals(value, usual) ? this : with(name, value);
  }

  /** Adds a word if a condition is true. */
  Description when(boolean holds, String word) {
    if (holds) {
      parts.add(word);
    }
    return this;
  }

  private static String text(Object value) {
    if (value instanceof Duration duration) {
      return DurationText.exact(duration);
    }
    return value instanceof RetryPolicy policy
        ? RetryPolicyText.readable(policy)
        : String.valueOf(value);
  }

  @Override
  public String toString() {
    return parts.toString();
  }
}
