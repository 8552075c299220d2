package io.duetime.redis.internal.script;

import io.duetime.Limits;
import io.duetime.RetryPolicy;
import io.duetime.redis.internal.script.Script.ReplyShape;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The scripts of the engine by name, assembled from resources. A script is a file {@code NAME.lua};
 * its header names the keys it declares, {@code -- keys: meta jobs}, which become the locals {@code
 * K_meta}, {@code K_jobs}. A line {@code -- include: a, b} inserts the files {@code include/a.lua}
 * and {@code include/b.lua} with their own includes, each file once, where it is first named.
 *
 * <p>{@code -- otherwise: NAME} in the header of a script names another one with the same arguments
 * and reply, which is to run where this one answers an empty list and has changed nothing. So most
 * calls neither send the keys nor create the functions that few calls need.
 *
 * <p>{@link Constants} are written in where they are used.
 *
 * <p>The header names the parts of the reply: see {@link ReplyShape}.
 *
 * <p>A script that changes nothing says so in its header: {@code -- effect: reads}.
 */
public final class Scripts {
  /** Those that may be asked how durable their writes are. */
  public static final List<String> DURABLE =
      List.of(
          "ack_all",
          "cancel",
          "import",
          "reschedule",
          "run_recurring",
          "schedule_all",
          "settle",
          "update");

  /** The version of the layout of all keys of a shard. */
  public static final String LAYOUT_VERSION = "7";

  private static final String ROOT = "/io/duetime/redis/lua/";
  private static final Pattern INCLUDE = Pattern.compile("-- include:\\s*(.+)");
  private static final Pattern KEYS = Pattern.compile("(?m)^-- keys: (.+)$");
  private static final Pattern READS = Pattern.compile("(?m)^-- effect: reads$");
  private static final Pattern OTHERWISE = Pattern.compile("(?m)^-- otherwise: (\\w+)$");
  private static final String TIME = "time";
  private static final String MARK = "mark";

  private final String root;
  private final Time time;
  private final Map<String, Script> byName = new ConcurrentHashMap<>();
  private final Map<String, Script> marked = new ConcurrentHashMap<>();

  /** The clock that scripts use. */
  public enum Time {
    /** The store's own. */
    STORE("time"),
    /** The last argument of every call, for tests in virtual time. */
    LAST_ARGUMENT("time-test");

    private final String include;

    Time(String include) {
      this.include = include;
    }
  }

  /** The engine's scripts, which go by a clock. */
  public Scripts(Time time) {
    this(ROOT, time);
  }

  /** Scripts from another folder among the resources, which begins and ends with a slash. */
  Scripts(String root, Time time) {
    this.root = root;
    this.time = time;
  }

  /** A script; assembled when first used, perhaps by several threads at once. */
  public Script get(String name) {
    Script script = byName.get(name);
    if (script == null) {
      script = assemble(name, read(name));
      byName.put(name, script);
    }
    return script;
  }

  /** The same script, in a form that always writes. */
  public Script marked(String name) {
    if (!DURABLE.contains(name)) {
      throw new IllegalArgumentException("script " + name + " is not asked how durable it is");
    }
    Script script = marked.get(name);
    if (script == null) {
      script = assemble(name, INCLUDE.matcher(read(name)).replaceFirst("$0, " + MARK));
      marked.put(name, script);
    }
    return script;
  }

  private Script assemble(String name, String source) {
    List<String> keys = keys(name, source);
    StringBuilder text = new StringBuilder(source.length() * 2);
    for (int i = 0; i < keys.size(); i++) {
      text.append("local K_" + keys.get(i) + " = KEYS[" + (i + 1) + "]\n");
    }
    append(source, text, new HashSet<>());
    Matcher otherwise = OTHERWISE.matcher(source);
    return Script.of(
        name,
        keys,
        Constants.writeIn(text.toString()),
        ReplyShape.of(source),
        READS.matcher(source).find(),
        otherwise.find() ? otherwise.group(1) : null);
  }

