package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

/**
 * Selects waiting jobs, to list, count, cancel, reschedule or update them. Changes are made in
 * bounded steps, with other calls in between; a job that begins to run meanwhile does not change.
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
}
