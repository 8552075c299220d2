package io.duetime.wire;

import io.duetime.InvalidRequestException;
import io.duetime.settings.InstantText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** Converts moments between epoch milliseconds and ISO-8601. */
public final class TimeText {
  private static final String FORM = "0000-00-00T00:00:00.000Z";

  /** Servers take smaller numbers for seconds. */
  private static final long LEAST_NUMBER = 1_000_000_000_000L;

  /** The end of the year 9999, the last moment that HTTP has. No job can be due so late. */
  static final long LATEST = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

  private TimeText() {}

  /** Converts a moment to epoch milliseconds, rounded up; refuses one that does not fit. */
  public static long millis(String field, Instant moment) {
    try {
      return moment.plusNanos(999_999).toEpochMilli();
    } catch (ArithmeticException | DateTimeException tooFar) {
      throw new InvalidRequestException(field, moment, "at most 100 years ahead");
    }
  }

  /** Writes a moment as ISO-8601 with milliseconds; {@link Long#MAX_VALUE} as null. */
  public static @Nullable String iso(long epochMillis) {
    return epochMillis == Long.MAX_VALUE
        ? null
        : InstantText.format(Instant.ofEpochMilli(epochMillis));
  }

  /**
   * Writes a moment of a request: milliseconds, but ISO-8601 where a server takes a number for a
   * mistake.
   */
  public static String asked(long epochMillis) {
    return epochMillis >= LEAST_NUMBER
        ? Long.toString(Math.min(epochMillis, LATEST))
        : InstantText.format(Instant.ofEpochMilli(epochMillis));
  }

  /**
   * Reads a moment in any form of {@link InstantText}, and the one of {@link #iso} without its
   * cost: a claimed job has four of them.
   */
  static Instant instant(String field, String text) {
    if (isUsual(text)) {
      try {
        return Instant.ofEpochMilli(usual(text));
      } catch (DateTimeException noSuchDay) {
        // Refused below.
      }
    }
    return InstantText.parse(field, text);
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
