package io.duetime.server.task;

import io.duetime.engine.BulkChange;
import io.duetime.engine.BulkChange.Times;
import io.duetime.engine.LastFailure;
import io.duetime.engine.Selection;
import io.duetime.server.task.IdKeeper.StoredIds;
import io.duetime.wire.Problem;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A task as it is stored.
 *
 * @param id names the task; ids sort by creation
 * @param lease which server runs it, and until when
 */
public record Task(String id, TaskWork work, TaskProgress progress, Life life, Lease lease) {
  /**
   * The life of a task.
   *
   * @param createdAtMillis by the store's clock
   * @param endedAtMillis by the store's clock; 0 if it has not ended
   * @param cancelRequested whether the server that runs it shall stop
   * @param error why it has failed
   */
  public record Life(
      State state,
      long createdAtMillis,
      long endedAtMillis,
      boolean cancelRequested,
      @Nullable Problem error) {}

  /**
   * Which server runs a task.
   *
   * @param owner the server; empty for none
   * @param untilMillis from this moment on another server may take the task over
   */
  public record Lease(String owner, long untilMillis) {
    static final Lease NONE = new Lease("", 0);
  }

  static Task begun(String id, TaskWork work, TaskProgress progress, long now) {
    return new Task(id, work, progress, new Life(State.WAITING, now, 0, false, null), Lease.NONE);
  }

  boolean isFree(long now) {
    return !life.state().isEnded() && lease.untilMillis() <= now;
  }

  boolean isOf(String owner) {
    return !life.state().isEnded() && lease.owner().equals(owner);
  }

  Task leased(Lease newLease) {
    return new Task(id, work, progress, in(State.RUNNING, 0, life.error()), newLease);
  }

  Task with(TaskWork newWork) {
    return new Task(id, newWork, progress, life, lease);
  }

  Task released() {
    return new Task(id, work, progress, life, Lease.NONE);
  }

  Task at(TaskProgress newProgress) {
    return new Task(id, work, newProgress, life, lease);
  }

  Task toBeCancelled() {
    Life asked = new Life(life.state(), life.createdAtMillis(), 0, true, null);
    return new Task(id, work, progress, asked, lease);
  }

  /** How long the task has nothing to do before its next step. */
  long pauseMillis() {
    long now = lease.untilMillis() - TaskKeeper.LEASE_MILLIS;
    return work.isInParts() ? work.parts().pauseMillis(progress, now) : 0;
  }

  /** The same, ended if nothing is left to do, or too many jobs have failed. */
  Task endedIfComplete(long now) {
    Problem tooMany = work.isInParts() ? work.parts().verdict(progress) : null;
    if (tooMany != null) {
      return ended(State.STOPPED, tooMany, now);
    }
    return progress.phase() == TaskProgress.Phase.COMPLETE ? ended(State.DONE, null, now) : this;
  }

  Task ended(State how, @Nullable Problem error, long now) {
    return new Task(id, work, progress, in(how, now, error), Lease.NONE);
  }

  private Life in(State state, long endedAt, @Nullable Problem error) {
    return new Life(state, life.createdAtMillis(), endedAt, life.cancelRequested(), error);
  }

  public enum Kind {
    CANCEL,
    RESCHEDULE,
    UPDATE,
    SHIFT,
    UNDO_SHIFT,
    REDRIVE,
    /** A redrive in parts, which servers that do not know it leave to others. */
    REDRIVE_IN_PARTS,
    PURGE;

    public static Kind of(BulkChange change) {
      if (change instanceof BulkChange.Cancel) {
        return CANCEL;
      }
      if (change instanceof BulkChange.Move) {
        return RESCHEDULE;
      }
      if (change instanceof BulkChange.Update) {
        return UPDATE;
      }
      if (change instanceof BulkChange.Shift) {
        return SHIFT;
      }
      if (change instanceof BulkChange.UndoShift) {
        return UNDO_SHIFT;
      }
      if (change instanceof BulkChange.Redrive redrive) {
        return redrive.task() == null ? REDRIVE : REDRIVE_IN_PARTS;
      }
      if (change instanceof BulkChange.Purge) {
        return PURGE;
      }
      throw new IllegalArgumentException(change + " is no change of a task");
    }
  }

  public enum State {
    /** No server runs it yet. */
    WAITING,
    /** A server runs it, or another takes it over soon. */
    RUNNING,
    /** It has reached its end. */
    DONE,
    /** It was cancelled; what it had changed stays changed. */
    CANCELLED,
    /** It has stopped by itself, as too many jobs failed; what it had changed stays changed. */
    STOPPED,
    /** The store has refused a step. */
    FAILED;

