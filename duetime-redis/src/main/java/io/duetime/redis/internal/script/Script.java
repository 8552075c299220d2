package io.duetime.redis.internal.script;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A script, which is assembled when the first part of it is asked for: a process uses a few of all
 * scripts. Thread safe.
 */
public final class Script {
  private final String name;
  private final Supplier<Content> assembly;
  private volatile @Nullable Content assembled;

  /** A script in the form that the store runs; it may be assembled by several threads at once. */
  Script(String name, Supplier<Content> assembly) {
    this.name = name;
    this.assembly = assembly;
  }

  /** What a script is assembled to. */
  record Content(List<String> keys, String text, String sha1, ReplyShape reply, boolean reads) {
    static Content of(List<String> keys, String text, ReplyShape reply, boolean reads) {
      return new Content(List.copyOf(keys), text, digest(text), reply, reads);
    }

    private static String digest(String text) {
      try {
        MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
        return HexFormat.of().formatHex(sha1.digest(text.getBytes(StandardCharsets.UTF_8)));
      } catch (NoSuchAlgorithmException missing) {
        throw new IllegalStateException("every Java has SHA-1", missing);
      }
    }
  }

  private Content content() {
    Content content = assembled;
    if (content == null) {
      content = assembly.get();
      assembled = content;
    }
    return content;
  }

  public String name() {
    return name;
  }

  /** The names of the keys it declares, in their order. */
  public List<String> keys() {
    return content().keys();
  }

  public String text() {
    return content().text();
  }

  /** The name under which the store keeps it. */
  public String sha1() {
    return content().sha1();
  }

  /** The names of the parts of its reply. */
  public ReplyShape reply() {
    return content().reply();
  }

  /** Whether it changes nothing, so that it may be run again when its answer was lost. */
  public boolean reads() {
    return content().reads();
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
