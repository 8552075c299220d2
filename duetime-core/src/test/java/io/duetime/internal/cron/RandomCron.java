package io.duetime.internal.cron;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** Makes random cron fields, as far as they mean the same in every dialect they are used with. */
final class RandomCron {
  private static final Pattern WEEKDAY_NUMBER = Pattern.compile("(?<![/#\\d])\\d");

  private final RandomGenerator random;
  private final boolean wrap;

  /**
   * @param wrap whether ranges may wrap
   */
  RandomCron(RandomGenerator random, boolean wrap) {
    this.random = random;
    this.wrap = wrap;
  }

  /** Second, minute and hour. */
  String times() {
    return String.join(
        " ", anyOf(CronField.SECOND), anyOf(CronField.MINUTE), anyOf(CronField.HOUR));
  }

  /** A field that is a star every third time. */
  String anyOf(CronField field) {
    return random.nextInt(3) == 0 ? "*" : list(() -> element(field, field.min));
  }

  /**
   * A day-of-month field without a star: a list of ordinary elements, or one special element.
   *
   * @param nearest whether {@code LW} and {@code 15W} may be among them
   */
  String monthDays(boolean nearest) {
    return switch (random.nextInt(nearest ? 6 : 4)) {
      case 0 -> "L";
      case 1 -> "L-" + between(1, 27);
      case 4 -> "LW";
      case 5 -> between(2, 27) + "W";
      default -> list(() -> element(CronField.DAY_OF_MONTH, 1));
    };
  }

  /** A day-of-week field without a star, Sunday being 0 and 7. */
  String weekdays() {
    return switch (random.nextInt(5)) {
      case 0 -> between(0, 7) + "L";
      case 1 -> between(0, 7) + "#" + between(1, 4);
      case 2 -> List.of("SUN", "mon", "Tue", "WED", "THU", "FRI", "SAT").get(random.nextInt(7));
      default -> list(this::weekdayElement);
    };
  }

  /** The same day-of-week field for those that count Sunday as 1. */
  static String fromOne(String weekdays) {
    return WEEKDAY_NUMBER
        .matcher(weekdays)
        .replaceAll(number -> String.valueOf(Integer.parseInt(number.group()) % 7 + 1));
  }

  private String list(Supplier<String> elements) {
    List<String> list = new ArrayList<>();
    do {
      list.add(elements.get());
    } while (random.nextInt(3) == 0);
    return String.join(",", list);
  }

  private String element(CronField field, int from) {
    int first = between(from, field.max);
    int last = between(wrap ? from : first, field.max);
    return switch (random.nextInt(4)) {
      case 0 -> first + "-" + last;
      case 1 -> first + "-" + last + "/" + step(field);
      case 2 -> first + "/" + step(field);
      default -> String.valueOf(first);
    };
  }

  /** Without open steps: dialects end them at different days. */
  private String weekdayElement() {
    int first = between(0, 6);
    return switch (random.nextInt(3)) {
      case 0 -> first + "-" + between(wrap ? 0 : first, 6);
      case 1 -> first + "-" + between(wrap ? 0 : first, 6) + "/" + between(1, 6);
      default -> String.valueOf(first);
    };
  }

  private int step(CronField field) {
    return between(1, field.size() - 1);
  }

  private int between(int min, int max) {
    return random.nextInt(min, max + 1);
  }
}
