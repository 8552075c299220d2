package io.duetime.server.json;

import io.duetime.InvalidRequestException;
import io.duetime.settings.InstantText;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Converts moments between epoch milliseconds and ISO-8601. */
public final class TimeText {
  private TimeText() {}

  /** Converts a moment to epoch milliseconds, rounded up; refuses one that does not fit. */
  public static long millis(String field, Instant moment) {
    try {
      return moment.plusNanos(999_999).toEpochMilli();
    } catch (ArithmeticException | DateTimeException tooFar) {
      throw new InvalidRequestException(field, moment, "at most 100 years ahead");
    }
  }

  /** Writes a moment as ISO-8601 with milliseconds; {@link Long#MAX_VALUE} as null. */
  public static @Nullable String iso(long epochMillis) {
    return epochMillis == Long.MAX_VALUE
        ? null
        : InstantText.format(Instant.ofEpochMilli(epochMillis));
  }
}
