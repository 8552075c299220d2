package io.duetime.redis.internal.script;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What holds for the text of every script, so that it runs on clusters and on servers that look
 * through scripts before they run them: commands are literal, keys come from KEYS alone; and so
 * that it orders texts alike everywhere.
 */
final class LuaRules {
  static final int SCRIPT_LINES = 90;
  static final int INCLUDE_LINES = 100;

  private static final List<String> HEADER =
      List.of("-- keys:", "-- arguments:", "-- reply:", "-- bounds:");
  private static final Set<String> FORBIDDEN =
      Set.of(
          "KEYS",
          "SCAN",
          "SELECT",
          "SWAPDB",
          "CONFIG",
          "EVAL",
          "EVALSHA",
          "SCRIPT",
          "FUNCTION",
          "FLUSHALL",
          "FLUSHDB",
          "RANDOMKEY",
          "SORT",
          "MIGRATE",
          "DEBUG",
          "SHUTDOWN",
          "DEL");
  private static final Set<String> WITHOUT_KEYS = Set.of("TIME", "PUBLISH", "INFO");

  private static final Pattern COMMENT = Pattern.compile("(?m)--.*$");
  private static final Pattern ANY_CALL = Pattern.compile("redis\\s*\\.\\s*p?call|redis\\s*\\[");
  private static final Pattern GOOD_CALL =
      Pattern.compile("redis\\.p?call\\('([A-Z]+)'(?:,\\s*([^,()]+))?");

  /** One key, one of two, or what a function was given as key. */
  private static final Pattern KEY = Pattern.compile("K_\\w+|[^'\"]+ and K_\\w+ or K_\\w+|key");

  private static final Pattern KEY_PARAMETER = Pattern.compile("function \\w+\\([^)]*\\bkey\\b");
  private static final Pattern KEY_LOCAL = Pattern.compile("(?m)^local (K_\\w+) = KEYS\\[\\d+\\]$");
  private static final Pattern KEY_WRITTEN = Pattern.compile("\\bK_\\w+(\\s*,\\s*\\w+)*\\s*=(?!=)");
  private static final Pattern KEY_NAME = Pattern.compile("\\bK_\\w+");

  /**
   * A text beside a sign of order, or a sort by it: Lua orders texts by the locale of the server.
   */
  private static final String KNOWN_TEXT =
      "(?:''|ARGV\\[\\d+\\]|(?:\\w+\\.)*(?:\\w+_)?(?:id|name|task|member|text|tag)(?:s\\[[^]]*\\])?)";

  private static final Pattern TEXT_ORDER =
      Pattern.compile(
          "(?<![\\w.#])%1$s\\s*[<>]|[<>]=?\\s*%1$s(?![\\w.(\\[])|table\\.sort\\((?!.*function\\()"
              .formatted(KNOWN_TEXT));

  private static final Pattern TEXT = Pattern.compile("'[^']*'");

  private LuaRules() {}

  /** What is wrong with a script as the store is given it. */
  static List<String> broken(String text) {
    String code = COMMENT.matcher(text).replaceAll("");
    List<String> problems = new ArrayList<>();
    checkKeyNames(code, problems);
    TEXT_ORDER
        .matcher(TEXT.matcher(code).replaceAll("''"))
        .results()
        .forEach(order -> problems.add("orders texts by the locale: " + order.group()));
    Matcher good = GOOD_CALL.matcher(code);
    int calls = 0;
    while (good.find()) {
      calls++;
      checkCall(code, good.group(1), String.valueOf(good.group(2)).strip(), problems);
    }
    if (ANY_CALL.matcher(code).results().count() != calls) {
      problems.add("calls a command whose name is not literal");
    }
    return problems;
  }

  private static void checkKeyNames(String code, List<String> problems) {
    Set<String> keys = new HashSet<>();
    KEY_LOCAL.matcher(code).results().forEach(local -> keys.add(local.group(1)));
    if (KEY_WRITTEN.matcher(code).results().count() != keys.size()) {
      problems.add("gives a name that begins with K_ to what is not one of KEYS");
    }
    KEY_NAME
        .matcher(code)
        .results()
        .map(MatchResult::group)
        .filter(name -> !keys.contains(name))
        .distinct()
        .forEach(name -> problems.add("uses " + name + " without declaring it"));
  }

  private static void checkCall(String code, String command, String key, List<String> problems) {
    if (FORBIDDEN.contains(command)) {
      problems.add("calls " + command);
    }
    boolean declared =
        KEY.matcher(key).matches() && (!key.equals("key") || KEY_PARAMETER.matcher(code).find());
    if (!WITHOUT_KEYS.contains(command) && !declared) {
      problems.add("calls " + command + " with a key that is not declared: " + key);
    }
  }

  /** What is missing in the header of a script's file. */
  static List<String> missingInHeader(String source) {
    String header = source.lines().takeWhile(line -> line.startsWith("--")).toList().toString();
    return HEADER.stream()
        .filter(line -> !header.contains(line))
        // A reply may be rows alone.
        .filter(line -> !line.equals("-- reply:") || !header.contains("-- each:"))
        .toList();
  }
}
