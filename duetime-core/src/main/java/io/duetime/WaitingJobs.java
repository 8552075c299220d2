package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.CompletionStage;

/**
 * Jobs that wait. Changes are made in bounded steps: other calls go on in between, and a job that
 * begins to run meanwhile is left alone.
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

  /**
   * The same, all of them where nothing else narrows the choice: without a filter and without this
   * word a change is refused.
   */
  WaitingJobs<T> all();

  /** How many there are. */
  long count();

  /** As {@link #count}, without waiting. */
  CompletionStage<Long> countAsync();

  /**
   * Cancels them and answers how many.
   *
   * @throws InvalidRequestException without a filter or {@link #all}
   */
  long cancel();

  /** As {@link #cancel}, without waiting. */
  CompletionStage<Long> cancelAsync();

  /**
   * Moves them all to so long after now and answers how many.
   *
   * @throws InvalidRequestException without a filter or {@link #all}, or if the delay is longer
   *     than the queue takes
   */
  long reschedule(Duration delay);

  /** As {@link #reschedule(Duration)}, without waiting. */
  CompletionStage<Long> rescheduleAsync(Duration delay);

  /**
   * Moves them all to a moment and answers how many.
   *
   * @throws InvalidRequestException without a filter or {@link #all}, or if the moment is further
   *     ahead than the queue takes
   */
  long reschedule(Instant dueAt);

  /** As {@link #reschedule(Instant)}, without waiting. */
  CompletionStage<Long> rescheduleAsync(Instant dueAt);
}
