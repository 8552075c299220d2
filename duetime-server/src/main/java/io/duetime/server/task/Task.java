package io.duetime.server.task;

import io.duetime.engine.BulkChange;
import io.duetime.server.json.Problem;
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

  /** Whether a server may start or resume it. */
  boolean isFree(long now) {
    return !life.state().isEnded() && lease.untilMillis() <= now;
  }

  boolean isOf(String owner) {
    return !life.state().isEnded() && lease.owner().equals(owner);
  }

  Task leased(Lease newLease) {
    return new Task(id, work, progress, in(State.RUNNING, 0, life.error()), newLease);
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

  /** The same, ended if nothing is left to do. */
  Task endedIfComplete(long now) {
    return progress.phase() == TaskProgress.Phase.COMPLETE ? ended(State.DONE, null, now) : this;
  }

  Task ended(State how, @Nullable Problem error, long now) {
    return new Task(id, work, progress, in(how, now, error), Lease.NONE);
  }

  private Life in(State state, long endedAt, @Nullable Problem error) {
    return new Life(state, life.createdAtMillis(), endedAt, life.cancelRequested(), error);
  }

  /** The kinds of tasks. */
  public enum Kind {
    CANCEL,
    RESCHEDULE,
    REDRIVE,
    PURGE;

    /** The kind of a change. */
    public static Kind of(BulkChange change) {
      if (change instanceof BulkChange.Cancel) {
        return CANCEL;
      }
      if (change instanceof BulkChange.Move) {
        return RESCHEDULE;
      }
      if (change instanceof BulkChange.Redrive) {
        return REDRIVE;
      }
      if (change instanceof BulkChange.Purge) {
        return PURGE;
      }
      throw new IllegalArgumentException(change + " is no change of a task");
    }
  }

  /** The states of a task. */
  public enum State {
    /** No server runs it yet. */
    WAITING,
    /** A server runs it, or another takes it over soon. */
    RUNNING,
    /** It has reached its end. */
    DONE,
    /** It was cancelled; what it had changed stays changed. */
    CANCELLED,
    /** The store has refused a step. */
    FAILED;

    /** Whether the task changes nothing any more. */
    public boolean isEnded() {
      return this == DONE || this == CANCELLED || this == FAILED;
    }
  }
}
