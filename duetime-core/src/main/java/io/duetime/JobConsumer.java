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

  /** Acknowledges many jobs; answered in order. */
  List<SettleOutcome> ackAll(Collection<Lease<T>> leases);

  /** As {@link #ackAll}, without blocking. */
  CompletionStage<List<SettleOutcome>> ackAllAsync(Collection<Lease<T>> leases);

  /** Gives many jobs back that were not begun; answered in order. */
  List<SettleOutcome> releaseAll(Collection<Lease<T>> leases);

  /** As {@link #releaseAll}, without blocking. */
  CompletionStage<List<SettleOutcome>> releaseAllAsync(Collection<Lease<T>> leases);
}
