package io.duetime;

import java.util.Map;

/**
 * Explains why a job is not running, or that it is running.
 *
 * @param why the first reason that applies, in the order of {@link Why}
 * @param details facts by name, such as {@code dueAt}, {@code until}, {@code consumer}, {@code
 *     reason}. Moments are in ISO-8601 with milliseconds; a pause without an end has no {@code
 *     until}. A job that has not ended also has {@code attempt} (attempts begun), {@code
 *     maxAttempts} (or {@code unlimited}) and {@code retriesFor}, the total wait of its retries,
 *     such as {@code 8h 8m}. A job that has not ended, or is dead, has {@code lastError}, the error
 *     of its last failed attempt, and {@code mayHaveArrived} if one of its attempts may have had
 *     its effect. A job that is due has {@code abandoned} if handlers of its queue were abandoned
 *     ({@link WorkerSettings.Builder#abandonAfter}) in any process, and any job if its own handler
 *     was: how many, of which consumers, since when, and by which jobs
 */
public record Explanation(Why why, Map<String, String> details) {
  /** Copies the details. */
  public Explanation {
    details = Map.copyOf(details);
  }

  /** The reasons, in the order in which they are checked. */
  public enum Why {
    /** The queue has never seen the id, or has forgotten it. */
    UNKNOWN,
    /** The job is done. */
    DONE,
    /** The job was cancelled. */
    CANCELLED,
    /** The job is dead. */
    DEAD,
    /** A consumer holds the lease: the job is running. */
    LEASED,
    /** The job is due later. */
    DUE_LATER,
    /**
     * The job waits for an earlier job of its recurring definition ({@link Overlap#WAIT}) and
     * becomes due when that ends. {@code dueAt} is when the store looks again at the latest.
     */
    OVERLAP,
    /** The job has expired; the next claim or maintenance step ends it. */
    EXPIRED,
    /** The queue is paused. */
    PAUSED,
    /** The queue runs as many jobs at once as {@code maxRunning} allows. */
    CONCURRENCY_LIMITED,
    /** The queue has used up its rate for now. */
    RATE_LIMITED,
    /**
     * The queue is handed over by a server, and its target fails. Details: {@code target}; {@code
     * failure}, its last one; {@code since} when; {@code until} when nothing is sent, missing while
     * single jobs are sent.
     */
    TARGET_DOWN,
    /**
     * All handlers of all consumers are busy: the job is due, jobs of its queue are running, and
     * for a second or longer no consumer has claimed. Details: {@code since}, when a job was
     * claimed last; {@code running}, how many run; {@code consumers} and {@code jobs}, the first
     * ten names and ids of these. Also if all consumers stopped claiming because of abandoned
     * handlers; then only {@code abandoned} tells them.
     */
    HANDLERS_BUSY,
    /** No consumer has asked for jobs of the queue within the last minute, and none runs any. */
    NO_CONSUMER,
    /** The job is due and will be claimed in its order. */
    NEXT_IN_TURN
  }
}
