package io.duetime.internal.kernel.job;

import io.duetime.engine.JobView;

/** A lease: which consumer has it, its times, and whether the job was cancelled since. */
public record JobLease(String consumer, long since, long deadline, boolean cancelled) {
  /** The same lease with another deadline. */
  public JobLease extendedTo(long newDeadline) {
    return new JobLease(consumer, since, newDeadline, cancelled);
  }

  /** The same lease on a job that is cancelled when the lease ends. */
  public JobLease ofCancelled() {
    return new JobLease(consumer, since, deadline, true);
  }

  /** The lease as callers see it. */
  JobView.LeaseView view() {
    return new JobView.LeaseView(consumer, since, deadline, cancelled);
  }
}
