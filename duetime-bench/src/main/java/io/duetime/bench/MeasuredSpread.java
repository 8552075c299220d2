package io.duetime.bench;

import java.util.Collection;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The least, the middle and the greatest of some measurements of the same thing. */
public record MeasuredSpread(double min, double median, double max) {

  /** Sorts figures out; of an even number the upper of the two in the middle counts. */
  public static MeasuredSpread of(Collection<Double> figures) {
    return of(figures, Double::doubleValue);
  }

  /** Sorts out one figure of each measurement. */
  public static <T> MeasuredSpread of(Collection<T> measurements, ToDoubleFunction<T> figure) {
    if (measurements.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured");
    }
    double[] sorted = measurements.stream().mapToDouble(figure).sorted().toArray();
    return new MeasuredSpread(sorted[0], sorted[sorted.length / 2], sorted[sorted.length - 1]);
  }

  /** All three, each in a format. */
  public String format(String format) {
    return String.format(Locale.ROOT, String.join(" / ", format, format, format), min, median, max);
  }
}
