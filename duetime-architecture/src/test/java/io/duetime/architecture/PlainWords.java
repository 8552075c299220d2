package io.duetime.architecture;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds words that the project's texts do not use: each has a plainer one in its place. */
final class PlainWords {
  /** Put together here, so that a search for a word does not find this list. */
  private static final List<String> UNWANTED =
      List.of(
          "who" + "ever",
          "some" + "body",
          "no" + "body",
          "a" + "new",
          "ti" + "ll",
          "unless " + "said",
          "sta" + "nds",
          "li" + "es");

  // An underscore or a capital ends a word as well: readers meet names, too. BodyPublishers is a
  // class of Java, whose method for an empty body has an unwanted name.
  private static final Pattern WORD =
      Pattern.compile(
          "(?<![a-zA-Z])(?<!BodyPublishers\\.)(?i:"
              + String.join("|", UNWANTED)
              + ")(?![a-z])|(?<=[a-z])(?:"
              + capitals()
              + ")(?![a-z])");

  /** The end of a line of text and what begins the next one in Markdown, Java, Lua and YAML. */
  private static final Pattern LINE_BREAK =
      Pattern.compile("[ \\t]*\\n[ \\t]*(//|--|#|\\*|>)?[ \\t]*");

  private static final Pattern CHECKED =
      Pattern.compile(
          "[^/]+\\.md|(.*/)?pom\\.xml|docs/.*\\.(md|svg|html|ya?ml)|examples/.*\\.md"
              + "|.*/src/main/.*\\.(java|lua|md|ya?ml|html|js|json)");

  private PlainWords() {}

  private static String capitals() {
    return UNWANTED.stream()
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining("|"));
  }

  static List<String> unwanted() {
    return UNWANTED;
  }

  /** Tells whether a tracked file is a main source or a document. */
  static boolean areExpectedIn(String file) {
    return CHECKED.matcher(file).matches();
  }

  /** Returns the unwanted words in a text, in lower case, one for each use. */
  static List<String> missedIn(String text) {
    String running = LINE_BREAK.matcher(text).replaceAll(" ");
    return WORD.matcher(running)
        .results()
        .map(match -> match.group().toLowerCase(Locale.ROOT))
        .toList();
  }
}
