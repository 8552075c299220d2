package io.duetime;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A job as the store had it at the moment of asking.
 *
 * @param <T> the payload
 */
public interface StoredJob<T> extends JobInfo<T> {
  /** Where it stood by the store's clock. */
  JobState state();

  /** Its tags, ascending. */
  List<String> tags();

  /** Who holds it; empty unless RUNNING. */
  Optional<Holder> holder();

  /** How it ended; empty unless DEAD, DONE or CANCELLED. */
  Optional<End> end();

  /** The last failed attempts, oldest first, at most 10. */
  List<FailedAttempt> history();

  /** When the request is due that takes over when the present lease ends, if there is one. */
  Optional<Instant> successorDueAt();

  /**
   * A lease in force.
   *
   * @param consumer the name the holder gave, or empty
   * @param cancelRequested whether the job was cancelled while it runs
   */
  record Holder(String consumer, Instant since, Instant until, boolean cancelRequested) {}

  /**
   * The end of a job.
   *
   * @param reason for a dead job the name of a {@link DeathReason}; otherwise DONE or CANCELLED
   * @param message the text given with it, or empty
   */
  record End(Instant at, String reason, String message) {}

  /**
   * One failed attempt.
   *
   * @param attempt 1, 2, …
   * @param startedAt when it was claimed
   * @param endedAt when it failed, or the deadline of a lost lease
   * @param outcome FAILED, BURIED or LEASE_LOST
   * @param error the reason given, at most 2,000 characters
   */
  record FailedAttempt(
      int attempt, Instant startedAt, Instant endedAt, String outcome, String error) {}
}
