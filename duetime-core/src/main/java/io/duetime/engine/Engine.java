package io.duetime.engine;

import io.duetime.Durability;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A store of jobs. Everything is asynchronous and comes in batches; a job is opaque bytes and a
 * fixed header.
 *
 * <p>Thread safe. Stages complete with a {@link io.duetime.DuetimeException} where the call as a
 * whole fails, never with a driver's exception. Callbacks run on the engine's thread and must not
 * block. {@code docs/semantics.md} says what every operation answers and changes in every state;
 * the contract suite in {@code duetime-engine-tck} shows it.
 */
public interface Engine
    extends Scheduling, Claiming, Viewing, QueueControl, StoreControl, AutoCloseable {
  /**
   * Schedules one job of a recurring definition for now, under {@code name@} the store's now, also
   * while it is paused; moves no tick. Asked for twice in a millisecond it is made once.
   *
   * @return nothing where there is no such definition
   */
  default CompletionStage<Optional<ScheduleResult>> runRecurring(
      String queue, String name, Durability durability) {
    return recurring(queue)
        .thenCombine(nowMillis(), (all, now) -> RecurringJob.jobOf(name, all, now))
        .thenCompose(job ->
            job.isEmpty()
                ? CompletableFuture.completedStage(Optional.empty())
                : schedule(queue, List.of(job.get()), durability)
                    .thenApply(results -> Optional.of(results.get(0))));
  }

  /** Ends all use of the store; calls after that fail as unavailable. May be called twice. */
  @Override
  void close();
}
