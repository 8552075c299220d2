package io.duetime.bench.wheel;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** The least, the middle and the greatest of some measurements. */
record Spread(double min, double median, double max) {

  static Spread of(List<Cost> costs, ToDoubleFunction<Cost> figure) {
    double[] sorted = costs.stream().mapToDouble(figure).sorted().toArray();
    return new Spread(sorted[0], sorted[sorted.length / 2], sorted[sorted.length - 1]);
  }

  @Override
  public String toString() {
    return "%.1f / %.1f / %.1f".formatted(min, median, max);
  }
}
