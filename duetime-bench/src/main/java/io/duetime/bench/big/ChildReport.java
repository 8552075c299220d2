package io.duetime.bench.big;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * What a process has told of its task: figures by name, a line each, and at last that it is ready.
 */
final class ChildReport {
  private static final String READY = "ready";

  private final Map<String, Double> figures;

  private ChildReport(Map<String, Double> figures) {
    this.figures = figures;
  }

  /** Tells a figure. */
  static void tell(String name, double figure) {
    System.out.println(name + " " + figure);
  }

  /** Tells that there is nothing to come. */
  static void tellReady() {
    System.out.println(READY);
  }

  /** Reads all that is told. */
  static ChildReport from(BufferedReader lines) throws IOException {
    Map<String, Double> figures = new HashMap<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.equals(READY)) {
        return new ChildReport(figures);
      }
      String[] words = line.split(" ", 2);
      figures.put(words[0], Double.valueOf(words[1]));
    }
    throw new IllegalStateException(
        "the process ended before it was ready, having told " + figures);
  }

  /** One figure. */
  double get(String name) {
    Double figure = figures.get(name);
    if (figure == null) {
      throw new IllegalStateException("nothing was told of " + name);
    }
    return figure;
  }
}
