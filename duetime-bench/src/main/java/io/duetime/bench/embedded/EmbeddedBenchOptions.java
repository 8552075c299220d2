package io.duetime.bench.embedded;

import io.duetime.bench.Flags;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What to measure.
 *
 * @param scheme which engine: embedded, or memory to see what the disk costs
 * @param folder where the stores lie meanwhile; the disk under it is measured too
 * @param repetitions how often each is measured
 * @param time how long each measurement lasts
 * @param parts what is measured
 */
record EmbeddedBenchOptions(
    String scheme, Path folder, int repetitions, Duration time, List<Part> parts) {
  private static final String USAGE =
      "usage: embedded [--scheme embedded|memory] [--folder DIR] [--repetitions 5] [--seconds 3]"
          + " [--parts single,batch,claim,priority,lateness]";
  private static final Set<String> KNOWN =
      Set.of("scheme", "folder", "repetitions", "seconds", "parts");

  /** Parts of the bench. */
  enum Part {
    SINGLE,
    BATCH,
    CLAIM,
    PRIORITY,
    LATENESS
  }

  static EmbeddedBenchOptions parse(String... args) {
    Flags flags = Flags.parse(USAGE, KNOWN, args);
    return new EmbeddedBenchOptions(
        flags.get("scheme", "embedded"),
        Path.of(flags.get("folder", System.getProperty("java.io.tmpdir"))),
        (int) flags.get("repetitions", 5),
        Duration.ofSeconds(flags.get("seconds", 3)),
        flags.get("parts", Part.class));
  }
}
