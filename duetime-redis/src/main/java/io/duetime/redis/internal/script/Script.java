package io.duetime.redis.internal.script;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A script as the store runs it.
 *
 * @param keys the names of the keys it declares, in their order
 * @param sha1 the name under which the store keeps it
 * @param reply the names of the parts of its reply
 * @param reads whether it changes nothing, so that it may be run again when its answer was lost
 * @param otherwise the script that is to run where this one answers an empty list, if any
 */
public record Script(
    String name,
    List<String> keys,
    String text,
    String sha1,
    ReplyShape reply,
    boolean reads,
    @Nullable String otherwise) {
  static Script of(
      String name,
      List<String> keys,
      String text,
      ReplyShape reply,
      boolean reads,
      @Nullable String otherwise) {
    return new Script(name, List.copyOf(keys), text, digest(text), reply, reads, otherwise);
  }

  private static String digest(String text) {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      return HexFormat.of().formatHex(sha1.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every Java has SHA-1", missing);
    }
  }

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
}
