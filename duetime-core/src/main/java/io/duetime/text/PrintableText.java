package io.duetime.text;

/**
 * Makes texts that others have written safe to print. Control characters (C0, C1) command a
 * terminal, and the bidi controls of Unicode (U+202A to U+202E, U+2066 to U+2069) show a text in
 * another order than it is stored. Each is replaced by its escape, such as {@code \\u001B}, so JSON
 * keeps its value.
 */
public final class PrintableText {
  private PrintableText() {}

  /** Replaces them all, so that the text stays on one line. */
  public static String line(String text) {
    return printable(text, "");
  }

  /** Replaces them except for line ends and tabs. */
  public static String lines(String text) {
    return printable(text, "\n\t");
  }

  private static String printable(String text, String allowed) {
    if (text.chars().noneMatch(c -> isControl(c) && allowed.indexOf(c) < 0)) {
      return text;
    }
    StringBuilder printable = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean endsLine = c == '\r' && text.startsWith("\n", i + 1) && allowed.indexOf('\n') >= 0;
      if (isControl(c) && allowed.indexOf(c) < 0 && !endsLine) {
        printable.append(String.format("\\u%04X", (int) c));
      } else {
        printable.append(c);
      }
    }
    return printable.toString();
  }

  private static boolean isControl(int c) {
    boolean isBidi = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    return isBidi || Character.isISOControl(c);
  }
}
