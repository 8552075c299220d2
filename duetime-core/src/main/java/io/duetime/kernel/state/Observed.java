package io.duetime.kernel.state;

import io.duetime.engine.support.DeadLimitWarner;
import org.jspecify.annotations.Nullable;

/**
 * Observations of a queue that no table keeps: counts of events, lateness, consumers. A kernel that
 * replaces another goes on with them.
 */
public final class Observed {
  private final EventCounts events;
  private final LatenessHistory lateness;
  private final Presence presence;
  private @Nullable DeadLimitWarner deadWarner;

  /** Nothing yet. */
  public Observed() {
    this(new EventCounts(), new LatenessHistory(), new Presence());
  }

  private Observed(EventCounts events, LatenessHistory lateness, Presence presence) {
    this.events = events;
    this.lateness = lateness;
    this.presence = presence;
  }

  public EventCounts events() {
    return events;
  }

  public LatenessHistory lateness() {
    return lateness;
  }

  public Presence presence() {
    return presence;
  }

  /** A copy with the counts as they are now. */
  public Observed atThisPoint() {
    Observed copy = new Observed(events.copy(), lateness, presence);
    copy.deadWarner = deadWarner;
    return copy;
  }

  /** Warns about the queue's dead jobs, as often as it is to be warned altogether. */
  public DeadLimitWarner deadWarner(String queue) {
    DeadLimitWarner known = deadWarner;
    if (known == null) {
      known = new DeadLimitWarner("Queue " + queue);
      deadWarner = known;
    }
    return known;
  }
}
