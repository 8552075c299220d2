package io.duetime.server.task;

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
      TaskState state,
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
    return new Task(
        id, work, progress, new Life(TaskState.WAITING, now, 0, false, null), Lease.NONE);
  }

  /** Whether a server may start or resume it. */
  boolean isFree(long now) {
    return !life.state().isEnded() && lease.untilMillis() <= now;
  }

  boolean isOf(String owner) {
    return !life.state().isEnded() && lease.owner().equals(owner);
  }

  Task leased(Lease newLease) {
    return new Task(id, work, progress, in(TaskState.RUNNING, 0, life.error()), newLease);
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
    return progress.phase() == TaskProgress.Phase.COMPLETE
        ? ended(TaskState.DONE, null, now)
        : this;
  }

  Task ended(TaskState how, @Nullable Problem error, long now) {
    return new Task(id, work, progress, in(how, now, error), Lease.NONE);
  }

  private Life in(TaskState state, long endedAt, @Nullable Problem error) {
    return new Life(state, life.createdAtMillis(), endedAt, life.cancelRequested(), error);
  }
}
