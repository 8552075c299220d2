package io.duetime.bench.embedded;

import io.duetime.bench.Spread;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures several ways of doing the same, which take turns, so that a slow moment of the machine
 * meets all of them. The first turn of each is not counted: the compiler has not seen it yet.
 */
final class Contest {
  private final Map<String, Turn> contestants = new LinkedHashMap<>();

  /** One measurement from a fresh start. */
  @FunctionalInterface
  interface Turn {
    /** Answers jobs a second. */
    double take() throws Exception;
  }

  Contest enter(String name, Turn turn) {
    contestants.put(name, turn);
    return this;
  }

  /** Measures and prints a row of a table for each, the ratio to the last one in it. */
  void run(int repetitions, PrintStream out) throws Exception {
    Map<String, List<Double>> rates = new LinkedHashMap<>();
    for (int repetition = 0; repetition <= repetitions; repetition++) {
      for (Map.Entry<String, Turn> contestant : contestants.entrySet()) {
        double rate = contestant.getValue().take();
        if (repetition > 0) {
          rates.computeIfAbsent(contestant.getKey(), name -> new ArrayList<>()).add(rate);
        }
      }
    }
    Map<String, Spread> spreads = new LinkedHashMap<>();
    rates.forEach((name, list) -> spreads.put(name, Spread.of(list)));
    print(spreads, out);
  }

  private static void print(Map<String, Spread> spreads, PrintStream out) {
    double last =
        spreads.values().stream().reduce((first, second) -> second).orElseThrow().median();
    spreads.forEach((name, spread) ->
        out.printf("| %s | %s | %.2f |%n", name, spread.format("%,.0f"), spread.median() / last));
  }
}
