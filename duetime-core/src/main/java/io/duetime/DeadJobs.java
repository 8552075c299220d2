package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.function.LongConsumer;

/**
 * Selects dead jobs, to list, redrive or purge them. The store keeps dead jobs until they are
 * redriven or purged, unless the queue's settings limit them. Changes are made in bounded steps.
 *
 * @param <T> the payload
 */
public interface DeadJobs<T> extends JobList<T> {
  @Override
  DeadJobs<T> between(Instant from, Instant to);

  @Override
  DeadJobs<T> tagged(String tag);

  @Override
  DeadJobs<T> withIds(Collection<String> ids);

  @Override
  DeadJobs<T> failedWith(String fingerprint);

  @Override
  DeadJobs<T> errorContains(String text);

  /**
   * Returns a copy that selects all dead jobs if it has no filter. Without a filter and without
   * this call a change is refused.
   */
  DeadJobs<T> all();

  /** Returns a copy with the jobs that died of a reason; a second, different reason is refused. */
  DeadJobs<T> diedOf(DeathReason reason);

  /**
   * Returns a copy whose changes only count the jobs that they would go through. A dry run needs
   * neither a filter nor {@link #all}. It does not check {@code maxWaiting}: a dry run of a redrive
   * counts every job as redriven.
   */
  DeadJobs<T> dryRun();

  /**
   * Returns a copy that reports, after each bounded step, how many jobs have been changed or
   * counted so far. The next step follows when the listener has returned. The listener runs on a
   * thread that may block, one call at a time. An exception that it throws is logged, and the
   * change continues.
   *
   * @param listener replaces an earlier listener
   */
  DeadJobs<T> onProgress(LongConsumer listener);

  /** Counts the jobs. */
  long count();

  /**
   * Makes the jobs due now under their ids. Their attempts start again, and their expiry is
   * removed. They count against the queue's {@code maxWaiting}; jobs that do not fit stay dead.
   *
   * @throws InvalidRequestException without a filter or {@link #all}
   */
  default Redriven redrive() {
    return redrive(Duration.ZERO);
  }

  /**
   * As {@link #redrive()}, with due times spread over a duration by a hash of the id.
   *
   * @param spread 0 to 100 years
   */
  Redriven redrive(Duration spread);

  /**
   * Deletes the jobs and answers how many.
   *
   * @throws InvalidRequestException without a filter or {@link #all}
   */
  long purge();

  /**
   * The answer to a redrive of dead jobs.
   *
   * @param redriven the jobs that are due again
   * @param refused the jobs that stay dead because the queue has as many waiting jobs as {@code
   *     maxWaiting} allows ({@link ErrorCode#QUOTA_EXCEEDED}); redrive them when there is room
   */
  record Redriven(long redriven, long refused) {}
}
