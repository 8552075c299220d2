package io.duetime.engine;

import io.duetime.JobState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of one job.
 *
 * @param id the job's id
 * @param state the state by the store's clock
 * @param body payload, content type and headers
 * @param times its due times
 * @param traits priority, tags and attempts
 * @param lease the lease, or null unless RUNNING
 * @param end why and when it ended, or null unless DEAD, DONE or CANCELLED
 * @param history the last 10 failed attempts, oldest first
 * @param successorDueAtMillis the due time of its successor, or null if it has none
 */
public record JobView(
    String id,
    JobState state,
    JobBody body,
    ClaimedJob.Times times,
    Traits traits,
    @Nullable LeaseView lease,
    @Nullable End end,
    List<AttemptRecord> history,
    @Nullable Long successorDueAtMillis) {
  /**
   * Further properties of a job.
   *
   * @param priority smaller first
   * @param tags its tags, ascending
   * @param attempt the attempts used, including the running one
   * @param maxAttempts how many its retry policy allows; {@link Integer#MAX_VALUE} for no limit
   * @param fence the fence of its latest claim, 0 if it was never claimed
   * @param mayHaveArrived whether an attempt may have had its effect without being acknowledged
   */
  public record Traits(
      long priority,
      List<String> tags,
      int attempt,
      int maxAttempts,
      long fence,
      boolean mayHaveArrived) {}

  /**
   * A lease that is not over.
   *
   * @param consumer the consumer's name, or empty
   * @param sinceMillis when the job was claimed
   * @param untilMillis the deadline of the lease
   * @param cancelRequested whether the job was cancelled while it runs
   * @param note how far it has come, or null if nothing was said
   */
  public record LeaseView(
      String consumer,
      long sinceMillis,
      long untilMillis,
      boolean cancelRequested,
      @Nullable Note note) {}

  /** How far a running job has come, and when the store was told. */
  public record Note(String text, long atMillis) {}

  /**
   * The end of a job.
   *
   * @param atMillis when it ended
   * @param reason for a dead job EXHAUSTED, BURIED or EXPIRED; otherwise DONE or CANCELLED
   * @param message the text given with the reason or the ack, or empty
   */
  public record End(long atMillis, String reason, String message) {
    /** All attempts were used up. */
    public static final String EXHAUSTED = "EXHAUSTED";

    /** A handler or a caller buried it. */
    public static final String BURIED = "BURIED";

    /** It had expired. */
    public static final String EXPIRED = "EXPIRED";

    /** It was acknowledged. */
    public static final String DONE = "DONE";

    /** It was cancelled. */
    public static final String CANCELLED = "CANCELLED";

    /** Whether the job is dead. */
    public boolean isDeath() {
      return !reason.equals(DONE) && !reason.equals(CANCELLED);
    }
  }
}
