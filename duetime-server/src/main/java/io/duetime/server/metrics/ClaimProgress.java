package io.duetime.server.metrics;

import io.duetime.TimeSource;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers when the claim loop of each queue with waiting callers last had an answer, and when
 * maintenance last ran. Thread safe.
 */
final class ClaimProgress {
  private final TimeSource time;

  /** The last answer, by queue; only for queues that {@link #behind} was asked about. */
  private final Map<String, Long> lastNanos = new ConcurrentHashMap<>();

  private volatile long maintainedNanos;

  ClaimProgress(TimeSource time) {
    this.time = time;
    this.maintainedNanos = time.nanoTime();
  }

  /** Notes that a loop has claimed, or that it waits for the one of another process. */
  void claimed(String queue) {
    // Only replaced here, so that queues without waiting callers are not remembered.
    lastNanos.computeIfPresent(queue, (same, before) -> time.nanoTime());
  }

  void maintained() {
    maintainedNanos = time.nanoTime();
  }

  /** How long ago the last maintenance step ended. */
  Duration sinceMaintenance() {
    return since(maintainedNanos);
  }

  /**
   * Returns those of the queues with waiting callers whose loop has had no answer for so long. A
   * queue counts from the first time it is named here.
   */
  List<String> behind(Collection<String> waitedFor, Duration limit) {
    lastNanos.keySet().retainAll(waitedFor);
    long now = time.nanoTime();
    return waitedFor.stream()
        .filter(queue -> since(lastNanos.computeIfAbsent(queue, first -> now)).compareTo(limit) > 0)
        .toList();
  }

  private Duration since(long nanos) {
    return Duration.ofNanos(time.nanoTime() - nanos);
  }
}
