package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Takes jobs that are due and settles them: by a {@link Worker} that runs a handler, or by hand.
 *
 * @param <T> the payload
 */
public interface JobConsumer<T> {
  /**
   * Prepares a worker that runs a handler for every job; nothing starts before its {@code start}.
   */
  WorkerBuilder<T> worker(Handler<T> handler);

  /**
   * Takes jobs that are due, in order of priority, due time and id.
   *
   * <p>Interrupting the thread ends the waiting; what was claimed meanwhile goes back at once.
   *
   * @param max how many at most, 1 to 10,000
   * @param lease how long they are held, 1 ms to 365 days
   * @param wait how long to wait for the first one; zero for not at all
   * @return at least one job, or none when nothing came in time
   */
  List<Lease<T>> claim(int max, Duration lease, Duration wait);

  /** As {@link #claim}, without blocking. Cancelling the future ends the waiting. */
  CompletionStage<List<Lease<T>>> claimAsync(int max, Duration lease, Duration wait);

  /**
   * Takes ahead: everything due before a moment, also a future one. Does not wait.
   *
   * @param max how many at most, 1 to 10,000
   */
  List<Lease<T>> claimDueBefore(Instant moment, int max, Duration lease);

  /** As {@link #claimDueBefore}, without blocking. */
  CompletionStage<List<Lease<T>>> claimDueBeforeAsync(Instant moment, int max, Duration lease);

  /**
   * Takes particular jobs, due or not, dead ones too; those that run or are unknown are left out.
   */
  List<Lease<T>> claimById(Collection<String> ids, Duration lease);

  /** As {@link #claimById}, without blocking. */
  CompletionStage<List<Lease<T>>> claimByIdAsync(Collection<String> ids, Duration lease);

  /**
   * Acknowledges many jobs; answered in order. A lease that is missing or of another queue is
   * answered {@link SettleOutcome#REFUSED} by itself, here and in the other batches.
   */
  List<SettleOutcome> ackAll(Collection<Lease<T>> leases);

  /** As {@link #ackAll(Collection)}, without blocking. */
  CompletionStage<List<SettleOutcome>> ackAllAsync(Collection<Lease<T>> leases);

  /** As {@link #ackAll(Collection)}, asking for a durability; the answers tell what was reached. */
  List<Settled> ackAll(Collection<Lease<T>> leases, Durability durability);

  /** As {@link #ackAll(Collection, Durability)}, without blocking. */
  CompletionStage<List<Settled>> ackAllAsync(Collection<Lease<T>> leases, Durability durability);

  /** Ends many attempts as failed, each tried again by its rule; answered in order. */
  List<SettleOutcome> retryAll(Collection<Lease<T>> leases, String reason);

  /** As {@link #retryAll(Collection, String)}, without blocking. */
  CompletionStage<List<SettleOutcome>> retryAllAsync(Collection<Lease<T>> leases, String reason);

  /**
   * Ends many attempts as failed, all to be tried again after a delay, but none before the due time
   * it had; answered in order.
   */
  List<SettleOutcome> retryAll(Collection<Lease<T>> leases, Duration delay, String reason);

  /** As {@link #retryAll(Collection, Duration, String)}, without blocking. */
  CompletionStage<List<SettleOutcome>> retryAllAsync(
      Collection<Lease<T>> leases, Duration delay, String reason);

  /** Buries many jobs: they are kept as dead ones, with the reason; answered in order. */
  List<SettleOutcome> buryAll(Collection<Lease<T>> leases, String reason);

  /** As {@link #buryAll}, without blocking. */
  CompletionStage<List<SettleOutcome>> buryAllAsync(Collection<Lease<T>> leases, String reason);

  /**
   * Extends many leases, each to so long after the store's now and never shorter than it was;
   * answered in order.
   *
   * @param by 1 ms to 365 days
   */
  List<SettleOutcome> extendAll(Collection<Lease<T>> leases, Duration by);

  /** As {@link #extendAll}, without blocking. */
  CompletionStage<List<SettleOutcome>> extendAllAsync(Collection<Lease<T>> leases, Duration by);

  /** Gives many jobs back that were not begun; answered in order. */
  List<SettleOutcome> releaseAll(Collection<Lease<T>> leases);

  /** As {@link #releaseAll}, without blocking. */
  CompletionStage<List<SettleOutcome>> releaseAllAsync(Collection<Lease<T>> leases);
}
