package io.duetime.runtime;

import io.duetime.Limits;

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
    int star = text.indexOf(ANY);
    if (star < 0) {
      return name.equals(text);
    }
    if (!name.regionMatches(0, text, 0, star)) {
      return false;
    }
    int place = star;
    for (int next = text.indexOf(ANY, star + 1); next >= 0; next = text.indexOf(ANY, star + 1)) {
      String part = text.substring(star + 1, next);
      int found = name.indexOf(part, place);
      if (found < 0) {
        return false;
      }
      place = found + part.length();
      star = next;
    }
    int last = text.length() - star - 1;
    return name.length() - place >= last
        && name.regionMatches(name.length() - last, text, star + 1, last);
  }
}
