package io.duetime.bench.big;

import io.duetime.bench.Flags;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * What to measure.
 *
 * @param folder where the stores lie meanwhile
 * @param jobs how many are pending
 * @param heap of each process, as given to the JVM
 * @param repetitions how often each store is opened and asked
 * @param parts what is measured
 */
record BigBenchOptions(Path folder, long jobs, String heap, int repetitions, List<Part> parts) {
  private static final String USAGE =
      "usage: embedded-big [--folder DIR] [--jobs 5000000] [--heap 256m] [--repetitions 5]"
          + " [--parts far,overdue,disk]";
  private static final Set<String> KNOWN = Set.of("folder", "jobs", "heap", "repetitions", "parts");

  /** Parts of the bench. */
  enum Part {
    FAR,
    OVERDUE,
    DISK
  }

  static BigBenchOptions parse(String... args) {
    Flags flags = Flags.parse(USAGE, KNOWN, args);
    return new BigBenchOptions(
        Path.of(flags.get("folder", System.getProperty("java.io.tmpdir"))),
        flags.get("jobs", 5_000_000),
        flags.get("heap", "256m"),
        (int) flags.get("repetitions", 5),
        flags.get("parts", Part.class));
  }
}
