package io.duetime.internal.cron;

import java.time.LocalDate;
import java.time.YearMonth;

/**
 * Which days match, out of the two fields that speak of days.
 *
 * @param either whether it is enough that one of them matches: the crontab rule when both are
 *     restricted
 */
record DayRule(MonthDays monthDays, Weekdays weekdays, boolean either) {

  static DayRule parse(String monthDays, String weekdays) {
    return new DayRule(
        MonthDays.parse(monthDays.equals("?") ? "*" : monthDays),
        Weekdays.parse(weekdays.equals("?") ? "*" : weekdays),
        isRestricted(monthDays) && isRestricted(weekdays));
  }

  private static boolean isRestricted(String field) {
    return !field.startsWith("*") && !field.equals("?");
  }

  long in(MonthShape month) {
    long left = monthDays.in(month);
    long right = weekdays.in(month);
    return either ? left | right : left & right;
  }

  /**
   * The day-of-month field.
   *
   * @param days bit n: day n
   * @param fromLast bit n: n days before the last day
   * @param nearest bit n: the weekday nearest to day n, within the month
   * @param lastWeekday whether the last Monday to Friday of the month is meant
   */
  record MonthDays(long days, long fromLast, long nearest, boolean lastWeekday) {

    static MonthDays parse(String text) {
      CronField field = CronField.DAY_OF_MONTH;
      MonthDays all = new MonthDays(0, 0, 0, false);
      for (String element : field.elements(text)) {
        all = all.plus(element(field, element));
      }
      return all;
    }

    private static MonthDays element(CronField field, String element) {
      if (element.equals("LW")) {
        return new MonthDays(0, 0, 0, true);
      }
      if (element.equals("L")) {
        return new MonthDays(0, 1, 0, false);
      }
      if (element.startsWith("L-")) {
        return new MonthDays(0, 1L << offset(field, element), 0, false);
      }
      if (element.endsWith("W")) {
        int day = field.value(element.substring(0, element.length() - 1));
        return new MonthDays(0, 0, 1L << day, false);
      }
      return new MonthDays(field.element(element), 0, 0, false);
    }

    private static int offset(CronField field, String element) {
      int offset = CronField.number(element.substring(2));
      if (offset < 1 || offset > 30) {
        throw field.refused(element, "L-1 to L-30");
      }
      return offset;
    }

    private MonthDays plus(MonthDays other) {
      return new MonthDays(
          days | other.days,
          fromLast | other.fromLast,
          nearest | other.nearest,
          lastWeekday || other.lastWeekday);
    }

    /** The days this field names in a month; a day the month does not have is none. */
    long in(MonthShape month) {
      long found = days | month.backwards(fromLast);
      for (long left = nearest & month.allDays(); left != 0; left &= left - 1) {
        found |= 1L << month.nearestWeekday(Long.numberOfTrailingZeros(left));
      }
      if (lastWeekday) {
        found |= 1L << month.nearestWeekday(month.length());
      }
      return found & month.allDays();
    }
  }

  /**
   * The day-of-week field. Bit 0 is Sunday.
   *
   * @param every the weekdays meant each week
   * @param nth seven bits for each of the first to the fifth of a weekday in a month
   * @param last the weekdays of which the last in the month is meant
   */
  record Weekdays(long every, long nth, long last) {

    static Weekdays parse(String text) {
      CronField field = CronField.DAY_OF_WEEK;
      Weekdays all = new Weekdays(0, 0, 0);
      for (String element : field.elements(text)) {
        all = all.plus(element(field, element));
      }
      return all;
    }

    private static Weekdays element(CronField field, String element) {
      int hash = element.indexOf('#');
      if (hash >= 0) {
        int n = CronField.number(element.substring(hash + 1));
        if (n < 1 || n > 5) {
          throw field.refused(element, "a weekday, #, and 1 to 5");
        }
        return new Weekdays(0, weekday(field, element.substring(0, hash)) << (7 * (n - 1)), 0);
      }
      if (element.equals("L")) {
        throw field.refused(element, "a weekday before the L, such as 6L or SATL");
      }
      if (element.endsWith("L")) {
        return new Weekdays(0, 0, weekday(field, element.substring(0, element.length() - 1)));
      }
      return new Weekdays(field.element(element), 0, 0);
    }

    private static long weekday(CronField field, String text) {
      return 1L << (field.value(text) % 7);
    }

    private Weekdays plus(Weekdays other) {
      return new Weekdays(every | other.every, nth | other.nth, last | other.last);
    }

    long in(MonthShape month) {
      long found = month.on(every) | (month.on(last) & month.lastWeek());
      for (int n = 1; n <= 5; n++) {
        found |= month.on((nth >>> (7 * (n - 1))) & 0x7F) & month.week(n);
      }
      return found;
    }
  }

  /**
   * What decides which days of a month match: its length and the weekday it begins with. Sets of
   * days are bit sets with bit n for day n, sets of weekdays with bit 0 for Sunday.
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

    long on(long weekdays) {
      // The pattern's bit k is weekday k mod 7, so day d is its bit firstWeekday + d - 1.
      return (((weekdays * ONE_DAY_A_WEEK) >>> firstWeekday) << 1) & allDays();
    }

    /** The days of the n-th seven of the month; within them each weekday comes once. */
    long week(int n) {
      return (0x7FL << (7 * n - 6)) & allDays();
    }

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
}
