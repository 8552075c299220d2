package io.duetime.redis.internal.script;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Replaces constants by their values: locals of a script, named in capitals, that are set to
 * numbers or texts in a line of their own. Otherwise each function that uses a constant would
 * capture it, at every call of the script. Every {@link Outcome} is such a constant that no script
 * declares.
 */
final class Constants {
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
