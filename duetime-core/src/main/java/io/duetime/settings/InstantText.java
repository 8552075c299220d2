package io.duetime.settings;

import io.duetime.InvalidRequestException;
import java.math.BigDecimal;
import java.math.RoundingMode;
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

  /** Also as the JSON of a double, which may have a fraction or an exponent. */
  private static final Pattern NUMBER =
      Pattern.compile("\\d{1,20}(?:\\.\\d{1,20})?(?:[eE]\\+?\\d{1,2})?");

  private static final BigDecimal LEAST_MILLIS = new BigDecimal("1e12");
  private static final Pattern TOO_SMALL = Pattern.compile("-?\\d{1,12}");
  private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999999Z");
  private static final DateTimeFormatter WITH_MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private InstantText() {}

  /**
   * Reads an ISO-8601 date and time with {@code Z} or an offset, or milliseconds since the epoch,
   * which may have a fraction. Numbers below 10¹², but for 0, are refused: they would be moments
   * before September 2001 by them, and many count in seconds.
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
          NUMBER.matcher(text).matches()
              ? ofMillis(new BigDecimal(text))
              : DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text, Instant::from));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** A part below a nanosecond is rounded up, so that nothing is early. */
  private static Instant ofMillis(BigDecimal millis) {
    if (millis.signum() != 0 && millis.compareTo(LEAST_MILLIS) < 0) {
      throw new DateTimeException("too small");
    }
    BigDecimal seconds = millis.movePointLeft(3).setScale(9, RoundingMode.CEILING);
    if (seconds.compareTo(BigDecimal.valueOf(LATEST.getEpochSecond() + 1)) >= 0) {
      throw new DateTimeException("too large");
    }
    long whole = seconds.longValue();
    int nanos = seconds.subtract(BigDecimal.valueOf(whole)).movePointRight(9).intValueExact();
    return Instant.ofEpochSecond(whole, nanos);
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
