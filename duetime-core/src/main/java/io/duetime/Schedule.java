package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Defines when a recurring job ticks: by a cron expression in a time zone, or by an interval. A
 * schedule is an immutable value without a clock, the same in every process. Thread safe.
 *
 * <p><b>Cron.</b> An expression has five fields (minute, hour, day of month, month, day of week),
 * or six with the second first. The nicknames are {@code @yearly}, {@code @annually},
 * {@code @monthly}, {@code @weekly}, {@code @daily}, {@code @midnight} and {@code @hourly}. A field
 * is a list of values, ranges and steps ({@code 1,5-9,20/3}); a range may wrap ({@code FRI-MON},
 * {@code 22-2}). Months and weekdays have names in upper or lower case; Sunday is 0 and 7. {@code
 * ?} means {@code *} in the fields for days.
 *
 * <p>Day of month also has {@code L} (last day), {@code L-3} (three days before it), {@code 15W}
 * (the weekday nearest to the 15th) and {@code LW} (the last weekday). Day of week also has {@code
 * 5L} (the last Friday) and {@code 5#2} (the second Friday). If both fields for days are
 * restricted, a day matches if either field matches, as in crontab. A field is restricted if it
 * begins with neither {@code *} nor {@code ?}. Otherwise both fields must match.
 *
 * <p><b>Clock changes.</b> An expression that names certain hours follows the local clock. A local
 * time that occurs twice ticks once, the first time; a local time in a gap ticks once, at the first
 * moment after the gap. An expression that names every hour ({@code *}, {@code 0-23}) is a steady
 * rhythm. It ticks whenever the local time matches, in both passes of a repeated hour, and adds no
 * tick after a gap.
 *
 * <p>All ticks are between the epoch and the end of the year 9999.
 */
public sealed interface Schedule permits CronSchedule, IntervalSchedule {
  /** The most ticks that {@link #next} returns. */
  int MAX_NEXT = 10_000;

  /**
   * Ticks by a cron expression.
   *
   * @param expression five or six fields or a nickname, at most 1,000 characters
   * @param zone the time zone of the fields
   * @throws InvalidRequestException if the expression is malformed, or if no date ever matches
   */
  static Schedule cron(String expression, ZoneId zone) {
    return CronSchedule.parse(expression, zone);
  }

  /**
   * Ticks at every multiple of an interval since the epoch, so that all processes agree: an
   * interval of 5 minutes ticks at :00, :05, :10 and so on in UTC.
   *
   * @param interval whole milliseconds, from 1 ms to 100 years
   * @throws InvalidRequestException if the interval is out of range
   */
  static Schedule every(Duration interval) {
    return every(interval, Instant.EPOCH);
  }

  /**
   * Ticks at an anchor and after every interval from there.
   *
   * @param interval whole milliseconds, from 1 ms to 100 years
   * @param anchor the first tick, from the epoch to the year 9999, rounded up to milliseconds
   * @throws InvalidRequestException if either is out of range
   */
  static Schedule every(Duration interval, Instant anchor) {
    return IntervalSchedule.of(interval, anchor);
  }

  /**
   * Parses the text that {@link #toString} writes: {@code cron EXPRESSION ZONE}, {@code every
   * INTERVAL} or {@code every INTERVAL from ANCHOR}, with interval and anchor in ISO-8601.
   *
   * @throws InvalidRequestException if the text is neither
   */
  static Schedule parse(String text) {
    return ScheduleText.parse(text);
  }

  /** Returns the first tick after a moment; empty if there is none up to the year 9999. */
  Optional<Instant> nextAfter(Instant moment);

  /** Returns the last tick at or before a moment; empty if there is none since the epoch. */
  Optional<Instant> latestAtOrBefore(Instant moment);

  /**
   * Returns the ticks after a moment, in order; fewer than {@code count} only near the year 9999.
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
   * Returns the canonical text, such as {@code cron 0 7 * * MON-FRI Europe/Berlin} or {@code every
   * PT5M from 1970-01-01T00:00:00Z}. Schedules with equal texts are equal.
   */
  @Override
  String toString();
}
