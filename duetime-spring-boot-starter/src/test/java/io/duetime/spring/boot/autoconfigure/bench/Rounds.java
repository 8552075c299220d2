package io.duetime.spring.boot.autoconfigure.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Figures of two sides that took turns, and their ratios in each round. */
final class Rounds {
  private final String first;
  private final String second;
  private final String unit;
  private final List<double[]> figures = new ArrayList<>();

  Rounds(String first, String second, String unit) {
    this.first = first;
    this.second = second;
    this.unit = unit;
  }

  /** A side of a round. */
  interface Side {
    double measure() throws Exception;
  }

  /** Measures both sides in turn, the first one first in every other round. */
  void run(int warmUps, int rounds, Side one, Side other) throws Exception {
    for (int round = -warmUps; round < rounds; round++) {
      boolean swapped = round % 2 != 0;
      double b = swapped ? other.measure() : 0;
      double a = one.measure();
      b = swapped ? b : other.measure();
      if (round >= 0) {
        add(a, b);
      }
    }
  }

  /** Adds a round that was measured elsewhere. */
  void add(double one, double other) {
    figures.add(new double[] {one, other, other / one, other - one});
  }

  /** Prints the least, the middle and the greatest of each side, their ratio and difference. */
  void print() {
    System.out.printf("== %s and %s, least / median / greatest%n", first, second);
    System.out.printf("%s: %s %s%n", first, spread(0), unit);
    System.out.printf("%s: %s %s%n", second, spread(1), unit);
    System.out.printf("second by first: %s%n", spread(2));
    System.out.printf("second minus first: %s %s%n", spread(3), unit);
  }

  private String spread(int column) {
    double[] sorted = figures.stream().mapToDouble(row -> row[column]).sorted().toArray();
    return String.format(
        Locale.ROOT,
        "%,.2f / %,.2f / %,.2f",
        sorted[0],
        sorted[sorted.length / 2],
        sorted[sorted.length - 1]);
  }
}
