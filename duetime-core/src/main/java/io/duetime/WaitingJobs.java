package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Selects waiting jobs, to list, count, cancel, reschedule, shift or update them. Changes are made
 * in bounded steps, with other calls in between; a job that begins to run meanwhile does not
 * change.
 *
 * @param <T> the payload
 */
public interface WaitingJobs<T> extends JobList<T> {
  @Override
  WaitingJobs<T> between(Instant from, Instant to);

  @Override
  WaitingJobs<T> tagged(String tag);

  @Override
  WaitingJobs<T> withIds(Collection<String> ids);

  @Override
  WaitingJobs<T> failedWith(String fingerprint);

  @Override
  WaitingJobs<T> errorContains(String text);

  /** Returns a copy with the jobs that have failed before; for a change it is no filter. */
  WaitingJobs<T> retrying();

  /**
   * Returns a copy that selects all waiting jobs if it has no filter. Without a filter and without
   * this call a change is refused.
   */
  WaitingJobs<T> all();

  /**
   * Returns a copy whose changes only count the jobs that they would go through. A dry run needs
   * neither a filter nor {@link #all}. It checks no quota: a dry run of a reschedule further ahead
   * than {@code maxAhead} counts jobs although the change itself would be refused.
   */
  WaitingJobs<T> dryRun();

  /**
   * Returns a copy that reports, after each bounded step, how many jobs have been changed or
   * counted so far. The next step follows when the listener has returned. The listener runs on a
   * thread that may block, one call at a time. An exception that it throws is logged, and the
   * change continues.
   *
   * @param listener replaces an earlier listener
   */
  WaitingJobs<T> onProgress(LongConsumer listener);

  /** Counts the jobs. */
  long count();

  /**
   * Cancels the jobs and answers how many.
   *
   * @throws InvalidRequestException without a filter or {@link #all}
   */
  long cancel();

  /**
   * Reschedules the jobs to a delay after now and answers how many.
   *
   * @throws InvalidRequestException without a filter or {@link #all}, or if the delay is longer
   *     than {@code maxAhead} of the queue
   */
  long reschedule(Duration delay);

  /**
   * Reschedules the jobs to a moment and answers how many.
   *
   * @throws InvalidRequestException without a filter or {@link #all}, or if the moment is further
   *     ahead than {@code maxAhead} of the queue
   */
  long reschedule(Instant dueAt);

  /**
   * Changes priority, tags and retry policy of the jobs in their places, and answers how many. A
   * job that would have more than 16 tags stays as it is.
   *
   * @param change makes the change of an empty one
   * @throws InvalidRequestException without a filter or {@link #all}, or if the change is empty or
   *     has a payload, headers or an expiry
   */
  long update(UnaryOperator<JobChange<T>> change);

  /**
   * Moves every job by a length of time, so that the distances between them stay. {@code dueAt} and
   * {@code firstDueAt} move; attempts and an expiry at a moment stay. Each job is moved once. A job
   * that is created, replaced or moved while the shift runs is not moved by it. A job stays where
   * it is if it would be due before now, would expire, or would be further ahead than {@code
   * maxAhead} allows.
   *
   * @param by how far, less than zero for earlier; whole milliseconds
   * @throws InvalidRequestException without a filter or {@link #all}, or if {@code by} is zero or
   *     beyond 100 years
   * @throws OutcomeUnknownException if the store fails during the shift; the message names the
   *     shift, for {@link #undoShift}. Repeating the call would move jobs twice.
   */
  default Shifted shift(Duration by) {
    return shift(by, Duration.ZERO);
  }

  /**
   * As {@link #shift(Duration)}, and puts each job off by a hash of its id within a window.
   *
   * @param spread 0 to 49 days
   */
  Shifted shift(Duration by, Duration spread);

  /**
   * Takes a shift back for the jobs of this selection that nothing has moved or replaced since; it
   * needs no filter. Jobs whose time has passed are due at once. Jobs that would expire stay where
   * they are. Repeating it changes nothing.
   *
   * @param shiftId names the shift, as {@link Shifted#id()} or the id of a task of the server
   */
  Shifted undoShift(String shiftId);

  /**
   * The answer to a shift, or what a dry run of it tells.
   *
   * @param id names the shift, for {@link #undoShift}
   * @param moved the jobs that were moved
   * @param left the jobs that stay where they are
   * @param before the due times of the moved jobs before, null if there is none
   * @param after the due times of the moved jobs after, null if there is none
   * @param atOnce the delayed jobs that would be due at once; all but those due exactly now stay
   *     where they are, except if a shift is taken back
   */
  record Shifted(
      String id, long moved, long left, @Nullable Span before, @Nullable Span after, long atOnce) {
    /** The first and the last of some due times. */
    public record Span(Instant from, Instant to) {}
  }
}
