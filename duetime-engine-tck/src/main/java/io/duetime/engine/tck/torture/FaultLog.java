package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.torture.Fault.Kind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** What faults there really were, and when. Thread safe. */
final class FaultLog {
  /** A fault, by the system's clock; {@code endMillis} is when it was over. */
  record Entry(Kind kind, String target, long startMillis, long endMillis) {}

  /** Replication takes milliseconds; a shift takes seconds. */
  private static final long UNCONFIRMED_MILLIS = 5_000;

  private final List<Entry> entries = new CopyOnWriteArrayList<>();
  private final AtomicInteger leftOut = new AtomicInteger();

  void add(Entry entry) {
    entries.add(entry);
  }

  /** Counts a fault of the plan whose target was not at work. */
  void leaveOut() {
    leftOut.incrementAndGet();
  }

  int leftOut() {
    return leftOut.get();
  }

  List<Entry> entries() {
    return List.copyOf(entries);
  }

  Map<Kind, Long> counts() {
    Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    entries.forEach(entry -> counts.merge(entry.kind(), 1L, Long::sum));
    return counts;
  }

  /** Whether nothing disturbed from a moment, or shortly before it, to another. */
  boolean isQuiet(long fromMillis, long toMillis, long recoveryMillis) {
    return entries.stream()
        .noneMatch(fault ->
            fault.startMillis <= toMillis && fault.endMillis + recoveryMillis >= fromMillis);
  }

  /** Whether a process of the store failed at a moment, or so soon after it that it may be lost. */
  boolean hasFailover(long atMillis) {
    return entries.stream()
        .filter(fault -> fault.kind == Kind.KILL_STORE || fault.kind == Kind.PAUSE_STORE)
        .anyMatch(fault ->
            fault.startMillis - UNCONFIRMED_MILLIS <= atMillis && atMillis <= fault.endMillis);
  }
}
