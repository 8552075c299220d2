package io.duetime.internal.cron;

/**
 * One field of a cron expression: its name, its range and the names its values may be written with.
 */
enum CronField {
  SECOND("second", 0, 59, ""),
  MINUTE("minute", 0, 59, ""),
  HOUR("hour", 0, 23, ""),
  DAY_OF_MONTH("day of month", 1, 31, ""),
  MONTH("month", 1, 12, "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC"),
  DAY_OF_WEEK("day of week", 0, 6, "SUN MON TUE WED THU FRI SAT");

  private static final int NAME_LENGTH = 3;

  private final String title;
  private final int min;
  private final int max;
  private final String names;

  CronField(String title, int min, int max, String names) {
    this.title = title;
    this.min = min;
    this.max = max;
    this.names = names;
  }

  int min() {
    return min;
  }

  int max() {
    return max;
  }

  /** How many values the field has before it starts again. */
  int size() {
    return max - min + 1;
  }

  /** Reads a number or a name; day of week 7 stays 7, so that a range can end with it. */
  int value(String text) {
    int named = text.length() == NAME_LENGTH ? names.indexOf(text) : -1;
    if (named >= 0 && named % (NAME_LENGTH + 1) == 0) {
      return min + named / (NAME_LENGTH + 1);
    }
    int highest = this == DAY_OF_WEEK ? 7 : max;
    int number = number(text);
    if (number < min || number > highest) {
      throw refused(text, allowedValues());
    }
    return number;
  }

  /** Reads a number of one or two ASCII digits, -1 for anything else. */
  static int number(String text) {
    if (text.isEmpty() || text.length() > 2) {
      return -1;
    }
    int number = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = 10 * number + digit;
    }
    return number;
  }

  CronSyntaxException refused(String text, String allowed) {
    return new CronSyntaxException("cron " + title, text, allowed);
  }

  private String allowedValues() {
    return switch (this) {
      case MONTH -> "1 to 12 or JAN to DEC";
      case DAY_OF_MONTH -> "1 to 31, L, L-1 to L-30, LW, 1W to 31W";
      case DAY_OF_WEEK -> "0 to 7 (0 and 7 are Sunday) or SUN to SAT, each also as 5L or 5#2";
      default -> min + " to " + max;
    };
  }
}
