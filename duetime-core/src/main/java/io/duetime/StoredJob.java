package io.duetime;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A snapshot of a job.
 *
 * @param <T> the payload
 */
public interface StoredJob<T> extends JobInfo<T> {
  /** The state, by the store's clock. */
  JobState state();

  /** The tags, ascending. */
  List<String> tags();

  /** The lease and its consumer; empty unless RUNNING. */
  Optional<Holder> holder();

  /** How far the running attempt has come ({@link Job#note}); empty without a note. */
  Optional<Note> note();

  /** The end; empty unless DEAD, DONE or CANCELLED. */
  Optional<End> end();

  /** The last 10 failed attempts, oldest first. */
  List<FailedAttempt> history();

  /**
   * The due time of the successor, which replaces this job when its lease ends; empty if there is
   * none.
   */
  Optional<Instant> successorDueAt();

  /**
   * A lease that is not over.
   *
   * @param consumer the consumer's name, or empty
   * @param since when the job was claimed
   * @param until the deadline of the lease
   * @param cancelRequested whether the job was cancelled while it runs
   */
  record Holder(String consumer, Instant since, Instant until, boolean cancelRequested) {}

  /**
   * A note of progress.
   *
   * @param text at most 200 bytes of UTF-8
   * @param at when the store took it
   */
  record Note(String text, Instant at) {}

  /**
   * The end of a job.
   *
   * @param at when it ended
   * @param reason for a dead job the name of a {@link DeathReason}; otherwise DONE or CANCELLED
   * @param message the text given with the reason; of a done job that was handed over, where it
   *     went; or empty
   */
  record End(Instant at, String reason, String message) {}

  /**
   * One failed attempt.
   *
   * @param attempt 1, 2, …
   * @param startedAt when it was claimed
   * @param endedAt when it failed, or the deadline of a lost lease
   * @param outcome FAILED, BURIED, LEASE_LOST or INTERRUPTED
   * @param error the reason given, at most 2,000 characters
   * @param fingerprint the same for failures of one cause ({@code docs/formats/hashes.md})
   */
  record FailedAttempt(
      int attempt,
      Instant startedAt,
      Instant endedAt,
      String outcome,
      String error,
      String fingerprint) {}
}
