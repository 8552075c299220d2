package io.duetime;

import io.duetime.internal.text.DurationText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What scheduling does when the queue already has a job with that id. {@code docs/semantics.md} has
 * the whole table.
 *
 * <p>{@link #KEEP} suits requests that may be repeated: the first one stays. To put something off
 * again at each call ("remind 30 minutes after the last message"), use {@link #REPLACE}, or {@link
 * #debounce} where it must not be put off for ever: under these a request that comes while the job
 * runs is not lost.
 *
 * @param rule how the two requests are weighed
 * @param maxWait for {@link Rule#DEBOUNCE}, how long after the job's anchor it may be put off at
 *     most; otherwise null
 */
public record OnConflict(Rule rule, @Nullable Duration maxWait) {
  /** The ways to weigh an existing job against a new request. */
  public enum Rule {
    /** Refuses the new request. */
    REJECT,
    /**
     * Keeps the existing job and says so: {@link ScheduleOutcome#KEPT}, or {@link
     * ScheduleOutcome#KEPT_RUNNING} where it is running, so that the request leads to nothing.
     */
    KEEP,
    /**
     * The new request takes the place of the existing one, its attempts counted again from the
     * first; of a running one it is the successor and runs at its own time.
     */
    REPLACE,
    /** The request with the earlier due time stands; on a tie the existing one. */
    EARLIEST,
    /** The request with the later due time stands; on a tie the existing one. */
    LATEST,
    /** The new request stands, but never later than {@code maxWait} after the anchor of the job. */
    DEBOUNCE
  }

  /** Refuses the new request. */
  public static final OnConflict REJECT = new OnConflict(Rule.REJECT, null);

  /** Keeps the existing job, also a running one; applies by default. */
  public static final OnConflict KEEP = new OnConflict(Rule.KEEP, null);

  /** The new request replaces the existing one. */
  public static final OnConflict REPLACE = new OnConflict(Rule.REPLACE, null);

  /** The earlier due time stands. */
  public static final OnConflict EARLIEST = new OnConflict(Rule.EARLIEST, null);

  /** The later due time stands. */
  public static final OnConflict LATEST = new OnConflict(Rule.LATEST, null);

  /** Checks that exactly {@link Rule#DEBOUNCE} has a longest wait of at least one millisecond. */
  public OnConflict {
    if (Limits.given("onConflict", rule) == Rule.DEBOUNCE) {
      if (maxWait == null
          || maxWait.compareTo(Duration.ofMillis(1)) < 0
          || maxWait.compareTo(Limits.MAX_AHEAD) > 0) {
        throw new InvalidRequestException("maxWait", maxWait, "1 ms to 100 years");
      }
    } else if (maxWait != null) {
      throw new InvalidRequestException("maxWait", maxWait, "only with DEBOUNCE");
    }
  }

  /** The rule, such as {@code KEEP} or {@code DEBOUNCE up to 30s}. */
  @Override
  public String toString() {
    return maxWait == null ? rule.name() : rule + " up to " + DurationText.exact(maxWait);
  }

  /**
   * Puts the job off at every call, but no longer than {@code maxWait} after it was first asked
   * for.
   */
  public static OnConflict debounce(Duration maxWait) {
    return new OnConflict(Rule.DEBOUNCE, maxWait);
  }
}
