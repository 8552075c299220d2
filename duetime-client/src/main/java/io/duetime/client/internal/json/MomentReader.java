package io.duetime.client.internal.json;

import java.time.Instant;
import java.time.LocalDate;

/**
 * Reads moments as servers write them, {@code 2026-11-20T07:00:00.000Z}, without the cost of {@link
 * Instant#parse}: a claimed job has four of them.
 */
final class MomentReader {
  private static final String FORM = "0000-00-00T00:00:00.000Z";

  private MomentReader() {}

  /** Reads a moment in any form of ISO-8601 as epoch milliseconds. */
  static long millis(String text) {
    return isUsual(text) ? usual(text) : Instant.parse(text).toEpochMilli();
  }

  private static boolean isUsual(String text) {
    if (text.length() != FORM.length()) {
      return false;
    }
    for (int i = 0; i < FORM.length(); i++) {
      char given = text.charAt(i);
      char form = FORM.charAt(i);
      if (form == '0' ? given < '0' || given > '9' : given != form) {
        return false;
      }
    }
    return number(text, 11, 13) < 24 && number(text, 14, 16) < 60 && number(text, 17, 19) < 60;
  }

  private static long usual(String text) {
    long days =
        LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10)).toEpochDay();
    long hours = days * 24 + number(text, 11, 13);
    long seconds = (hours * 60 + number(text, 14, 16)) * 60 + number(text, 17, 19);
    return seconds * 1_000 + number(text, 20, 23);
  }

  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = number * 10 + text.charAt(i) - '0';
    }
    return number;
  }
}
