package io.duetime.internal.cron;

import io.duetime.internal.cron.CronExpression.CronSyntaxException;

/**
 * One field of a cron expression: its name, its range, the names its values may be written with,
 * and the parts that all fields share: {@code *}, values, ranges and steps.
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
  final int min;
  final int max;
  private final String names;

  CronField(String title, int min, int max, String names) {
    this.title = title;
    this.min = min;
    this.max = max;
    this.names = names;
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

  /** Reads a whole list into a bit per value. */
  long list(String text) {
    long bits = 0;
    for (String element : elements(text)) {
      bits |= element(element);
    }
    return bits;
  }

  /** Cuts a list at its commas; no element may be empty. */
  String[] elements(String text) {
    String[] elements = text.split(",", -1);
    for (String element : elements) {
      if (element.isEmpty()) {
        throw refused(text, "a list without empty elements");
      }
    }
    return elements;
  }

  /** Reads one element of a list into a bit per value. */
  long element(String element) {
    int slash = element.indexOf('/');
    if (slash < 0) {
      return range(element, false, 1);
    }
    int step = number(element.substring(slash + 1));
    int longest = size() - 1;
    if (step < 1 || step > longest) {
      throw refused(element, "a step of 1 to " + longest);
    }
    return range(element.substring(0, slash), true, step);
  }

  /** A single value before a step is the start of a range up to the field's end. */
  private long range(String text, boolean open, int step) {
    if (text.equals("*")) {
      return bits(min, max, step);
    }
    int dash = text.indexOf('-');
    int from = value(dash < 0 ? text : text.substring(0, dash));
    int to = dash < 0 ? (open ? max : from) : value(text.substring(dash + 1));
    return bits(from, to, step);
  }

  /** A range whose end is before its start goes on at the field's beginning. */
  private long bits(int from, int to, int step) {
    int size = size();
    int first = from - min;
    // Only a day of week can be beyond the field's end: a range up to 7 ends with the next Sunday.
    boolean startsBeyond = first >= size;
    int start = startsBeyond ? first - size : first;
    int end = to - min - (startsBeyond && to == from ? size : 0);
    int length = end >= start ? end - start : end - start + size;
    long bits = 0;
    for (int i = 0; i <= length; i += step) {
      bits |= 1L << (min + (start + i) % size);
    }
    return bits;
  }
}
