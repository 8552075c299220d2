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

  /**
   * Notes how far the job has come, such as {@code "412 of 1,000"}; {@link StoredJob#note} shows
   * the latest note while this attempt runs. The next extension of the lease carries it. A worker
   * extends sooner for it, but not within a second of the claim or of the extension before; a
   * {@link Lease} is extended by its owner. Returns at once, and may be called often: notes in
   * between are skipped. A note that was not carried when the attempt ends is dropped.
   *
   * @param text 1 to 200 bytes of UTF-8 without control characters
   */
  void note(String text);
}
