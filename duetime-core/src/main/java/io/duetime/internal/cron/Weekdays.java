package io.duetime.internal.cron;

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
    for (String element : FieldParser.elements(field, text)) {
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
    return new Weekdays(FieldParser.element(field, element), 0, 0);
  }

  private static long weekday(CronField field, String text) {
    return 1L << (field.value(text) % 7);
  }

  private Weekdays plus(Weekdays other) {
    return new Weekdays(every | other.every, nth | other.nth, last | other.last);
  }

  /** The days this field names in a month. */
  long in(MonthShape month) {
    long found = month.on(every) | (month.on(last) & month.lastWeek());
    for (int n = 1; n <= 5; n++) {
      found |= month.on((nth >>> (7 * (n - 1))) & 0x7F) & month.week(n);
    }
    return found;
  }
}
