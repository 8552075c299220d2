package io.duetime.server.json;

import io.duetime.InvalidRequestException;
import io.duetime.internal.parse.InstantText;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Moments between what people write and what engines count. */
public final class TimeText {
  private TimeText() {}

  /** A moment in epoch milliseconds, a finer part rounded up; refused where it does not fit. */
  public static long millis(String field, Instant moment) {
    try {
      return moment.plusNanos(999_999).toEpochMilli();
    } catch (ArithmeticException | DateTimeException tooFar) {
      throw new InvalidRequestException(field, moment, "at most 100 years ahead");
    }
  }

  /** Writes a moment as ISO-8601 with milliseconds; the end of time as null. */
  public static @Nullable String iso(long epochMillis) {
    return epochMillis == Long.MAX_VALUE
        ? null
        : InstantText.format(Instant.ofEpochMilli(epochMillis));
  }
}
