package io.duetime.runtime.call;

import io.duetime.TimeSource;
import io.duetime.engine.AttemptRecord.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Logs why attempts failed, for all workers of a store: each kind of failure of a queue once a
 * minute, and how many more there were. Each job has its own failures in its history. Thread safe.
 */
public final class FailureLog {
  private static final Duration WINDOW = Duration.ofMinutes(1);
  private static final int MOST_KINDS = 1_000;

  /** All kinds beyond the most. */
  private static final String OTHERS = "";

  private final TimeSource time;
  private final Consumer<String> lines;

  // Guarded by this. By queue and fingerprint, those of the last minute.
  private final Map<String, Kind> kinds = new HashMap<>();

  /** How many failures were not logged, and the last of them. */
  private record Kind(long more, String last) {}

  /** Writes lines, and goes by a time. */
  public FailureLog(TimeSource time, Consumer<String> lines) {
    this.time = time;
    this.lines = lines;
  }

  /**
   * Logs a failure or counts it.
   *
   * @param queue the queue of the job
   * @param attempt which attempt of which job failed
   * @param reason why it failed
   * @param next what happens to the job
   */
  public void failed(String queue, String attempt, String reason, String next) {
    String kind = queue + "\n" + Outcome.FAILED.fingerprint(reason);
    if (count(kind, attempt + ": " + reason)) {
      lines.accept("%s failed: %s; %s".formatted(attempt, reason, next));
    }
  }

  /** Counts a failure; returns whether it is the first of its kind. */
  private synchronized boolean count(String wanted, String what) {
    String kind = kinds.size() < MOST_KINDS || kinds.containsKey(wanted) ? wanted : OTHERS;
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
          (kind.equals(OTHERS)
                  ? "%d more attempts failed in other ways within a minute, the last one of %s"
                  : "%d more attempts failed in the same way within a minute, the last one of %s")
              .formatted(known.more, known.last));
    }
  }

  /** Logs what was counted so far. */
  public void flush() {
    List<String> open;
    synchronized (this) {
      open = new ArrayList<>(kinds.keySet());
    }
    open.forEach(this::over);
  }
}
