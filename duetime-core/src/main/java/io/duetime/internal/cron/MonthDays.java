package io.duetime.internal.cron;

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
    for (String element : FieldParser.elements(field, text)) {
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
    return new MonthDays(FieldParser.element(field, element), 0, 0, false);
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
