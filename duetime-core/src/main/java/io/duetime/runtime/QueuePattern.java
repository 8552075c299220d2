package io.duetime.runtime;

import io.duetime.Limits;
import java.util.List;

/**
 * A pattern of queue names, in which {@code *} matches any characters or none.
 *
 * @param text the pattern as it was given
 */
public record QueuePattern(String text) {
  private static final String ANY = "*";

  /** Checks that the pattern without its {@code *} is a valid name. */
  public QueuePattern {
    Limits.queuePattern(text);
  }

  /** Whether it has no {@code *} and so is the name of one queue. */
  public boolean isName() {
    return !text.contains(ANY);
  }

  /**
   * Whether a name matches. Each part matches at the leftmost place, so no backtracking is needed.
   */
  public boolean matches(String name) {
    if (isName()) {
      return name.equals(text);
    }
    List<String> parts = List.of(text.split("\\*", -1));
    String last = parts.get(parts.size() - 1);
    if (!name.startsWith(parts.get(0))) {
      return false;
    }
    int place = parts.get(0).length();
    for (String part : parts.subList(1, parts.size() - 1)) {
      int found = name.indexOf(part, place);
      if (found < 0) {
        return false;
      }
      place = found + part.length();
    }
    return name.length() - place >= last.length() && name.endsWith(last);
  }
}
