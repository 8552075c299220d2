package io.duetime.internal.kernel;

import io.duetime.internal.engine.DeadLimitWarner;
import org.jspecify.annotations.Nullable;

/**
 * What is told of a queue and kept by no table: how often what happened, how late jobs ran, who
 * asks for jobs. A {@link QueueKernel} that takes the place of another goes on with it.
 */
public final class Observed {
  final EventCounts events;
  final LatenessLog lateness;
  final Presence presence;
  private @Nullable DeadLimitWarner deadWarner;

  /** Nothing yet. */
  public Observed() {
    this(new EventCounts(), new LatenessLog(), new Presence());
  }

  private Observed(EventCounts events, LatenessLog lateness, Presence presence) {
    this.events = events;
    this.lateness = lateness;
    this.presence = presence;
  }

  /** The same with the counts as they are now, whatever is counted later. */
  Observed atThisPoint() {
    Observed copy = new Observed(events.copy(), lateness, presence);
    copy.deadWarner = deadWarner;
    return copy;
  }

  /** Warns about the queue's dead jobs, as often as it is to be warned altogether. */
  DeadLimitWarner deadWarner(String queue) {
    DeadLimitWarner known = deadWarner;
    if (known == null) {
      known = new DeadLimitWarner("Queue " + queue);
      deadWarner = known;
    }
    return known;
  }
}
