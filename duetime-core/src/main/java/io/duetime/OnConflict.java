package io.duetime;

import io.duetime.text.DurationText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Decides what scheduling does if the queue already has a job with the id. {@code
 * docs/semantics.md} has the whole table.
 *
 * <p>{@link #KEEP} suits requests that may be repeated: the first one is kept, also once it is
 * done, for as long as it is remembered. {@link #KEEP_UNFINISHED} keeps it only until it is done
 * ("one import at a time"). To postpone a job at each call ("remind 30 minutes after the last
 * message"), use {@link #REPLACE}. Use {@link #debounce} if it must not be postponed forever. With
 * both, a request that arrives while the job runs is not lost.
 *
 * @param rule how the existing job and the new request are compared
 * @param maxWait for {@link Rule#DEBOUNCE}, how long after the job's anchor it may be due at the
 *     latest, 1 ms to 100 years; otherwise null
 */
public record OnConflict(Rule rule, @Nullable Duration maxWait) {
  /** The rules for an existing job and a new request. */
  public enum Rule {
    /** Refuses the new request. */
    REJECT,
    /**
     * Keeps the existing job. The answer is {@link ScheduleOutcome#KEPT}, or {@link
     * ScheduleOutcome#KEPT_RUNNING} if it is running: then the request has no effect.
     */
    KEEP,
    /**
     * As {@link #KEEP} while the job waits or runs. If it is done and still remembered, the request
     * creates a new job.
     */
    KEEP_UNFINISHED,
    /**
     * Replaces the existing job with the new request; its attempts start again. While the job runs,
     * the request becomes its successor, which runs at its own due time.
     */
    REPLACE,
    /** Keeps the request with the earlier due time; if they are equal, the existing job. */
    EARLIEST,
    /** Keeps the request with the later due time; if they are equal, the existing job. */
    LATEST,
    /**
     * Replaces the existing job, with a due time at most {@code maxWait} after the job's anchor.
     */
    DEBOUNCE
  }

  /** Refuses the new request. */
  public static final OnConflict REJECT = new OnConflict(Rule.REJECT, null);

  /** Keeps the existing job, even a running one. The default. */
  public static final OnConflict KEEP = new OnConflict(Rule.KEEP, null);

  /** Keeps the existing job, even a running one, until it is done. */
  public static final OnConflict KEEP_UNFINISHED = new OnConflict(Rule.KEEP_UNFINISHED, null);

  /** Replaces the existing job. */
  public static final OnConflict REPLACE = new OnConflict(Rule.REPLACE, null);

  /** Keeps the earlier due time. */
  public static final OnConflict EARLIEST = new OnConflict(Rule.EARLIEST, null);

  /** Keeps the later due time. */
  public static final OnConflict LATEST = new OnConflict(Rule.LATEST, null);

  /** Checks that {@code maxWait} is set for {@link Rule#DEBOUNCE} only, and its range. */
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

  /** Describes the rule, such as {@code KEEP} or {@code DEBOUNCE up to 30s}. */
  @Override
  public String toString() {
    return maxWait == null ? rule.name() : rule + " up to " + DurationText.exact(maxWait);
  }

  /**
   * Postpones the job at every call, but to at most {@code maxWait} after the first request.
   *
   * @param maxWait 1 ms to 100 years
   */
  public static OnConflict debounce(Duration maxWait) {
    return new OnConflict(Rule.DEBOUNCE, maxWait);
  }
}
