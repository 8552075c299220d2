package io.duetime.kernel.job;

import io.duetime.engine.AttemptRecord;
import io.duetime.kernel.job.Status.JobLease;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has become of a job since it was scheduled.
 *
 * @param attempt the attempts used; a running one counts
 * @param fence the fence of the last claim, 0 before the first
 * @param interruptions how often in a row its handler was interrupted by the close of its worker
 * @param mayHaveArrived whether an earlier attempt may have had its effect
 * @param history the last failed attempts, oldest first
 * @param redrive the task that redrove the job, until its first attempt since has ended
 */
public record Progress(
    Status status,
    int attempt,
    long fence,
    int interruptions,
    boolean mayHaveArrived,
    List<AttemptRecord> history,
    @Nullable String redrive) {
  /** Waiting for the first claim. */
  public static final Progress NONE = new Progress(Status.WAITING, 0, 0, 0, false, List.of());

  /** Drops the redrive of a job whose first attempt has ended. */
  public Progress {
    boolean isFirst =
        switch (status.stage()) {
          case WAITING -> attempt == 0;
          case LEASED -> attempt == 1;
          case DEAD, DONE, CANCELLED -> false;
        };
    redrive = isFirst ? redrive : null;
  }

  public Progress(
      Status status,
      int attempt,
      long fence,
      int interruptions,
      boolean mayHaveArrived,
      List<AttemptRecord> history) {
    this(status, attempt, fence, interruptions, mayHaveArrived, history, null);
  }

  public Progress with(Status newStatus) {
    return new Progress(newStatus, attempt, fence, interruptions, mayHaveArrived, history, redrive);
  }

  public Progress with(List<AttemptRecord> newHistory) {
    return new Progress(status, attempt, fence, interruptions, mayHaveArrived, newHistory, redrive);
  }

  /** Waiting for its first attempt again. */
  public Progress redriven(@Nullable String task) {
    return new Progress(Status.WAITING, 0, fence, 0, mayHaveArrived, history, task);
  }

  /** The same; its effect may have happened, as far as {@code added} says so. */
  public Progress mayHaveArrived(boolean added) {
    // Most jobs share NONE.
    return mayHaveArrived || !added
        ? this
        : new Progress(status, attempt, fence, interruptions, true, history, redrive);
  }

  /** The next attempt, under a lease with a fence. */
  public Progress claimed(JobLease lease, long newFence) {
    return new Progress(
        Status.leased(lease),
        attempt + 1,
        newFence,
        interruptions,
        mayHaveArrived,
        history,
        redrive);
  }

  /** Waiting, with some attempts used, and the interruptions forgotten. */
  public Progress waiting(int attempts) {
    return waiting(attempts, 0);
  }

  /** Waiting, with some attempts used, after some interruptions in a row. */
  public Progress waiting(int attempts, int newInterruptions) {
    return new Progress(
        Status.WAITING, attempts, fence, newInterruptions, mayHaveArrived, history, redrive);
  }
}
