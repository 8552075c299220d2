package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Ticks at an anchor and after every interval from there.
 *
 * @param intervalMillis at least 1
 * @param anchorMillis the first tick
 */
record IntervalSchedule(long intervalMillis, long anchorMillis) implements Schedule {
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

  static IntervalSchedule of(Duration interval, Instant anchor) {
    boolean inRange =
        interval != null
            && interval.compareTo(SHORTEST) >= 0
            && interval.compareTo(Limits.MAX_AHEAD) <= 0;
    if (!inRange || !interval.equals(interval.truncatedTo(ChronoUnit.MILLIS))) {
      throw new InvalidRequestException(
          "interval", interval, "whole milliseconds from 1 ms to 100 years");
    }
    if (anchor == null || anchor.isBefore(Instant.EPOCH) || anchor.isAfter(LATEST)) {
      throw new InvalidRequestException(
          "anchor", anchor, "a moment from " + Instant.EPOCH + " to " + LATEST);
    }
    return new IntervalSchedule(interval.toMillis(), anchor.plusNanos(999_999).toEpochMilli());
  }

  @Override
  public Optional<Instant> nextAfter(Instant moment) {
    if (!Limits.given("moment", moment).isBefore(LATEST)) {
      return Optional.empty();
    }
    if (moment.isBefore(anchor())) {
      return Optional.of(anchor());
    }
    long next = tickUpTo(moment.toEpochMilli()) + intervalMillis;
    return Optional.of(Instant.ofEpochMilli(next)).filter(tick -> !tick.isAfter(LATEST));
  }

  @Override
  public Optional<Instant> latestAtOrBefore(Instant moment) {
    if (Limits.given("moment", moment).isBefore(anchor())) {
      return Optional.empty();
    }
    Instant end = moment.isBefore(LATEST) ? moment : LATEST;
    return Optional.of(Instant.ofEpochMilli(tickUpTo(end.toEpochMilli())));
  }

  private long tickUpTo(long millis) {
    return millis - (millis - anchorMillis) % intervalMillis;
  }

  private Instant anchor() {
    return Instant.ofEpochMilli(anchorMillis);
  }

  @Override
  public String toString() {
    return "every " + Duration.ofMillis(intervalMillis) + " from " + anchor();
  }
}
