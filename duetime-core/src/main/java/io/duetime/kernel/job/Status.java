package io.duetime.kernel.job;

import io.duetime.engine.JobView;
import io.duetime.engine.JobView.End;
import io.duetime.kernel.job.JobHead.Stage;
import org.jspecify.annotations.Nullable;

/**
 * The stage of a job and what belongs to that stage.
 *
 * @param lease not null if and only if the stage is LEASED
 * @param end not null if and only if the stage is DEAD, DONE or CANCELLED
 * @param forgetAt when a DONE or CANCELLED job is forgotten; otherwise 0
 */
public record Status(Stage stage, @Nullable JobLease lease, @Nullable End end, long forgetAt) {
  /** Waiting to be due and claimed. */
  public static final Status WAITING = new Status(Stage.WAITING, null, null, 0);

  /** Refuses a lease or an end that the stage does not have, and a stage without its own. */
  public Status {
    boolean isLeased = stage == Stage.LEASED;
    boolean isEnded = !isLeased && stage != Stage.WAITING;
    if (isLeased != (lease != null) || isEnded != (end != null)) {
      throw new IllegalArgumentException(stage + " with lease " + lease + " and end " + end);
    }
  }

  public static Status leased(JobLease lease) {
    return new Status(Stage.LEASED, lease, null, 0);
  }

  /** Dead until purged, or done or cancelled and remembered until {@code forgetAt}. */
  public static Status ended(Stage stage, End end, long forgetAt) {
    return new Status(stage, null, end, forgetAt);
  }

  /**
   * A lease: which consumer has it, its times, whether the job was cancelled since, and its last
   * note of progress.
   */
  public record JobLease(
      String consumer, long since, long deadline, boolean cancelled, JobView.@Nullable Note note) {
    /** A lease without a note. */
    public JobLease(String consumer, long since, long deadline, boolean cancelled) {
      this(consumer, since, deadline, cancelled, null);
    }

    public JobLease extendedTo(long newDeadline) {
      return new JobLease(consumer, since, newDeadline, cancelled, note);
    }

    public JobLease with(JobView.@Nullable Note newNote) {
      return new JobLease(consumer, since, deadline, cancelled, newNote);
    }

    /** The same lease on a job that is cancelled when the lease ends. */
    public JobLease ofCancelled() {
      return new JobLease(consumer, since, deadline, true, note);
    }

    /** The lease as callers see it. */
    JobView.LeaseView view() {
      return new JobView.LeaseView(consumer, since, deadline, cancelled, note);
    }
  }
}
