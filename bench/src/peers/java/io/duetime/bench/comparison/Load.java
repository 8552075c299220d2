package io.duetime.bench.comparison;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

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
 * @param idleSeconds of rest
 * @param kills of a consumer
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
  static final Load FULL = new Load(5, 200_000, 20, 20, 5_000, 200_000, 60, 20, 20);
  static final Load QUICK = new Load(1, 20_000, 3, 5, 5_000, 20_000, 20, 4, 5);
  static final Load SMOKE = new Load(0.3, 500, 1, 1, 200, 500, 17, 1, 2);

  /** Reads what {@link #toString} has written. */
  static Load of(String text) {
    Map<String, Double> values =
        Arrays.stream(text.split(",", -1))
            .map(pair -> pair.split("=", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> Double.valueOf(pair[1])));
    return new Load(
        values.get("seconds"),
        values.get("jobs").intValue(),
        values.get("loadSeconds"),
        values.get("latenessSeconds"),
        values.get("burst").intValue(),
        values.get("wave").intValue(),
        values.get("waitSeconds"),
        values.get("idleSeconds"),
        values.get("kills").intValue());
  }

  @Override
  public String toString() {
    return "seconds=%s,jobs=%d,loadSeconds=%s,latenessSeconds=%s,burst=%d,wave=%d,waitSeconds=%s"
            .formatted(seconds, jobs, loadSeconds, latenessSeconds, burst, wave, waitSeconds)
        + ",idleSeconds=%s,kills=%d".formatted(idleSeconds, kills);
  }
}
