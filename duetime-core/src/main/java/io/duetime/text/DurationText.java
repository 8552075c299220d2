package io.duetime.text;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Durations as people write and read them. */
public final class DurationText {
  private static final Pattern SHORT = Pattern.compile("(\\d{1,15})(ms|s|m|h|d)");

  /** What the short forms have digits for. */
  private static final Duration LONGEST = Duration.ofMillis(999_999_999_999_999L);

  /** From the longest on, so that the first that fits is the usual one. */
  private static final List<Unit> UNITS =
      List.of(
          new Unit("d", 86_400_000L),
          new Unit("h", 3_600_000L),
          new Unit("m", 60_000L),
          new Unit("s", 1_000L),
          new Unit("ms", 1L));

  private DurationText() {}

  private record Unit(String name, long millis) {}

  /**
   * Reads {@code 500ms}, {@code 30s}, {@code 30m}, {@code 12h}, {@code 7d} or an ISO-8601 duration
   * of days and less.
   *
   * @return empty if it is written otherwise, negative, or too long to count
   */
  public static Optional<Duration> read(String text) {
    Matcher parts = SHORT.matcher(text);
    try {
      Duration duration = parts.matches() ? inUnits(parts) : Duration.parse(text);
      return Optional.of(duration).filter(positive -> !positive.isNegative());
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private static Duration inUnits(Matcher parts) {
    long number = Long.parseLong(parts.group(1));
    Unit unit =
        UNITS.stream().filter(u -> u.name().equals(parts.group(2))).findFirst().orElseThrow();
    return Duration.ofMillis(Math.multiplyExact(number, unit.millis()));
  }

  /**
   * Writes a duration that is not negative so that {@link #read} reads it back: in the longest unit
   * that leaves nothing over ({@code 90m}), or in ISO-8601 when it is finer than a millisecond.
   */
  public static String exact(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    if (duration.isNegative()
        || isBeyondCount(duration)
        || !duration.equals(duration.truncatedTo(ChronoUnit.MILLIS))) {
      return duration.toString();
    }
    long millis = duration.toMillis();
    Unit unit = UNITS.stream().filter(u -> millis % u.millis() == 0).findFirst().orElseThrow();
    return millis / unit.millis() + unit.name();
  }

  /** Writes a duration as {@link #exact}, with a minus before a negative one ({@code -30m}). */
  public static String signed(Duration duration) {
    return duration.isNegative() ? "-" + exact(duration.negated()) : exact(duration);
  }

  /**
   * Writes a duration to be read at a glance: its two longest units, cut off below ({@code 1h 29m},
   * {@code 3d}, {@code 250ms}), with a minus before a negative one. Not meant to be read back.
   */
  public static String rough(Duration duration) {
    if (isBeyondCount(duration)) {
      return duration.toDays() + "d";
    }
    if (duration.isNegative()) {
      return "-" + rough(duration.negated());
    }
    long millis = duration.toMillis();
    for (int i = 0; i < UNITS.size(); i++) {
      if (millis >= UNITS.get(i).millis()) {
        return twoUnits(millis, UNITS.subList(i, Math.min(i + 2, UNITS.size())));
      }
    }
    return duration.isZero() ? "0s" : "<1ms";
  }

  private static boolean isBeyondCount(Duration duration) {
    return duration.compareTo(LONGEST) > 0 || duration.compareTo(LONGEST.negated()) < 0;
  }

  private static String twoUnits(long millis, List<Unit> units) {
    long first = units.get(0).millis();
    return units.stream()
        .map(unit ->
            (unit.millis() == first ? millis : millis % first) / unit.millis() + unit.name())
        .filter(part -> !part.startsWith("0"))
        .collect(Collectors.joining(" "));
  }
}
