package io.duetime.internal.cron;

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
}
