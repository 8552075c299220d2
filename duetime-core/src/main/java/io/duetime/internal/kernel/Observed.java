package io.duetime.internal.kernel;

/**
 * What is told of a queue and kept by no table: how often what happened, how late jobs ran, who
 * asks for jobs. A {@link QueueKernel} that takes the place of another goes on with it.
 */
public final class Observed {
  final EventCounts events;
  final LatenessLog lateness;
  final Presence presence;

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
    return new Observed(events.copy(), lateness, presence);
  }
}
