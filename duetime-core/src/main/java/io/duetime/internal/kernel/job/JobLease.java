package io.duetime.internal.kernel.job;

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
}
