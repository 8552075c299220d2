package io.duetime.redis.internal.script;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The places of the parts of a script's reply, by the names in its header: {@code -- reply: now,
 * sealed} and, for the rows that follow, {@code -- each: id, record}. Names go on in lines that
 * begin with two more spaces.
 *
 * @param fields the parts that come first
 * @param each the parts of each row behind them; empty where there are no rows
 */
public record ReplyShape(Map<String, Integer> fields, Map<String, Integer> each) {
  private static final String NAMES = ": (\\w+(?:,(?: |\\n--   )\\w+)*)$";
  private static final Pattern FIELDS = Pattern.compile("(?m)^-- reply" + NAMES);
  private static final Pattern EACH = Pattern.compile("(?m)^-- each" + NAMES);

  static ReplyShape of(String source) {
    return new ReplyShape(places(FIELDS.matcher(source)), places(EACH.matcher(source)));
  }

  private static Map<String, Integer> places(Matcher names) {
    Map<String, Integer> places = new LinkedHashMap<>();
    if (names.find()) {
      for (String name : List.of(names.group(1).split(",\\W+", -1))) {
        if (places.put(name, places.size()) != null) {
          throw new IllegalArgumentException("two parts of a reply are named " + name);
        }
      }
    }
    return Map.copyOf(places);
  }

  /** Whether a reply of this size can be one of this shape. */
  public boolean fits(int parts) {
    int behind = parts - fields.size();
    return each.isEmpty() ? behind == 0 : behind >= 0 && behind % each.size() == 0;
  }
}
