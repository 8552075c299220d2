package io.duetime;

import java.util.Map;

/**
 * Why a job is not running, or that it is.
 *
 * @param why what comes first of all that keeps it from running
 * @param details what belongs to it, such as {@code dueAt}, {@code until}, {@code consumer}, {@code
 *     reason}; moments in ISO-8601 with milliseconds; a pause without an end has no {@code until}.
 *     Of a job that has not ended also {@code attempt} (attempts begun), {@code maxAttempts} (or
 *     {@code unlimited}) and {@code retriesFor}, how long its retries wait in all, such as {@code
 *     8h 8m}. Of a dead job, and of one that has not ended, {@code lastError} is what its last
 *     failed attempt failed of
 */
public record Explanation(Why why, Map<String, String> details) {
  /** Copies the details. */
  public Explanation {
    details = Map.copyOf(details);
  }

  /** What may keep a job from running, in the order in which it is looked for. */
  public enum Why {
    /** Never seen, or forgotten. */
    UNKNOWN,
    /** It had been done. */
    DONE,
    /** It had been cancelled. */
    CANCELLED,
    /** It is dead. */
    DEAD,
    /** Somebody holds it. */
    LEASED,
    /** It is due later. */
    DUE_LATER,
    /** It has expired, and ends as soon as it is looked at by a claim. */
    EXPIRED,
    /** The queue is paused. */
    PAUSED,
    /** The queue runs as many jobs at once as it may. */
    CONCURRENCY_LIMITED,
    /** The queue has used up its rate for the moment. */
    RATE_LIMITED,
    /** No consumer has asked for jobs of the queue lately. */
    NOBODY_TAKES,
    /** It is due and will be taken in turn. */
    NEXT_IN_TURN
  }
}
