package io.duetime.internal.cron;

import io.duetime.internal.cron.DayRule.MonthShape;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;

/** The ticks of an expression as a clock on the wall shows them, without any zone. */
record LocalTicks(TimesOfDay times, long months, DayRule days) {
  /** Ticks are looked for up to the end of this year. */
  private static final int LAST_YEAR = 9999;

  /**
   * 28 years without a century's exception: each kind of year (leap or not, by first weekday) is
   * among them.
   */
  private static final int CYCLE_START = 2001;

  private static final int CYCLE_END = 2028;

  /** Whether some day of the calendar matches; every calendar year repeats one of the cycle. */
  boolean everMatch() {
    LocalDate found = dayFrom(LocalDate.of(CYCLE_START, 1, 1), CYCLE_END);
    return found != null;
  }

  /** The first tick at or after a moment given in whole seconds, null after the last year. */
  @Nullable LocalDateTime from(LocalDateTime moment) {
    LocalDate today = moment.toLocalDate();
    LocalDate day = dayFrom(today, LAST_YEAR);
    if (day == null) {
      return null;
    }
    if (day.equals(today)) {
      LocalTime time = times.from(moment.toLocalTime());
      if (time != null) {
        return LocalDateTime.of(today, time);
      }
      day = dayFrom(today.plusDays(1), LAST_YEAR);
    }
    return day == null ? null : LocalDateTime.of(day, times.first());
  }

  private @Nullable LocalDate dayFrom(LocalDate start, int lastYear) {
    int firstDay = start.getDayOfMonth();
    int month = start.getMonthValue();
    for (int year = start.getYear(); year <= lastYear; year++) {
      for (; month <= 12; month++) {
        long found = ((months >>> month) & 1) == 0 ? 0 : days.in(MonthShape.of(year, month));
        found &= -1L << firstDay;
        if (found != 0) {
          return LocalDate.of(year, month, Long.numberOfTrailingZeros(found));
        }
        firstDay = 1;
      }
      month = 1;
    }
    return null;
  }

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
}
