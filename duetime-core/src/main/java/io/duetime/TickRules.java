package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which ticks of a recurring definition run. Immutable.
 *
 * @param missed what happens to missed ticks
 * @param grace how long after its moment a tick may start under {@link MissedTicks#NONE}: 1 ms to
 *     100 years, rounded up to milliseconds
 * @param until the last moment at which it ticks, rounded down to milliseconds; null for no end
 * @param times how many ticks run in all; 0 for no end
 * @param firstNow whether it also ticks at the moment at which it is first stored
 * @param overlap what happens to a tick while an earlier job has begun and not ended
 */
public record TickRules(
    MissedTicks missed,
    Duration grace,
    @Nullable Instant until,
    long times,
    boolean firstNow,
    Overlap overlap) {
  /** How long after its moment a tick may start under {@link MissedTicks#NONE}, by default. */
  public static final Duration DEFAULT_GRACE = Duration.ofMinutes(1);

  private static final long MAX_TIMES = (1L << 32) - 1;

  /** The latest of missed ticks runs; the ticks may overlap and do not end. */
  public static final TickRules DEFAULT =
      new TickRules(MissedTicks.LATEST, DEFAULT_GRACE, null, 0, false, Overlap.ALLOW);

  /** Checks the ranges. */
  public TickRules {
    Limits.given("missed", missed);
    Limits.given("overlap", overlap);
    Limits.within(
        "grace", grace, Duration.ofMillis(1), Limits.MAX_AHEAD, "1 ms to 36525 days (100 years)");
    grace = Duration.ofMillis(grace.plusNanos(999_999).toMillis());
    if (until != null) {
      until = Limits.moment("until", until).truncatedTo(ChronoUnit.MILLIS);
    }
    if (times < 0 || times > MAX_TIMES) {
      throw new InvalidRequestException("times", times, "1 to " + MAX_TIMES + ", or 0 for no end");
    }
  }

  /** Returns the defaults with another rule for missed ticks. */
  public static TickRules of(MissedTicks missed) {
    return DEFAULT.withMissed(missed);
  }

  /** Returns a copy with another rule for missed ticks. */
  public TickRules withMissed(MissedTicks newMissed) {
    return new TickRules(newMissed, grace, until, times, firstNow, overlap);
  }

  /** Returns a copy with another grace time: 1 ms to 100 years. */
  public TickRules withGrace(Duration newGrace) {
    return new TickRules(missed, newGrace, until, times, firstNow, overlap);
  }

  /** Returns a copy that ends at a moment; null for no end. */
  public TickRules withUntil(@Nullable Instant newUntil) {
    return new TickRules(missed, grace, newUntil, times, firstNow, overlap);
  }

  /** Returns a copy that ends after some ticks; 0 for no end. */
  public TickRules withTimes(long newTimes) {
    return new TickRules(missed, grace, until, newTimes, firstNow, overlap);
  }

  /** Returns a copy that also ticks at the moment at which the definition is first stored. */
  public TickRules withFirstNow() {
    return new TickRules(missed, grace, until, times, true, overlap);
  }

  /** Returns a copy with another rule for ticks that would overlap an earlier job. */
  public TickRules withOverlap(Overlap newOverlap) {
    return new TickRules(missed, grace, until, times, firstNow, newOverlap);
  }
}
