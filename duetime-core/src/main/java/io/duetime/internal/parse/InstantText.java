package io.duetime.internal.parse;

import io.duetime.InvalidRequestException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Optional;
import java.util.regex.Pattern;

/** Moments as people and programs write them. */
public final class InstantText {
  private static final String ALLOWED =
      "ISO-8601 with Z or an offset (2026-11-20T07:00:00Z, 2026-11-20T08:00+01:00) from the year 0"
          + " to 9999, or milliseconds since 1970 (1795158000000)";
  private static final String MILLIS_HINT =
      "; numbers are milliseconds, and one so small is more likely seconds: those before September"
          + " 2001 are taken in ISO-8601 alone, but for 0";
  private static final String PLUS_HINT = "; in a URL the + of an offset is written %2B";
  private static final Pattern EPOCH_MILLIS = Pattern.compile("0|\\d{13,15}");
  private static final Pattern TOO_SMALL = Pattern.compile("-?\\d{1,12}");
  private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999999Z");
  private static final DateTimeFormatter WITH_MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private InstantText() {}

  /**
   * Reads an ISO-8601 date and time with {@code Z} or an offset, or milliseconds since the epoch.
   * Numbers of fewer than 13 digits, but for 0, are refused: they would be moments before September
   * 2001 by them, and many count in seconds.
   *
   * @param field what the moment is for, as the caller wrote it
   * @throws InvalidRequestException if it is written otherwise or not from the year 0 to 9999
   */
  public static Instant parse(String field, String text) {
    return read(text)
        .filter(instant -> !instant.isBefore(EARLIEST) && !instant.isAfter(LATEST))
        .orElseThrow(() -> refused(field, text));
  }

  private static Optional<Instant> read(String text) {
    try {
      return Optional.of(
          EPOCH_MILLIS.matcher(text).matches()
              ? Instant.ofEpochMilli(Long.parseLong(text))
              : DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text, Instant::from));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static InvalidRequestException refused(String field, String text) {
    // A query string turns an unescaped + into a space.
    String hint = text.indexOf(' ') > 0 ? PLUS_HINT : "";
    if (TOO_SMALL.matcher(text).matches()) {
      hint = MILLIS_HINT;
    }
    return new InvalidRequestException(field, text, ALLOWED + hint);
  }

  /** Writes a moment in UTC with three digits for milliseconds; a finer part is cut off. */
  public static String format(Instant instant) {
    return WITH_MILLIS.format(instant);
  }
}