  private static List<String> keys(String name, String source) {
    Matcher keys = KEYS.matcher(source);
    if (!keys.find()) {
      throw new IllegalArgumentException("script " + name + " does not say what its keys are");
    }
    return List.of(keys.group(1).strip().split("\\s+", -1));
  }

  private void append(String source, StringBuilder text, Set<String> included) {
    for (String line : source.split("\n", -1)) {
      Matcher include = INCLUDE.matcher(line);
      if (include.matches()) {
        for (String one : include.group(1).strip().split("\\s*,\\s*", -1)) {
          include(one, text, included);
        }
      } else if (!line.isEmpty()) {
        text.append(line).append('\n');
      }
    }
  }

  private void include(String name, StringBuilder text, Set<String> included) {
    if (included.add(name)) {
      append(read("include/" + (name.equals(TIME) ? time.include : name)), text, included);
    }
  }

  private String read(String name) {
    try (InputStream file = Scripts.class.getResourceAsStream(root + name + ".lua")) {
      if (file == null) {
        throw new IllegalArgumentException("there is no script " + root + name + ".lua");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * Replaces constants by their values: locals of a script, named in capitals, that are set to
   * numbers or texts in a line of their own. Otherwise each function that uses a constant would
   * capture it, at every call of the script. What Java knows, too, is such a constant that no
   * script declares: each {@link Outcome}, the layout, what requests have by default, and how far
   * ahead they may be due.
   */
  static final class Constants {
    private static final String LITERAL = "(?:-?\\d+|'[^'\\\\]*')";
    private static final String NAME = "[A-Z][A-Z_0-9]*";
    private static final Pattern DECLARATION =
        Pattern.compile("local (%1$s(?:, %1$s)*) = (%2$s(?:, %2$s)*)".formatted(NAME, LITERAL));
    private static final Pattern VALUE = Pattern.compile(LITERAL);

    /** Texts and comments, where a name is none, or a name. */
    private static final Pattern TOKEN =
        Pattern.compile("'(?:\\\\.|[^'\\\\])*'|--.*|\\b[A-Za-z_]\\w*");

    private Constants() {}

    static String writeIn(String text) {
      Map<String, String> values = new HashMap<>();
      values.put("LAYOUT", "'" + LAYOUT_VERSION + "'");
      values.put("MAX_AHEAD", Long.toString(Limits.MAX_AHEAD.toMillis()));
      values.put("MAX_TAGS", Integer.toString(Limits.MAX_TAGS));
      values.put("USUAL_PRIORITY", Long.toString(Limits.DEFAULT_PRIORITY));
      values.put("USUAL_RETRY", "'" + RetryPolicy.DEFAULT + "'");
      for (Outcome outcome : Outcome.values()) {
        values.put(outcome.name(), Integer.toString(outcome.code()));
      }
      String rest =
          text.lines()
              .filter(line -> !isDeclaration(line, values))
              .collect(Collectors.joining("\n", "", "\n"));
      return TOKEN
          .matcher(rest)
          .replaceAll(
              token -> Matcher.quoteReplacement(values.getOrDefault(token.group(), token.group())));
    }

    private static boolean isDeclaration(String line, Map<String, String> values) {
      Matcher declaration = DECLARATION.matcher(line);
      if (!declaration.matches()) {
        return false;
      }
      List<String> names = List.of(declaration.group(1).split(", ", -1));
      List<String> literals = new ArrayList<>();
      VALUE.matcher(declaration.group(2)).results().forEach(value -> literals.add(value.group()));
      if (names.size() != literals.size()) {
        throw new IllegalArgumentException("names and values do not match: " + line);
      }
      for (int i = 0; i < names.size(); i++) {
        if (values.put(names.get(i), literals.get(i)) != null) {
          throw new IllegalArgumentException("a second constant of the name " + names.get(i));
        }
      }
      return true;
    }
  }
}
