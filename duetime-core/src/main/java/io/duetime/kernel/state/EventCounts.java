package io.duetime.kernel.state;

import io.duetime.Counts;

/** Counts what happens to the jobs of a queue. */
public final class EventCounts {
  private final long[] counts;

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

  EventCounts() {
    this(new long[Event.values().length]);
  }

  private EventCounts(long[] counts) {
    this.counts = counts;
  }

  public void add(Event event) {
    add(event, 1);
  }

  public void add(Event event, long times) {
    counts[event.ordinal()] += times;
  }

  EventCounts copy() {
    return new EventCounts(counts.clone());
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
    return counts[event.ordinal()];
  }
}
