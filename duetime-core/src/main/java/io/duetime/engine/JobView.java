package io.duetime.engine;

import io.duetime.JobState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything known of one job at the moment of asking.
 *
 * @param id the job's id
 * @param state where it stands by the store's clock
 * @param body payload, content type and headers
 * @param times its due times
 * @param traits priority, tags and attempts
 * @param lease who holds it, or null unless RUNNING
 * @param end why and when it ended, or null unless DEAD, DONE or CANCELLED
 * @param history the last failed attempts, oldest first, at most 10
 * @param successorDueAtMillis when its successor is due, or null when it has none
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
   * What a job carries besides its payload.
   *
   * @param attempt tries used so far; the running one counts
   * @param maxAttempts how many its rule allows; {@link Integer#MAX_VALUE} for no end
   * @param fence the number of its last claim, 0 when it was never claimed
   */
  public record Traits(
      long priority, List<String> tags, int attempt, int maxAttempts, long fence) {}

  /**
   * A lease in force.
   *
   * @param consumer the name the holder gave, or empty
   * @param cancelRequested whether the job was cancelled while it runs
   */
  public record LeaseView(
      String consumer, long sinceMillis, long untilMillis, boolean cancelRequested) {}

  /**
   * The end of a job.
   *
   * @param reason for a dead job EXHAUSTED, BURIED or EXPIRED; otherwise DONE or CANCELLED
   * @param message the text given with it, or empty
   */
  public record End(long atMillis, String reason, String message) {
    /** The tries were used up. */
    public static final String EXHAUSTED = "EXHAUSTED";

    /** Somebody buried it. */
    public static final String BURIED = "BURIED";

    /** It was not worth doing any more. */
    public static final String EXPIRED = "EXPIRED";

    /** It was acknowledged. */
    public static final String DONE = "DONE";

    /** It was cancelled. */
    public static final String CANCELLED = "CANCELLED";
  }
}
