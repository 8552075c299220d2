package io.duetime.internal.client.work;

import io.duetime.TimeSource;
import io.duetime.engine.AttemptRecord.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Logs what the jobs of a worker fail of: each kind of failure once a minute, and how many more
 * there were. Each job has its own failures in its history. Thread safe.
 */
final class FailureLog {
  private static final Duration WINDOW = Duration.ofMinutes(1);
  private static final int MOST_KINDS = 100;

  /** All kinds beyond the most. */
  private static final String OTHERS = "";

  private final TimeSource time;
  private final Consumer<String> lines;

  // Guarded by this. By fingerprint, those of the last minute.
  private final Map<String, Kind> kinds = new HashMap<>();

  /** How many failures were not logged, and the last of them. */
  private record Kind(long more, String last) {}

  FailureLog(TimeSource time, Consumer<String> lines) {
    this.time = time;
    this.lines = lines;
  }

  /**
   * Logs a failure or counts it.
   *
   * @param attempt which attempt of which job failed
   * @param reason of what it failed
   * @param next what happens to the job
   */
  void failed(String attempt, String reason, String next) {
    if (isFirst(Outcome.FAILED.fingerprint(reason), attempt + ": " + reason)) {
      lines.accept("%s failed: %s; %s".formatted(attempt, reason, next));
    }
  }

  private synchronized boolean isFirst(String fingerprint, String what) {
    String kind =
        kinds.size() < MOST_KINDS || kinds.containsKey(fingerprint) ? fingerprint : OTHERS;
    Kind known = kinds.get(kind);
    kinds.put(kind, known == null ? new Kind(0, what) : new Kind(known.more + 1, what));
    if (known == null) {
      time.after(WINDOW, () -> over(kind));
    }
    return known == null;
  }

  private void over(String kind) {
    Kind known;
    synchronized (this) {
      known = kinds.remove(kind);
    }
    if (known != null && known.more > 0) {
      lines.accept(
          "%d more attempts failed in the same way within a minute, the last one of %s"
              .formatted(known.more, known.last));
    }
  }
}
