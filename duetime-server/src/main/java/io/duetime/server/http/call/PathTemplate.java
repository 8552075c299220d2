package io.duetime.server.http.call;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A path such as {@code /v1/queues/{queue}}; a name in braces matches any one segment. */
public record PathTemplate(String text, List<String> segments) {
  static PathTemplate of(String text) {
    return new PathTemplate(text, List.of(text.substring(1).split("/", -1)));
  }

  /** Whether a path matches, given by its decoded segments. */
  boolean matches(List<String> path) {
    if (path.size() != segments.size()) {
      return false;
    }
    for (int i = 0; i < path.size(); i++) {
      String segment = segments.get(i);
      boolean isSame = isName(segment) ? !path.get(i).isEmpty() : segment.equals(path.get(i));
      if (!isSame) {
        return false;
      }
    }
    return true;
  }

  /** The values of the names in a path that matches. */
  Map<String, String> values(List<String> path) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < path.size(); i++) {
      String segment = segments.get(i);
      if (isName(segment)) {
        values.put(segment.substring(1, segment.length() - 1), path.get(i));
      }
    }
    return values;
  }

  private static boolean isName(String segment) {
    return segment.startsWith("{");
  }
}
