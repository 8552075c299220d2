package io.duetime;

/**
 * A running job, as its handler sees it.
 *
 * @param <T> the payload
 */
public interface Job<T> extends JobInfo<T> {
  /**
   * Whether the lease is over, so that another consumer may run the job. A worker then interrupts
   * its handler; the outcome of that run does not count.
   */
  boolean isLeaseLost();

  /**
   * Whether the job was cancelled after it was claimed. The handler may stop early; the job is not
   * retried in any case. Updated with each extension of the lease.
   */
  boolean isCancelRequested();
}
