package io.duetime.engine;

/**
 * A job that has just been leased to the caller.
 *
 * @param lease the token that settles it
 * @param body payload, content type and headers
 * @param times its due times
 * @param priority smaller first
 * @param run the attempt and its lease
 */
public record ClaimedJob(LeaseToken lease, JobBody body, Times times, long priority, Run run) {
  /**
   * The times of a job, in epoch milliseconds.
   *
   * @param dueAt when this attempt was due
   * @param firstDueAt the due time that the caller last asked for
   * @param scheduledAt when the store accepted the request
   */
  public record Times(long dueAt, long firstDueAt, long scheduledAt) {}

  /**
   * One attempt.
   *
   * @param attempt 1, 2, …
   * @param maxAttempts how many its retry policy allows; {@link Integer#MAX_VALUE} for no limit
   * @param leaseUntilMillis the deadline of the lease
   * @param mayHaveArrived whether an earlier attempt may have had its effect: its lease was lost,
   *     or its settlement said so
   */
  public record Run(int attempt, int maxAttempts, long leaseUntilMillis, boolean mayHaveArrived) {}
}
