package io.duetime.server.event;

import java.util.List;
import java.util.function.Predicate;

/**
 * A pattern of queue names, in which {@code *} matches any characters. Matching takes no longer
 * than searching for each part once.
 */
public record NamePattern(List<String> parts) implements Predicate<String> {
  /** Reads a pattern such as {@code mail/*}. */
  public static NamePattern of(String text) {
    return new NamePattern(List.of(text.split("\\*", -1)));
  }

  @Override
  public boolean test(String name) {
    String first = parts.get(0);
    if (parts.size() == 1) {
      return name.equals(first);
    }
    String last = parts.get(parts.size() - 1);
    int end = name.length() - last.length();
    if (!name.startsWith(first) || !name.endsWith(last)) {
      return false;
    }
    int at = first.length();
    for (String part : parts.subList(1, parts.size() - 1)) {
      int found = name.indexOf(part, at);
      if (found < 0) {
        return false;
      }
      at = found + part.length();
    }
    return at <= end;
  }
}
