package io.duetime.bench.embedded;

import io.duetime.bench.MeasuredSpread;
import io.duetime.bench.load.Throughput;
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
    /** Takes it. */
    Throughput take() throws Exception;
  }

  Contest enter(String name, Turn turn) {
    contestants.put(name, turn);
    return this;
  }

  /** The heading of the table to which {@link #run} adds rows. */
  static void printHeading(PrintStream out) {
    out.println("| what | jobs/s | to the last of its kind, turn by turn | CPU, µs a job |");
    out.println("|---|---:|---:|---:|");
  }

  /** Measures and prints a row for each, the last to be entered being what all are compared to. */
  void run(int repetitions, PrintStream out) throws Exception {
    Map<String, List<Throughput>> paces = new LinkedHashMap<>();
    for (int repetition = 0; repetition <= repetitions; repetition++) {
      for (Map.Entry<String, Turn> contestant : contestants.entrySet()) {
        Throughput pace = contestant.getValue().take();
        if (repetition > 0) {
          paces.computeIfAbsent(contestant.getKey(), name -> new ArrayList<>()).add(pace);
        }
      }
    }
    List<Throughput> last = paces.values().stream().reduce((first, second) -> second).orElseThrow();
    paces.forEach((name, list) -> print(name, list, last, out));
  }

  private static void print(
      String name, List<Throughput> paces, List<Throughput> last, PrintStream out) {
    out.printf(
        "| %s | %s | %s | %s |%n",
        name,
        MeasuredSpread.of(paces, Throughput::jobsPerSecond).format("%,.0f"),
        paces.equals(last) ? "" : MeasuredSpread.of(ratios(paces, last)).format("%.2f"),
        MeasuredSpread.of(paces, Throughput::cpuMicros).format("%.1f"));
  }

  private static List<Double> ratios(List<Throughput> paces, List<Throughput> others) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < paces.size(); i++) {
      ratios.add(paces.get(i).jobsPerSecond() / others.get(i).jobsPerSecond());
    }
    return ratios;
  }
}
