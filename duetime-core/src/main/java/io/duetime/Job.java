package io.duetime;

import java.util.concurrent.CompletionStage;

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
   * retried in any case. A worker normally learns it within milliseconds, at the latest with the
   * next extension of the lease; a {@link Lease} with each of its extensions.
   */
  boolean isCancelRequested();

  /**
   * Completes when {@link #isCancelRequested} becomes true, so that a handler can wait for it or
   * pass it on; otherwise never. What depends on it must not block.
   */
  CompletionStage<Void> whenCancelRequested();
}
