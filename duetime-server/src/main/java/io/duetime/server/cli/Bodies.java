package io.duetime.server.cli;

import io.duetime.server.json.StrictJson;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the JSON of calls. */
final class Bodies {
  private Bodies() {}

  /** An object of names and values, in turn; a value that is null is left out. */
  static String of(@Nullable Object... namesAndValues) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      if (value != null) {
        object.put(String.valueOf(namesAndValues[i]), value);
      }
    }
    if (namesAndValues.length % 2 != 0) {
      throw new IllegalArgumentException("no value: " + Arrays.toString(namesAndValues));
    }
    return StrictJson.MAPPER.writeValueAsString(object);
  }
}
