package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * When a recurring job ticks: by a cron expression in a time zone, or by an interval. A schedule is
 * an immutable value, the same in every process that reads it; it knows no clock. All methods are
 * safe for any thread.
 *
 * <p><b>Cron.</b> Five fields (minute, hour, day of month, month, day of week), six with the second
 * before them, or {@code @yearly}, {@code @annually}, {@code @monthly}, {@code @weekly},
 * {@code @daily}, {@code @midnight}, {@code @hourly}. A field is a list of values, ranges and steps
 * ({@code 1,5-9,20/3}); a range may wrap ({@code FRI-MON}, {@code 22-2}). Months and weekdays have
 * names in any case; Sunday is 0 and 7. {@code ?} is {@code *} in the fields for days. Day of month
 * takes {@code L} (last day), {@code L-3} (three days before it), {@code 15W} (the weekday nearest
 * to the 15th) and {@code LW} (the last weekday); day of week takes {@code 5L} (the last Friday)
 * and {@code 5#2} (the second Friday). When both fields for days are restricted, that is when
 * neither begins with {@code *} or {@code ?}, a day matches that matches either, as in crontab;
 * otherwise it has to match both.
 *
 * <p><b>Clock changes.</b> An expression that names certain hours speaks of the clock on the wall:
 * a local time that comes twice ticks at the first, and one that a gap swallows ticks at the first
 * moment after the gap, once. An expression that names every hour ({@code *}, {@code 0-23}) is a
 * steady rhythm: it ticks whenever the local time matches, in both passes of a repeated hour, and
 * makes up for nothing after a gap.
 *
 * <p>Ticks lie between the epoch and the end of the year 9999.
 */
public sealed interface Schedule permits CronSchedule, IntervalSchedule {
  /** The most ticks that {@link #next} answers. */
  int MAX_NEXT = 10_000;

  /**
   * Ticks by a cron expression.
   *
   * @param expression five or six fields or a nickname, at most 1,000 characters
   * @param zone the time zone whose clock the fields mean
   * @throws InvalidRequestException if the expression cannot be read, or if no date ever matches
   */
  static Schedule cron(String expression, ZoneId zone) {
    return CronSchedule.parse(expression, zone);
  }

  /**
   * Ticks at every whole multiple of an interval since the epoch, so that all processes agree:
   * every 5 minutes means :00, :05, :10 and so on in UTC.
   *
   * @param interval whole milliseconds, from 1 ms to 100 years
   * @throws InvalidRequestException if the interval is out of range
   */
  static Schedule every(Duration interval) {
    return every(interval, Instant.EPOCH);
  }

  /**
   * Ticks at an anchor and after every interval from there, never before it.
   *
   * @param interval whole milliseconds, from 1 ms to 100 years
   * @param anchor the first tick, from the epoch to the year 9999; a part finer than a millisecond
   *     is rounded up
   * @throws InvalidRequestException if either is out of range
   */
  static Schedule every(Duration interval, Instant anchor) {
    return IntervalSchedule.of(interval, anchor);
  }

  /**
   * Reads what {@link #toString} writes: {@code cron EXPRESSION ZONE} or {@code every INTERVAL},
   * the latter also with {@code from ANCHOR}; interval and anchor in ISO-8601.
   *
   * @throws InvalidRequestException if the text is neither
   */
  static Schedule parse(String text) {
    return ScheduleText.parse(text);
  }

  /** The first tick strictly after a moment, empty when there is none up to the year 9999. */
  Optional<Instant> nextAfter(Instant moment);

  /** The last tick at or before a moment, empty when there is none since the epoch. */
  Optional<Instant> latestAtOrBefore(Instant moment);

  /**
   * The ticks strictly after a moment, in order; fewer than asked for only at the end of time.
   *
   * @param count 0 to 10,000
   * @throws InvalidRequestException if the count is out of range
   */
  default List<Instant> next(Instant from, int count) {
    Limits.given("from", from);
    if (count < 0 || count > MAX_NEXT) {
      throw new InvalidRequestException("count", count, "0 to " + MAX_NEXT);
    }
    List<Instant> ticks = new ArrayList<>(count);
    Optional<Instant> tick = nextAfter(from);
    while (ticks.size() < count && tick.isPresent()) {
      ticks.add(tick.get());
      tick = nextAfter(tick.get());
    }
    return List.copyOf(ticks);
  }

  /**
   * The canonical text, such as {@code cron 0 7 * * MON-FRI Europe/Berlin} or {@code every PT5M
   * from 1970-01-01T00:00:00Z}. Schedules with equal texts are equal.
   */
  @Override
  String toString();
}
