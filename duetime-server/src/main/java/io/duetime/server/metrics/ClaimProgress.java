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

  /** By queue, only for queues that {@link #behind} was asked about. */
  private final Map<String, Seen> seen = new ConcurrentHashMap<>();

  private volatile long maintainedNanos;

  ClaimProgress(TimeSource time) {
    this.time = time;
    this.maintainedNanos = time.nanoTime();
  }

  /** Notes that a loop has claimed, or that it waits for the one of another process. */
  void claimed(String queue) {
    // Only replaced here, so that queues without waiting callers are not remembered.
    seen.computeIfPresent(
        queue, (same, before) -> new Seen(time.nanoTime(), before.waitedForNanos));
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
   * queue counts from the first time it is named here; callers that come back within the limit have
   * waited all the time.
   */
  List<String> behind(Collection<String> waitedFor, Duration limit) {
    long now = time.nanoTime();
    waitedFor.forEach(queue ->
        seen.compute(
            queue, (same, before) -> new Seen(before == null ? now : before.answeredNanos, now)));
    seen.values().removeIf(one -> since(one.waitedForNanos).compareTo(limit) > 0);
    return seen.entrySet().stream()
        .filter(one -> since(one.getValue().answeredNanos).compareTo(limit) > 0)
        .map(Map.Entry::getKey)
        .toList();
  }

  private Duration since(long nanos) {
    return Duration.ofNanos(time.nanoTime() - nanos);
  }

  /** When the loop of a queue last had an answer, and when callers were last seen to wait. */
  private record Seen(long answeredNanos, long waitedForNanos) {}
}
