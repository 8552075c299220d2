package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Claims due jobs and settles them: with a {@link Worker} that runs a handler, or by hand.
 *
 * <p>Calls with {@code Async} at the end of their name do not block. Batches are answered in order.
 * A lease that is null or of another queue is answered {@link SettleOutcome#REFUSED}; the others
 * are settled.
 *
 * @param <T> the payload
 */
public interface JobConsumer<T> {
  /**
   * Returns a builder of a worker that runs a handler for every job. {@link WorkerBuilder#start}
   * starts it.
   */
  WorkerBuilder<T> worker(Handler<T> handler);

  /**
   * As {@link #worker}, for a handler that does not occupy a thread: one thread begins all jobs,
   * and {@link WorkerBuilder#concurrency} limits those that have begun and not ended.
   */
  WorkerBuilder<T> asyncWorker(AsyncHandler<T> handler);

  /**
   * Claims due jobs, in order of priority, due time and id.
   *
   * <p>Interrupting the thread ends the waiting; jobs that were claimed meanwhile are released.
   *
   * @param max the most jobs, 1 to 10,000
   * @param lease how long the jobs are leased (visibility timeout), 1 ms to 365 days
   * @param wait how long to wait for the first job; zero does not wait
   * @return at least one job, or none if no job became due in time
   */
  List<Lease<T>> claim(int max, Duration lease, Duration wait);

  /** As {@link #claim}, without blocking. Cancelling the future ends the waiting. */
  CompletionStage<List<Lease<T>>> claimAsync(int max, Duration lease, Duration wait);

  /**
   * Claims ahead: jobs that are due before a moment, which may be in the future. Does not wait.
   *
   * @param max the most jobs, 1 to 10,000
   */
  List<Lease<T>> claimDueBefore(Instant moment, int max, Duration lease);

  /** As {@link #claimDueBefore}, without blocking. */
  CompletionStage<List<Lease<T>>> claimDueBeforeAsync(Instant moment, int max, Duration lease);

  /**
   * Claims particular jobs, due or not, also dead ones. Jobs that are running or unknown are left
   * out. Pauses and limits of the queue do not apply.
   *
   * <p>Like every claim this one stops after 10,000 jobs or 16 MiB of payload. The jobs that it did
   * not reach stay as they are; claim again with the ids that were left out, until none is
   * answered.
   */
  List<Lease<T>> claimById(Collection<String> ids, Duration lease);

  /** As {@link #claimById}, without blocking. */
  CompletionStage<List<Lease<T>>> claimByIdAsync(Collection<String> ids, Duration lease);

  /** Acknowledges many jobs. */
  List<SettleOutcome> ackAll(Collection<Lease<T>> leases);

  /** As {@link #ackAll(Collection)}, without blocking. */
  CompletionStage<List<SettleOutcome>> ackAllAsync(Collection<Lease<T>> leases);

  /** As {@link #ackAll(Collection)}, asking for a durability; the answers tell what was reached. */
  List<Settled> ackAll(Collection<Lease<T>> leases, Durability durability);

  /** As {@link #ackAll(Collection, Durability)}, without blocking. */
  CompletionStage<List<Settled>> ackAllAsync(Collection<Lease<T>> leases, Durability durability);

  /** Ends many attempts as failed; each job is retried by its retry policy. */
  List<SettleOutcome> retryAll(Collection<Lease<T>> leases, String reason);

  /** As {@link #retryAll(Collection, String)}, without blocking. */
  CompletionStage<List<SettleOutcome>> retryAllAsync(Collection<Lease<T>> leases, String reason);

  /**
   * Ends many attempts as failed; the next attempts follow after a delay, but none before the job's
   * earlier due time.
   */
  List<SettleOutcome> retryAll(Collection<Lease<T>> leases, Duration delay, String reason);

  /** As {@link #retryAll(Collection, Duration, String)}, without blocking. */
  CompletionStage<List<SettleOutcome>> retryAllAsync(
      Collection<Lease<T>> leases, Duration delay, String reason);

  /** Buries many jobs: they are kept as dead jobs (dead letters), with the reason. */
  List<SettleOutcome> buryAll(Collection<Lease<T>> leases, String reason);

  /** As {@link #buryAll}, without blocking. */
  CompletionStage<List<SettleOutcome>> buryAllAsync(Collection<Lease<T>> leases, String reason);

  /**
   * Extends many leases to a duration after the store's now. No lease becomes shorter.
   *
   * @param by 1 ms to 365 days
   */
  List<SettleOutcome> extendAll(Collection<Lease<T>> leases, Duration by);

  /** As {@link #extendAll}, without blocking. */
  CompletionStage<List<SettleOutcome>> extendAllAsync(Collection<Lease<T>> leases, Duration by);

  /** Releases many jobs that were not begun; their attempts are refunded. */
  List<SettleOutcome> releaseAll(Collection<Lease<T>> leases);

  /** As {@link #releaseAll(Collection)}, without blocking. */
  CompletionStage<List<SettleOutcome>> releaseAllAsync(Collection<Lease<T>> leases);

  /**
   * Releases many jobs until later (snooze): their attempts are refunded, and they are due after a
   * delay.
   *
   * @param delay 0 to 100 years
   */
  List<SettleOutcome> releaseAll(Collection<Lease<T>> leases, Duration delay);

  /** As {@link #releaseAll(Collection, Duration)}, without blocking. */
  CompletionStage<List<SettleOutcome>> releaseAllAsync(Collection<Lease<T>> leases, Duration delay);
}
