package io.duetime.engine;

/**
 * One failed attempt.
 *
 * @param attempt 1, 2, …
 * @param startedAtMillis when it was claimed
 * @param endedAtMillis when it failed, or the deadline of a lost lease
 * @param outcome how it ended
 * @param error the reason given, at most 2,000 characters
 */
public record AttemptRecord(
    int attempt, long startedAtMillis, long endedAtMillis, Outcome outcome, String error) {
  /** How an attempt ended. */
  public enum Outcome {
    /** The handler failed. */
    FAILED,
    /** A handler or a caller buried the job. */
    BURIED,
    /** The lease was not settled before its deadline. */
    LEASE_LOST
  }
}
