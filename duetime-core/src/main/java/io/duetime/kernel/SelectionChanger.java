package io.duetime.kernel;

import io.duetime.engine.BulkChange;
import io.duetime.engine.BulkChange.RedriveCounts;
import io.duetime.engine.BulkChange.Times;
import io.duetime.engine.BulkChange.Times.Span;
import io.duetime.engine.Selection;
import io.duetime.engine.support.Requests;
import io.duetime.id.StableHash;
import io.duetime.kernel.job.Cursor;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.Placement;
import io.duetime.kernel.job.Placement.ShiftMark;
import io.duetime.kernel.job.Reachable;
import io.duetime.kernel.state.QueueDataTable;
import io.duetime.kernel.state.QueueState;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Changes all jobs of a selection, a bounded step at a time. */
final class SelectionChanger {
  private static final int LOSSES_PER_STEP = 1_000;

  private final QueueState state;
  private final JobEnder ender;
  private final SelectionLister lister;
  private final SingleJobChanger changer;
  private final Shifter shifter;

  SelectionChanger(QueueState state, JobEnder ender, SingleJobChanger changer) {
    this.state = state;
    this.ender = ender;
    this.lister = new SelectionLister(state);
    this.changer = changer;
    this.shifter = new Shifter(state, changer);
  }

  BulkChange.Step step(
      Selection selection, BulkChange change, @Nullable String cursorText, int limit, long now) {
    Cursor cursor = Cursor.parse(cursorText);
    if (cursorText == null) {
      // A delay is resolved once, in the first step, so that all steps use the same due time.
      cursor = cursor.fixing(change instanceof BulkChange.Move move ? resolved(move, now) : now);
    }
    long fixed = cursor.fixed();
    Selection reachable = Reachable.by(change, selection);
    if (change instanceof BulkChange.Redrive redrive
        && redrive.task() != null
        && redrive.upTo() == BulkChange.Redrive.FORGET) {
      return forget(redrive.task(), cursor);
    }
    if (ender.settleLosses(now, LOSSES_PER_STEP) == LOSSES_PER_STEP) {
      // A settled loss may put its job anywhere, so no job is looked at before all losses are
      // settled.
      return new BulkChange.Step(0, 0, 0, cursor.text());
    }
    if (change instanceof BulkChange.Redrive redrive && redrive.task() != null) {
      return redrive(redrive, redrive.task(), reachable, cursor, limit, now);
    }
    SelectionLister.Slice slice = lister.slice(reachable, cursor, limit, now);
    Cursor next = slice.next();
    String nextText = next == null ? null : next.text();
    if (change.isShift()) {
      return shifter.step(change, slice.heads(), nextText, now);
    }
    int changed = 0;
    int refused = 0;
    for (JobHead head : slice.heads()) {
      if (change instanceof BulkChange.Redrive && state.isFull()) {
        refused++;
      } else if (apply(change, head, fixed, now)) {
        changed++;
      }
    }
    return new BulkChange.Step(slice.heads().size(), changed, refused, nextText);
  }

  private BulkChange.Step forget(String task, Cursor cursor) {
    QueueDataTable data = state.table().queue();
    RedriveCounts known = Objects.requireNonNullElse(data.redriven(task), RedriveCounts.NONE);
    data.saveRedriven(task, null);
    return new BulkChange.Step(0, 0, 0, cursor.text(), null, known);
  }

  private BulkChange.Step redrive(
      BulkChange.Redrive redrive,
      String task,
      Selection reachable,
      Cursor cursor,
      int limit,
      long now) {
    QueueDataTable data = state.table().queue();
    RedriveCounts known = Objects.requireNonNullElse(data.redriven(task), RedriveCounts.NONE);
    int most = (int) Math.min(limit, redrive.upTo() - known.jobs());
    if (most <= 0) {
      return new BulkChange.Step(0, 0, 0, cursor.text(), null, known);
    }
    SelectionLister.Slice slice = lister.slice(reachable, cursor, most, now);
    Cursor next = slice.next();
    Cursor reached = cursor;
    int changed = 0;
    for (JobHead head : slice.heads()) {
      if (state.isFull()) {
        next = reached;
        break;
      }
      changer.redrive(head, now, task, now);
      reached = slice.behind(head);
      changed++;
    }
    RedriveCounts sum = known.plus(new RedriveCounts(changed, 0, 0));
    if (changed > 0) {
      data.saveRedriven(task, sum);
    }
    int refused = changed < slice.heads().size() ? 1 : 0;
    String nextText = next == null ? null : next.text();
    return new BulkChange.Step(changed + refused, changed, refused, nextText, null, sum);
  }

  private long resolved(BulkChange.Move move, long now) {
    long dueAt = move.due().resolve(now);
    long most = Requests.TooFarAhead.mostMillis(state.settings());
    if (dueAt - now > most) {
      throw Requests.TooFarAhead.of(move.due(), most);
    }
    return dueAt;
  }

  private boolean apply(BulkChange change, JobHead head, long fixed, long now) {
    if (change instanceof BulkChange.Count) {
      return head.stage() == Stage.WAITING || head.stage() == Stage.DEAD;
    }
    if (change instanceof BulkChange.Cancel) {
      return ender.cancelWaiting(head, now);
    }
    if (change instanceof BulkChange.Move) {
      return moveTo(head, fixed, now);
    }
    if (change instanceof BulkChange.Update update) {
      return changer.update(head, update.change(), now);
    }
    if (change instanceof BulkChange.Redrive redrive) {
      long late = redrive.spreadMillis() == 0 ? 0 : spread(head, redrive.spreadMillis());
      return redriveTo(head, fixed + late, fixed, now);
    }
    state.table().delete(head);
    return true;
  }

  private boolean moveTo(JobHead head, long dueAt, long now) {
    if (head.stage() != Stage.WAITING || head.dueAt() == dueAt) {
      return false;
    }
    changer.move(head, dueAt, now);
    return true;
  }

  // What an earlier step has put back and what has died since comes up again, behind the cursor:
  // without an end where nothing can succeed.
  private boolean redriveTo(JobHead head, long dueAt, long begun, long now) {
    if (head.firstDueAt() == dueAt && head.moment() > begun) {
      return false;
    }
    changer.redrive(head, dueAt, null, now);
    return true;
  }

  private long spread(JobHead head, long window) {
    return StableHash.spreadMillis(state.queue(), head.id(), window);
  }

  /** Shifts waiting jobs by a length of time, and takes shifts back. */
  record Shifter(QueueState state, SingleJobChanger changer) {
    /** Makes or counts a change of some waiting jobs; those that it passes over are not counted. */
    BulkChange.Step step(
        BulkChange change, List<JobHead> heads, @Nullable String cursor, long now) {
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
}
