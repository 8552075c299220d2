package io.duetime.internal.cron;

import io.duetime.internal.cron.LocalTicks.TimesOfDay;
import io.duetime.internal.cron.ZonedTicks.BackwardSearch;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A parsed cron expression of five fields (minute, hour, day of month, month, day of week), of six
 * with the second before them, or one of {@code @yearly @annually @monthly @weekly @daily @midnight
 * @hourly}. Immutable; equal when the text is equal but for case and spaces.
 */
public final class CronExpression {
  private static final String FORMS =
      "5 fields (minute hour day-of-month month day-of-week), 6 with the second first, "
          + "@yearly, @annually, @monthly, @weekly, @daily, @midnight or @hourly";
  private static final Map<String, String> NICKNAMES =
      Map.of(
          "@yearly", "0 0 1 1 *",
          "@annually", "0 0 1 1 *",
          "@monthly", "0 0 1 * *",
          "@weekly", "0 0 * * 0",
          "@daily", "0 0 * * *",
          "@midnight", "0 0 * * *",
          "@hourly", "0 * * * *");

  /** More than a list of every value in every field needs. */
  private static final int MAX_LENGTH = 1_000;

  /** No job is due before the epoch, so nothing ticks there. */
  private static final Instant BEFORE_ALL = Instant.EPOCH.minusSeconds(1);

  private static final Instant AFTER_ALL = Instant.parse("9999-12-31T23:59:59Z");

  private final String text;
  private final LocalTicks ticks;

  private CronExpression(String text, LocalTicks ticks) {
    this.text = text;
    this.ticks = ticks;
  }

  /**
   * Reads an expression.
   *
   * @throws CronSyntaxException if it cannot be read, or if no day ever matches it
   */
  public static CronExpression parse(String expression) {
    if (expression.length() > MAX_LENGTH) {
      throw refused(expression, "at most " + MAX_LENGTH + " characters");
    }
    String text = expression.strip().replaceAll("\\s+", " ");
    if (text.startsWith("@")) {
      return nickname(text.toLowerCase(Locale.ROOT));
    }
    String canonical = text.toUpperCase(Locale.ROOT);
    return new CronExpression(canonical, fields(canonical));
  }

  private static CronExpression nickname(String name) {
    String fields = NICKNAMES.get(name);
    if (fields == null) {
      throw refused(name, FORMS);
    }
    return new CronExpression(name, fields(fields));
  }

  private static LocalTicks fields(String text) {
    String[] fields = text.split(" ", -1);
    return switch (fields.length) {
      case 5 -> ticks(text, "0", fields, 0);
      case 6 -> ticks(text, fields[0], fields, 1);
      default -> throw refused(text, FORMS);
    };
  }

  private static LocalTicks ticks(String text, String second, String[] fields, int minute) {
    TimesOfDay times =
        new TimesOfDay(
            CronField.HOUR.list(fields[minute + 1]),
            CronField.MINUTE.list(fields[minute]),
            CronField.SECOND.list(second));
    long months = CronField.MONTH.list(fields[minute + 3]);
    DayRule days = DayRule.parse(fields[minute + 2], fields[minute + 4]);
    LocalTicks ticks = new LocalTicks(times, months, days);
    if (!ticks.everMatch()) {
      throw refused(text, "one that matches some day of the calendar");
    }
    return ticks;
  }

  private static CronSyntaxException refused(String expression, String allowed) {
    return new CronSyntaxException("cron expression", expression, allowed);
  }

  /**
   * Finds the first tick strictly after a moment.
   *
   * @return empty when there is none from the epoch to the end of the year 9999
   */
  public Optional<Instant> nextAfter(Instant moment, ZoneId zone) {
    if (!moment.isBefore(AFTER_ALL)) {
      return Optional.empty();
    }
    Instant start = moment.isBefore(BEFORE_ALL) ? BEFORE_ALL : moment;
    return Optional.ofNullable(new ZonedTicks(ticks, zone.getRules()).after(start));
  }

  /**
   * Finds the last tick at or before a moment.
   *
   * @return empty when there is none since the epoch
   */
  public Optional<Instant> latestAtOrBefore(Instant moment, ZoneId zone) {
    Instant end = moment.isBefore(AFTER_ALL) ? moment : AFTER_ALL;
    ZonedTicks zoned = new ZonedTicks(ticks, zone.getRules());
    return Optional.ofNullable(
        new BackwardSearch(zoned, BEFORE_ALL.getEpochSecond()).upTo(end.getEpochSecond()));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CronExpression that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** The expression in capitals, nicknames in small letters, one space between fields. */
  @Override
  public String toString() {
    return text;
  }

  /** Refuses a text that is no cron expression, or one that matches no day. */
  public static final class CronSyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String field;
    private final String value;
    private final String allowed;

    CronSyntaxException(String field, String value, String allowed) {
      super(field + " is '" + value + "'; allowed: " + allowed);
      this.field = field;
      this.value = value;
      this.allowed = allowed;
    }

    public String field() {
      return field;
    }

    public String value() {
      return value;
    }

    public String allowed() {
      return allowed;
    }
  }
}
