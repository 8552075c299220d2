package io.duetime.kernel;

import io.duetime.engine.BulkChange;
import io.duetime.engine.BulkChange.Times;
import io.duetime.engine.BulkChange.Times.Span;
import io.duetime.engine.support.Requests;
import io.duetime.id.StableHash;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.Placement;
import io.duetime.kernel.job.Placement.ShiftMark;
import io.duetime.kernel.state.QueueState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shifts waiting jobs by a length of time, and takes shifts back. */
record Shifter(QueueState state, SingleJobChanger changer) {
  /** Makes or counts a change of some waiting jobs; those that it passes over are not counted. */
  BulkChange.Step step(BulkChange change, List<JobHead> heads, @Nullable String cursor, long now) {
    BulkChange made = change.made();
    int changed = 0;
    int left = 0;
    Times times = Times.NONE;
    for (JobHead head : heads) {
      Placement after = after(made, head, now);
      if (after == null) {
        continue;
      }
      boolean stays = stays(made, head, after, now);
      times = Times.sum(times, times(head.dueAt(), after.dueAt(), stays, now));
      if (stays) {
        left++;
        continue;
      }
      changed++;
      if (!(change instanceof BulkChange.Count)) {
        changer.place(head, after);
      }
    }
    return new BulkChange.Step(changed + left, changed, left, cursor, times);
  }

  /** The place that a job would get; null if the change passes it over. */
  private @Nullable Placement after(BulkChange made, JobHead head, long now) {
    Placement before = head.placement();
    if (made instanceof BulkChange.UndoShift undo) {
      return before.isShiftedBy(undo.task()) ? before.shiftedBack(now) : null;
    }
    BulkChange.Shift shift = (BulkChange.Shift) made;
    // A shift to later moves jobs ahead of the cursor, and a step may be repeated.
    if (before.isShiftedBy(shift.task()) || hasMovedSince(shift.begunAtMillis(), head, now)) {
      return null;
    }
    long spread = shift.spreadMillis();
    long late = spread == 0 ? 0 : StableHash.spreadMillis(state.queue(), head.id(), spread);
    return before.shifted(new ShiftMark(shift.task(), shift.byMillis() + late, now));
  }

  /**
   * Whether the job was created, replaced or moved after a moment. An anchor in the future is one
   * that a shift moved along.
   */
  private static boolean hasMovedSince(long begun, JobHead head, long now) {
    ShiftMark shift = head.placement().shift();
    if (shift != null) {
      return shift.atMillis() > begun;
    }
    return head.scheduledAt() > begun || (head.anchorAt() > begun && head.anchorAt() <= now);
  }

  private boolean stays(BulkChange made, JobHead head, Placement after, long now) {
    boolean isBeforeNow = made instanceof BulkChange.Shift && after.dueAt() < now;
    return isBeforeNow
        || after.firstDueAt() < 0
        || after.dueAt() - now > Requests.TooFarAhead.mostMillis(state.settings())
        || JobHead.expiresAt(head.terms().expiry(), after.firstDueAt())
            <= Math.max(after.dueAt(), now);
  }

  private static Times times(long before, long after, boolean stays, long now) {
    long atOnce = before > now && after <= now ? 1 : 0;
    return stays
        ? new Times(null, null, atOnce)
        : new Times(new Span(before, before), new Span(after, after), atOnce);
  }
}
