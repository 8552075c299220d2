package io.duetime.internal.cron;

import java.time.LocalTime;
import org.jspecify.annotations.Nullable;

/**
 * The hour, minute and second fields: one bit for each value that matches. None of them is empty.
 */
record TimesOfDay(long hours, long minutes, long seconds) {
  private static final long EVERY_HOUR = (1L << 24) - 1;

  boolean everyHour() {
    return hours == EVERY_HOUR;
  }

  LocalTime first() {
    return time(lowest(hours), lowest(minutes), lowest(seconds));
  }

  /** The first match at or after a time of day, null when the day has no more. */
  @Nullable LocalTime from(LocalTime time) {
    int hour = time.getHour();
    int minute = time.getMinute();
    if (has(hours, hour) && has(minutes, minute)) {
      long left = seconds & upFrom(time.getSecond());
      if (left != 0) {
        return time(hour, minute, lowest(left));
      }
    }
    if (has(hours, hour)) {
      long left = minutes & upFrom(minute + 1);
      if (left != 0) {
        return time(hour, lowest(left), lowest(seconds));
      }
    }
    long left = hours & upFrom(hour + 1);
    return left == 0 ? null : time(lowest(left), lowest(minutes), lowest(seconds));
  }

  private static LocalTime time(int hour, int minute, int second) {
    return LocalTime.of(hour, minute, second);
  }

  private static boolean has(long bits, int value) {
    return ((bits >>> value) & 1) != 0;
  }

  /** All values from one on; at most 60, so the shift never wraps. */
  private static long upFrom(int value) {
    return -1L << value;
  }

  private static int lowest(long bits) {
    return Long.numberOfTrailingZeros(bits);
  }
}
