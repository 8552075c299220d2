package io.duetime.engine;

/**
 * A job that has just been leased to the caller.
 *
 * @param lease what settles it
 * @param body payload, content type and headers
 * @param times its due times
 * @param priority smaller first
 * @param run which attempt this is and until when it is held
 */
public record ClaimedJob(LeaseToken lease, JobBody body, Times times, long priority, Run run) {
  /**
   * The moments of a job, in epoch milliseconds.
   *
   * @param dueAt when this attempt was due
   * @param firstDueAt what the caller last asked for
   * @param scheduledAt when the request was accepted
   */
  public record Times(long dueAt, long firstDueAt, long scheduledAt) {}

  /**
   * One attempt.
   *
   * @param attempt 1, 2, …
   * @param maxAttempts how many its rule allows; {@link Integer#MAX_VALUE} for no end
   * @param leaseUntilMillis from when on the lease is lost
   */
  public record Run(int attempt, int maxAttempts, long leaseUntilMillis) {}
}
