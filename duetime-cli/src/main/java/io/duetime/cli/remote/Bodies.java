package io.duetime.cli.remote;

import io.duetime.server.json.StrictJson;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes JSON bodies of calls. */
public final class Bodies {
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");

  private Bodies() {}

  /** An object of alternating names and values; omits null values. */
  public static String of(@Nullable Object... namesAndValues) {
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
    return of(object);
  }

  /** An object of these names and values. */
  public static String of(Map<String, ?> object) {
    return StrictJson.MAPPER.writeValueAsString(object);
  }

  /** A number for a text that is a whole number, otherwise the text. */
  public static Object numberOrText(String text) {
    return WHOLE.matcher(text).matches() ? (Object) Long.valueOf(text) : text;
  }
}
