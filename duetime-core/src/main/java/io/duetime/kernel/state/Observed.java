package io.duetime.kernel.state;

import io.duetime.engine.support.DeadLimitWarner;

/**
 * Observations of a queue that no table keeps: counts of events, lateness, consumers. A kernel that
 * replaces another goes on with them.
 *
 * @param deadWarner warns about the queue's dead jobs, as often as it is to be warned altogether
 */
public record Observed(
    EventCounts events, LatenessHistory lateness, Presence presence, DeadLimitWarner deadWarner) {

  /** Nothing yet. */
  public Observed(String queue) {
    this(
        new EventCounts(),
        new LatenessHistory(),
        new Presence(),
        new DeadLimitWarner("Queue " + queue));
  }

  /** A copy with the counts as they are now. */
  public Observed atThisPoint() {
    return new Observed(events.copy(), lateness, presence, deadWarner);
  }
}
