package io.duetime.internal.cron;

import java.time.LocalDate;
import java.time.YearMonth;

/**
 * What decides which days of a month match: its length and the weekday it begins with. Sets of days
 * are bit sets with bit n for day n, sets of weekdays with bit 0 for Sunday.
 *
 * @param length 28 to 31
 * @param firstWeekday the weekday of the first day, Sunday is 0
 */
record MonthShape(int length, int firstWeekday) {
  private static final int SUNDAY = 0;
  private static final int SATURDAY = 6;
  private static final long ONE_DAY_A_WEEK =
      1L | (1L << 7) | (1L << 14) | (1L << 21) | (1L << 28) | (1L << 35);

  static MonthShape of(int year, int month) {
    return new MonthShape(
        YearMonth.of(year, month).lengthOfMonth(),
        LocalDate.of(year, month, 1).getDayOfWeek().getValue() % 7);
  }

  long allDays() {
    return (1L << (length + 1)) - 2;
  }

  /** All days that fall on one of the weekdays. */
  long on(long weekdays) {
    // The pattern's bit k is weekday k mod 7, so day d is its bit firstWeekday + d - 1.
    return (((weekdays * ONE_DAY_A_WEEK) >>> firstWeekday) << 1) & allDays();
  }

  /** The days of the n-th seven of the month; within them each weekday comes once. */
  long week(int n) {
    return (0x7FL << (7 * n - 6)) & allDays();
  }

  /** The last seven days of the month. */
  long lastWeek() {
    return 0x7FL << (length - 6);
  }

  /** Turns "n days before the last day" into days. */
  long backwards(long fromLast) {
    return (Long.reverse(fromLast) >>> (63 - length)) & allDays();
  }

  /** The Monday to Friday nearest to a day without leaving the month. */
  int nearestWeekday(int day) {
    return switch ((firstWeekday + day - 1) % 7) {
      case SATURDAY -> day == 1 ? 3 : day - 1;
      case SUNDAY -> day == length ? day - 2 : day + 1;
      default -> day;
    };
  }
}
