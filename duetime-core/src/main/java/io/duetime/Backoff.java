package io.duetime;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;

/** Defines how the time between attempts grows; part of a {@link RetryPolicy}. Immutable. */
public sealed interface Backoff {
  /** The longest time between two attempts. */
  Duration MAX_DELAY = Duration.ofDays(365);

  /**
   * Computes the wait after a failed attempt, in milliseconds, before jitter.
   *
   * @param attempt the attempt that failed, 1 for the first
   */
  long millisAfter(int attempt);

  /** Computes the sum of the first {@code waits} waits, in milliseconds, before jitter. */
  long millisOver(int waits);

  /** Waits the same time after every attempt: whole milliseconds from 0 to 365 days. */
  static Backoff fixed(Duration delay) {
    return new Delays(Collections.singletonList(delay));
  }

  /**
   * Lists the waits in order; the last one applies to all later attempts.
   *
   * @param delays 1 to 100 waits, each whole milliseconds from 0 to 365 days
   */
  record Delays(List<Duration> delays) implements Backoff {
    private static final int MAX_DELAYS = 100;

    /** Checks number and ranges. */
    public Delays {
      delays = Limits.allGiven("delays", delays);
      if (delays.isEmpty() || delays.size() > MAX_DELAYS) {
        throw new InvalidRequestException("delays", delays.size() + " delays", "1 to 100 delays");
      }
      for (Duration delay : delays) {
        check("delay", delay, Duration.ZERO);
      }
    }

    @Override
    public long millisAfter(int attempt) {
      RetryPolicy.checkedAttempt(attempt);
      return delays.get(Math.min(attempt, delays.size()) - 1).toMillis();
    }

    @Override
    public long millisOver(int waits) {
      int listed = Math.min(RetryPolicy.checkedWaits(waits), delays.size());
      long millis = delays.subList(0, listed).stream().mapToLong(Duration::toMillis).sum();
      return millis + (waits - listed) * millisAfter(delays.size());
    }
  }

  /**
   * Multiplies the wait after every attempt.
   *
   * @param initial the wait after the first attempt, whole milliseconds from 1 ms to 365 days
   * @param factor 1 to 100, in steps of 0.01
   * @param max the longest wait, whole milliseconds from {@code initial} to 365 days
   */
  record Exponential(Duration initial, double factor, Duration max) implements Backoff {
    private static final int SCALE = 100;

    /** Checks the ranges. */
    public Exponential {
      check("initial", initial, Duration.ofMillis(1));
      check("max", max, initial);
      factor = RetryPolicy.inSteps("factor", factor, SCALE, 1, 100);
    }

    /** The factor in hundredths, so that all implementations compute with integers. */
    int factorHundredths() {
      return (int) Math.round(factor * SCALE);
    }

    /** Rounds up at each step, so that every factor above 1 grows and reaches {@code max}. */
    @Override
    public long millisAfter(int attempt) {
      RetryPolicy.checkedAttempt(attempt);
      long delay = initial.toMillis();
      for (int i = 1; i < attempt && grows(delay); i++) {
        delay = next(delay);
      }
      return Math.min(delay, max.toMillis());
    }

    @Override
    public long millisOver(int waits) {
      RetryPolicy.checkedWaits(waits);
      long millis = 0;
      long delay = initial.toMillis();
      int waited = 0;
      while (waited < waits && grows(delay)) {
        millis += delay;
        delay = next(delay);
        waited++;
      }
      return millis + (waits - waited) * Math.min(delay, max.toMillis());
    }

    private boolean grows(long delay) {
      return delay < max.toMillis() && factorHundredths() > SCALE;
    }

    private long next(long delay) {
      return (delay * factorHundredths() + SCALE - 1) / SCALE;
    }
  }

  private static void check(String field, Duration value, Duration least) {
    boolean inRange =
        value != null && value.compareTo(least) >= 0 && value.compareTo(MAX_DELAY) <= 0;
    if (!inRange || !value.equals(value.truncatedTo(ChronoUnit.MILLIS))) {
      throw new InvalidRequestException(
          field, value, "whole milliseconds from " + least.toMillis() + " ms to 365 days");
    }
  }
}
