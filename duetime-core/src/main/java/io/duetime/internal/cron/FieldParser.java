package io.duetime.internal.cron;

/** Reads the parts that all fields share: {@code *}, values, ranges and steps. */
final class FieldParser {
  private FieldParser() {}

  /** Reads a whole list into a bit per value. */
  static long list(CronField field, String text) {
    long bits = 0;
    for (String element : elements(field, text)) {
      bits |= element(field, element);
    }
    return bits;
  }

  /** Cuts a list at its commas; no element may be empty. */
  static String[] elements(CronField field, String text) {
    String[] elements = text.split(",", -1);
    for (String element : elements) {
      if (element.isEmpty()) {
        throw field.refused(text, "a list without empty elements");
      }
    }
    return elements;
  }

  /** Reads one element of a list into a bit per value. */
  static long element(CronField field, String element) {
    int slash = element.indexOf('/');
    if (slash < 0) {
      return range(field, element, false, 1);
    }
    int step = CronField.number(element.substring(slash + 1));
    int longest = field.size() - 1;
    if (step < 1 || step > longest) {
      throw field.refused(element, "a step of 1 to " + longest);
    }
    return range(field, element.substring(0, slash), true, step);
  }

  /** A single value before a step is the start of a range up to the field's end. */
  private static long range(CronField field, String text, boolean open, int step) {
    if (text.equals("*")) {
      return bits(field, field.min(), field.max(), step);
    }
    int dash = text.indexOf('-');
    int from = field.value(dash < 0 ? text : text.substring(0, dash));
    int to = dash < 0 ? (open ? field.max() : from) : field.value(text.substring(dash + 1));
    return bits(field, from, to, step);
  }

  /** A range whose end is before its start goes on at the field's beginning. */
  private static long bits(CronField field, int from, int to, int step) {
    int size = field.size();
    int first = from - field.min();
    // Only a day of week can be beyond the field's end: a range up to 7 ends with the next Sunday.
    boolean startsBeyond = first >= size;
    int start = startsBeyond ? first - size : first;
    int end = to - field.min() - (startsBeyond && to == from ? size : 0);
    int length = end >= start ? end - start : end - start + size;
    long bits = 0;
    for (int i = 0; i <= length; i += step) {
      bits |= 1L << (field.min() + (start + i) % size);
    }
    return bits;
  }
}
