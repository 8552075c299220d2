package io.duetime.internal.cron;

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
}
