package io.duetime.kernel.job;

import io.duetime.InvalidRequestException;
import io.duetime.JobState;
import io.duetime.engine.BulkChange;
import io.duetime.engine.Selection;
import java.util.EnumSet;
import java.util.Set;

/** Tells which jobs of a selection a change can reach. */
public final class Reachable {
  private static final Set<JobState> WAITING = EnumSet.of(JobState.DELAYED, JobState.READY);
  private static final Set<JobState> DEAD = EnumSet.of(JobState.DEAD);

  private Reachable() {}

  /**
   * Waiting jobs can be cancelled, moved and shifted, dead ones redriven and purged, both updated;
   * nothing else is looked at.
   */
  public static Selection by(BulkChange change, Selection selection) {
    boolean forDead = change.isOfDeadJobs(selection);
    Set<JobState> allowed = EnumSet.copyOf(forDead ? DEAD : WAITING);
    if (!selection.states().isEmpty()) {
      allowed.retainAll(selection.states());
    }
    if (allowed.isEmpty()) {
      throw new InvalidRequestException(
          "state", selection.states(), forDead ? "DEAD" : "DELAYED and READY");
    }
    return selection.in(allowed.toArray(JobState[]::new));
  }
}
