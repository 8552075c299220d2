package io.duetime;

/**
 * A job in the hands of whoever runs it.
 *
 * @param <T> the payload
 */
public interface Job<T> extends JobInfo<T> {
  /**
   * Whether the lease is over, so that somebody else may be running the job already. A worker
   * interrupts its handler when that happens; whatever it does from then on does not count.
   */
  boolean isLeaseLost();

  /**
   * Whether somebody has cancelled the job since it was claimed. It may be ended early; it is not
   * tried again in any case. Learned of with each extension of the lease.
   */
  boolean isCancelRequested();
}
