package io.duetime.runtime.call;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/** Counts whole milliseconds, rounded up, so that no job is ever early. */
public final class WholeMillis {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private WholeMillis() {}

  /** Returns the first whole millisecond since the epoch that is not before a due time. */
  public static long ceil(Instant dueAt) {
    Limits.given("dueAt", dueAt);
    try {
      return dueAt.plusNanos(NANOS_PER_MILLI - 1).toEpochMilli();
    } catch (ArithmeticException | DateTimeException tooFar) {
      throw new InvalidRequestException("dueAt", dueAt, "at most 100 years ahead");
    }
  }

  /** Returns the least number of milliseconds that is not shorter than a duration. */
  public static long ceil(Duration duration) {
    return duration.plusNanos(NANOS_PER_MILLI - 1).toMillis();
  }
}
