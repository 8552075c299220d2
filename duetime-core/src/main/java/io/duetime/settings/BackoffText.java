package io.duetime.settings;

import io.duetime.Backoff;
import io.duetime.InvalidRequestException;
import io.duetime.text.DurationText;
import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A backoff as requests over HTTP write it: one delay ({@code 30s}), a list of delays whose last
 * one repeats ({@code 1s,10s,1m}), or a range in which the delay doubles ({@code 1s..1h}, or {@code
 * 1s..1h*3} to triple).
 */
public final class BackoffText {
  private static final String FORMS =
      "30s, 1s,10s,1m (the last repeats), 1s..1h (doubling) or 1s..1h*3";
  private static final Pattern RANGE =
      Pattern.compile("([^.]+)\\.\\.([^.*]+)(?:\\*([0-9]{1,3}(?:\\.[0-9]{1,2})?))?");

  private BackoffText() {}

  /**
   * Reads a backoff.
   *
   * @throws InvalidRequestException if it is written otherwise
   */
  public static Backoff parse(String text) {
    try {
      return read(text);
    } catch (InvalidRequestException wrong) {
      // Callers know the backoff, not its parts.
      throw wrong.field().equals("backoff")
          ? wrong
          : new InvalidRequestException("backoff", text, wrong.field() + ": " + wrong.allowed());
    }
  }

  private static Backoff read(String text) {
    Matcher range = RANGE.matcher(text);
    if (range.matches()) {
      String factor = range.group(3);
      return new Backoff.Exponential(
          DurationReader.parse("backoff", range.group(1)),
          factor == null ? 2 : Double.parseDouble(factor),
          DurationReader.parse("backoff", range.group(2)));
    }
    if (text.contains("..")) {
      throw new InvalidRequestException("backoff", text, FORMS);
    }
    return new Backoff.Delays(Arrays.stream(text.split(",", -1)).map(BackoffText::delay).toList());
  }

  private static Duration delay(String text) {
    return DurationReader.parse("backoff", text.strip());
  }

  /** Writes a backoff so that {@link #parse} reads it back. */
  public static String write(Backoff backoff) {
    if (backoff instanceof Backoff.Exponential growing) {
      String range =
          DurationText.exact(growing.initial()) + ".." + DurationText.exact(growing.max());
      return growing.factor() == 2 ? range : range + "*" + shortest(growing.factor());
    }
    return ((Backoff.Delays) backoff)
        .delays().stream().map(DurationText::exact).collect(Collectors.joining(","));
  }

  private static String shortest(double factor) {
    return factor == Math.rint(factor) ? String.valueOf((long) factor) : String.valueOf(factor);
  }
}
