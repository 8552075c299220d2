package io.duetime.server.http.call;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A path such as {@code /v1/queues/{queue}}; a name in braces matches any one segment. */
public record PathTemplate(String text, List<String> segments) {
  static PathTemplate of(String text) {
    return new PathTemplate(text, List.of(text.substring(1).split("/", -1)));
  }

  /** The values of the names in a path, or null when the path does not match. */
  @Nullable Map<String, String> match(List<String> path) {
    if (path.size() != segments.size()) {
      return null;
    }
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < path.size(); i++) {
      String segment = segments.get(i);
      if (segment.startsWith("{") && !path.get(i).isEmpty()) {
        values.put(segment.substring(1, segment.length() - 1), path.get(i));
      } else if (!segment.equals(path.get(i))) {
        return null;
      }
    }
    return values;
  }
}
