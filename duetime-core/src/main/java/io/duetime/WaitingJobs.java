package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;

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

  /**
   * The same, its changes only counted: they change nothing, answer how many jobs they go through,
   * and need neither a filter nor {@link #all}.
   */
  WaitingJobs<T> dryRun();

  /**
   * The same, its changes, dry runs and counts reporting after each bounded step how many jobs they
   * have changed or counted so far. The next step follows once the listener has returned; it runs
   * on a thread that may block, one call at a time. An exception that it throws is logged, and the
   * change goes on.
   *
   * @param listener replaces the one set before
   */
  WaitingJobs<T> onProgress(LongConsumer listener);

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
