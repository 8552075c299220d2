package io.duetime.engine;

import io.duetime.id.Fingerprint;

/**
 * One attempt that did not succeed.
 *
 * @param attempt 1, 2, …
 * @param startedAtMillis when it was claimed
 * @param endedAtMillis when it failed, or the deadline of a lost lease
 * @param outcome how it ended
 * @param error the reason given, at most 2,000 characters
 * @param fingerprint the same for failures of one cause
 */
public record AttemptRecord(
    int attempt,
    long startedAtMillis,
    long endedAtMillis,
    Outcome outcome,
    String error,
    String fingerprint) {
  /** An attempt with the fingerprint of its error. */
  public AttemptRecord(
      int attempt, long startedAtMillis, long endedAtMillis, Outcome outcome, String error) {
    this(attempt, startedAtMillis, endedAtMillis, outcome, error, outcome.fingerprint(error));
  }

  /** How an attempt ended. */
  public enum Outcome {
    /** The handler failed. */
    FAILED,
    /** A handler or a caller buried the job. */
    BURIED,
    /** The lease was not settled before its deadline. */
    LEASE_LOST,
    /**
     * The worker closed and interrupted the handler; the attempt is refunded, ten times in a row.
     */
    INTERRUPTED;

    /** Returns the fingerprint of an attempt that ended so. */
    public String fingerprint(String error) {
      return switch (this) {
        case FAILED, BURIED -> Fingerprint.of(error);
        case LEASE_LOST -> Fingerprint.LEASE_LOST;
        case INTERRUPTED -> Fingerprint.INTERRUPTED;
      };
    }
  }
}
