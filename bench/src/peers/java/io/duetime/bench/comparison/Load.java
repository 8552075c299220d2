package io.duetime.bench.comparison;

import java.util.Map;
import java.util.Objects;

/**
 * How much each run does.
 *
 * @param seconds of a turn that schedules
 * @param jobs that are drained, or wait
 * @param loadSeconds after which a slow system has scheduled enough
 * @param latenessSeconds of a steady load
 * @param burst jobs due in one millisecond
 * @param wave jobs due within one second
 * @param waitSeconds after which jobs that have not come are missing
 */
record Load(
    double seconds,
    int jobs,
    double loadSeconds,
    double latenessSeconds,
    int burst,
    int wave,
    double waitSeconds,
    double idleSeconds,
    int kills) {
  private static final Map<String, Load> ALL =
      Map.of(
          "full", new Load(5, 200_000, 20, 20, 5_000, 200_000, 60, 20, 20),
          "quick", new Load(1, 20_000, 3, 5, 5_000, 20_000, 60, 4, 20),
          "smoke", new Load(0.3, 500, 1, 1, 200, 500, 17, 1, 2));

  /** By its name, as an option of the command. */
  static Load named(String name) {
    return Objects.requireNonNull(ALL.get(name));
  }

  /** Within which each of the runs is over, if the system works. */
  long limitSeconds() {
    double all = 4 * (loadSeconds + seconds + kills) + 3 * idleSeconds + 2 * latenessSeconds;
    return (long) (90 + all + 2 * waitSeconds);
  }
}
