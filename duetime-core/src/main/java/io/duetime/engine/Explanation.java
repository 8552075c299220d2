package io.duetime.engine;

import java.util.Map;

/**
 * Why a job is not running, or that it is.
 *
 * @param why the one cause that comes first
 * @param details what belongs to it, such as {@code dueAt}, {@code until}, {@code consumer}, {@code
 *     reason}; moments in epoch milliseconds
 */
public record Explanation(Why why, Map<String, String> details) {
  /** The causes, in the order in which they are looked for. */
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
