package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;

/**
 * Dead jobs, kept until somebody redrives or purges them. Changes are made in bounded steps.
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

  /**
   * The same, all of them where nothing else narrows the choice: without a filter and without this
   * word a change is refused.
   */
  DeadJobs<T> all();

  /** The same, only those that died of a reason; two different reasons are refused. */
  DeadJobs<T> diedOf(DeathReason reason);

  /**
   * The same, its changes only counted: they change nothing, answer how many jobs they go through,
   * and need neither a filter nor {@link #all}. A dry run of a redrive does not look at {@code
   * maxWaiting}: it counts every job as redriven.
   */
  DeadJobs<T> dryRun();

  /**
   * The same, its changes, dry runs and counts reporting after each bounded step how many jobs they
   * have changed or counted so far. The next step follows once the listener has returned; it runs
   * on a thread that may block, one call at a time. An exception that it throws is logged, and the
   * change goes on.
   *
   * @param listener replaces the one set before
   */
  DeadJobs<T> onProgress(LongConsumer listener);

  /** How many there are. */
  long count();

  /** As {@link #count}, without waiting. */
  CompletionStage<Long> countAsync();

  /**
   * Makes them due now, under their ids, their attempts counted from the first and their expiry
   * dropped. They count against the queue's {@code maxWaiting}; those that do not fit stay dead.
   *
   * @throws InvalidRequestException without a filter or {@link #all}
   */
  default Redriven redrive() {
    return redrive(Duration.ZERO);
  }

  /** As {@link #redrive()}, without waiting. */
  default CompletionStage<Redriven> redriveAsync() {
    return redriveAsync(Duration.ZERO);
  }

  /** As {@link #redrive()}, but spread over a time by a hash of their ids. */
  Redriven redrive(Duration spread);

  /** As {@link #redrive(Duration)}, without waiting. */
  CompletionStage<Redriven> redriveAsync(Duration spread);

  /**
   * Forgets them and answers how many.
   *
   * @throws InvalidRequestException without a filter or {@link #all}
   */
  long purge();

  /** As {@link #purge}, without waiting. */
  CompletionStage<Long> purgeAsync();
}
