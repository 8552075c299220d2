package io.duetime.internal.kernel.state;

import io.duetime.engine.QueueCounts;

/** Counts what happens to the jobs of a queue. */
public final class EventCounts {
  private static final int EVENTS = Event.values().length;

  /** By the ordinal of the event. */
  private final long[] counts;

  /** What is counted. */
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
    this(new long[EVENTS]);
  }

  private EventCounts(long[] counts) {
    this.counts = counts;
  }

  /** Counts an event. */
  public void add(Event event) {
    add(event, 1);
  }

  /** Counts several events of a kind. */
  public void add(Event event, long times) {
    counts[event.ordinal()] += times;
  }

  EventCounts copy() {
    return new EventCounts(counts.clone());
  }

  /** The counts as they are now. */
  public QueueCounts.Events snapshot() {
    return new QueueCounts.Events(
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

  private long of(Event event) {
    return counts[event.ordinal()];
  }
}
