package io.duetime.internal.kernel.state;

import io.duetime.internal.engine.DeadLimitWarner;
import io.duetime.internal.kernel.QueueKernel;
import org.jspecify.annotations.Nullable;

/**
 * What is told of a queue and kept by no table: how often what happened, how late jobs ran, who
 * asks for jobs. A {@link QueueKernel} that takes the place of another goes on with it.
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

  /** The same with the counts as they are now, whatever is counted later. */
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
