package io.duetime;

import java.time.Duration;
import java.time.Instant;

/**
 * A job that {@link JobQueue#claim} returned, to be settled before {@link #until}. The library does
 * not extend it by itself. A lease that ends unsettled counts as a failed attempt.
 *
 * <p>Each call answers what happened to the job. {@link SettleOutcome#LEASE_LOST} means that
 * nothing changed, because the lease was over or another claim has the job. Repeating a call is
 * safe: it answers what is true by then. Thread safe.
 *
 * @param <T> the payload
 */
public interface Lease<T> extends Job<T> {
  /** The deadline of the lease, by the store's clock; moves with {@link #extend}. */
  Instant until();

  /** Settles the lease in any way; the other methods are its short forms. */
  SettleOutcome settle(SettleRequest request);

  /** Acknowledges the job as done. */
  default SettleOutcome ack() {
    return settle(SettleRequest.ack());
  }

  /**
   * Ends the attempt as failed; the job is retried by its retry policy.
   *
   * @param reason what went wrong; 2,000 characters of it are kept
   */
  default SettleOutcome retry(String reason) {
    return settle(SettleRequest.retry(reason));
  }

  /**
   * Ends the attempt as failed. The next attempt follows after a delay, but not before the job's
   * earlier due time. Counts as an attempt like any failure.
   */
  default SettleOutcome retry(Duration delay, String reason) {
    return settle(SettleRequest.retry(delay, reason));
  }

  /** Buries the job: it is kept as a dead job (dead letter), with the reason. */
  default SettleOutcome bury(String reason) {
    return settle(SettleRequest.bury(reason));
  }

  /** Ends the attempt as a worker does whose handler throws the exception. */
  SettleOutcome fail(JobFailed failed);

  /**
   * Extends the lease to a duration after the store's now, 1 ms to 365 days; it never becomes
   * shorter.
   */
  default SettleOutcome extend(Duration by) {
    return settle(SettleRequest.extend(by));
  }

  /**
   * Releases the job as if it had not been claimed: its due time is unchanged, its attempt is
   * refunded. It can be claimed again at once.
   */
  default SettleOutcome release() {
    return settle(SettleRequest.release());
  }

  /**
   * Releases the job until later (snooze): its attempt is refunded, and it is due after a delay.
   *
   * @param delay 0 to 100 years, counted from the store's now; shortened to {@code maxAhead} of the
   *     queue
   */
  default SettleOutcome release(Duration delay) {
    return settle(SettleRequest.release(delay));
  }
}
