package io.duetime.kernel.state;

import io.duetime.Counts;
import java.util.EnumMap;
import java.util.Objects;

/** Counts what happens to the jobs of a queue. */
public final class EventCounts {
  private final EnumMap<Event, Count> counts = new EnumMap<>(Event.class);

  public enum Event {
    SCHEDULED,
    CLAIMED,
    ACKED,
    RETRIED,
    LEASE_LOST,
    DIED,
    DEAD_DROPPED,
    EXPIRED,
    DROPPED,
    CANCELLED,
    SET_ASIDE
  }

  private static final class Count {
    private long times;
  }

  EventCounts() {
    for (Event event : Event.values()) {
      counts.put(event, new Count());
    }
  }

  public void add(Event event) {
    add(event, 1);
  }

  public void add(Event event, long times) {
    count(event).times += times;
  }

  EventCounts copy() {
    EventCounts copy = new EventCounts();
    counts.forEach((event, count) -> copy.add(event, count.times));
    return copy;
  }

  public Counts.Events snapshot() {
    return new Counts.Events(
        of(Event.SCHEDULED),
        of(Event.CLAIMED),
        of(Event.ACKED),
        of(Event.RETRIED),
        of(Event.LEASE_LOST),
        of(Event.DIED),
        of(Event.DEAD_DROPPED),
        of(Event.EXPIRED),
        of(Event.DROPPED),
        of(Event.CANCELLED),
        of(Event.SET_ASIDE));
  }

  public long of(Event event) {
    return count(event).times;
  }

  private Count count(Event event) {
    return Objects.requireNonNull(counts.get(event));
  }
}
