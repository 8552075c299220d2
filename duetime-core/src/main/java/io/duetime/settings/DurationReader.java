package io.duetime.settings;

import io.duetime.InvalidRequestException;
import io.duetime.text.DurationText;
import java.time.Duration;

/** Reads durations of requests, and refuses what is none as callers are to see it. */
public final class DurationReader {
  private static final String ALLOWED =
      "a number with its unit (500ms, 30s, 30m, 12h, 7d) or ISO-8601 (PT30M, P7D), not negative";

  private static final String SIGNED = "a length of time other than 0, such as 2h or -30m";

  private DurationReader() {}

  /**
   * Reads a duration as {@link DurationText#read} does.
   *
   * @param field what the duration is for, as the caller wrote it
   * @throws InvalidRequestException if it is written otherwise, negative, or too long to count
   */
  public static Duration parse(String field, String text) {
    return DurationText.read(text)
        .orElseThrow(() -> new InvalidRequestException(field, text, ALLOWED));
  }

  /**
   * Reads a duration that may be negative, with a minus in front.
   *
   * @throws InvalidRequestException if it is written otherwise, or too long to count
   */
  public static Duration signed(String field, String text) {
    boolean isNegative = text.startsWith("-");
    return DurationText.read(isNegative ? text.substring(1) : text)
        .map(length -> isNegative ? length.negated() : length)
        .orElseThrow(() -> new InvalidRequestException(field, text, SIGNED));
  }
}