    /** Whether the task changes nothing any more. */
    public boolean isEnded() {
      return this != WAITING && this != RUNNING;
    }
  }

  /**
   * What a task does.
   *
   * @param selection the ids in it are not stored with the task
   * @param change cancel, move, shift, undo of a shift, update, redrive or purge
   * @param parts how a redrive is made in parts
   * @param dryRun whether it only counts
   * @param ids where the ids of the selection are stored; null if it names none
   */
  public record TaskWork(
      String queue,
      Selection selection,
      BulkChange change,
      RedriveParts parts,
      boolean dryRun,
      @Nullable StoredIds ids) {
    public TaskWork(String queue, Selection selection, BulkChange change, boolean dryRun) {
      this(queue, selection, change, RedriveParts.NONE, dryRun, null);
    }

    /** The change that counts. */
    public BulkChange count() {
      return new BulkChange.Count(change);
    }

    /** Whether it redrives in parts, and follows what becomes of the jobs. */
    boolean isInParts() {
      return Task.Kind.of(change) == Kind.REDRIVE_IN_PARTS;
    }

    /** The same in parts, for a task. */
    TaskWork inParts(String task) {
      return with(new BulkChange.Redrive(0, task, 0));
    }

    /** The change of a step that may redrive so many jobs in all. */
    BulkChange redriveUpTo(long upTo) {
      return new BulkChange.Redrive(0, ((BulkChange.Redrive) change).task(), upTo);
    }

    /** The work that takes this shift back: the jobs that it may have moved, where they are now. */
    TaskWork undo() {
      BulkChange.Shift shift = (BulkChange.Shift) change;
      long from = selection.fromMillis();
      long to = selection.toMillis();
      long newFrom = from == 0 ? 0 : Math.max(0, from + shift.byMillis());
      long newTo =
          to == Long.MAX_VALUE
              ? to
              : Math.max(newFrom, to + shift.byMillis() + shift.spreadMillis());
      Selection moved =
          new Selection(
              Selection.WAITING.states(),
              newFrom,
              newTo,
              Set.of(),
              false,
              LastFailure.ANY,
              selection.ids());
      return new TaskWork(queue, moved, new BulkChange.UndoShift(shift.task()), parts, false, ids);
    }

    /** The same work with another change. */
    TaskWork with(BulkChange other) {
      return new TaskWork(queue, selection, other, parts, dryRun, ids);
    }

    /** The same work with another selection, whose ids are stored. */
    TaskWork with(Selection other, @Nullable StoredIds newIds) {
      return new TaskWork(queue, other, change, parts, dryRun, newIds);
    }
  }

  /**
   * How far a task is. It counts first, then changes; a dry run only counts.
   *
   * @param total the jobs counted so far
   * @param sum the jobs examined, changed and refused; of a dry run, those counted
   * @param cursor where the phase continues; null for its begin
   * @param course of a redrive in parts
   */
  public record TaskProgress(
      Phase phase, long total, Sum sum, @Nullable String cursor, RedriveParts.Course course) {
    public static final TaskProgress NONE =
        new TaskProgress(
            Phase.COUNTING, 0, new Sum(0, 0, 0, null), null, RedriveParts.Course.BEGIN);

    public enum Phase {
      COUNTING,
      CHANGING,
      /** All is redriven; the first attempts have not all ended. */
      WATCHING,
      COMPLETE
    }

    /**
     * A number of jobs.
     *
     * @param refused jobs that a quota had no room for; of a shift, jobs that stay where they are
     * @param times of a shift, the due times before and after; otherwise null
     */
    public record Sum(long examined, long changed, long refused, @Nullable Times times) {
      Sum plus(BulkChange.Step step) {
        return new Sum(
            examined + step.examined(),
            changed + step.changed(),
            refused + step.refused(),
            Times.sum(times, step.times()));
      }
    }

    /** The progress after a step of the current phase. */
    public TaskProgress after(BulkChange.Step step, boolean dryRun) {
      boolean more = step.cursor() != null;
      if (phase == Phase.COUNTING) {
        Phase next = more ? Phase.COUNTING : dryRun ? Phase.COMPLETE : Phase.CHANGING;
        return new TaskProgress(
            next, total + step.changed(), dryRun ? sum.plus(step) : sum, step.cursor(), course);
      }
      return new TaskProgress(
          more ? Phase.CHANGING : Phase.COMPLETE, total, sum.plus(step), step.cursor(), course);
    }
  }
}
