package io.duetime.engine;

import io.duetime.Durability;
import io.duetime.Scheduled;
import io.duetime.engine.server.AuditLog;
import io.duetime.engine.server.Documents;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A store of jobs. All calls are asynchronous, most take batches; a job is opaque bytes and a fixed
 * header.
 *
 * <p>Thread safe. If the call as a whole fails, its stage completes with a {@link
 * io.duetime.DuetimeException}, never with a driver's exception. Callbacks run on the engine's
 * thread and must not block. {@code docs/semantics.md} defines what every operation answers and
 * changes in every state; the contract suite in {@code duetime-engine-tck} tests it.
 */
public interface Engine
    extends Scheduling,
        Claiming,
        Viewing,
        QueueControl,
        StoreControl,
        Documents,
        AuditLog,
        AutoCloseable {
  /**
   * Schedules one job of a recurring definition for now, even while it is paused. Its id is {@code
   * name@} and the store's now, so that two calls in the same millisecond create one job. No tick
   * moves.
   *
   * @return empty if there is no such definition
   */
  default CompletionStage<Optional<Scheduled>> runRecurring(
      String queue, String name, Durability durability) {
    return recurring(queue)
        .thenCombine(nowMillis(), (all, now) -> RecurringJob.jobOf(name, all, now))
        .thenCompose(job ->
            job.isEmpty()
                ? CompletableFuture.completedStage(Optional.empty())
                : schedule(queue, List.of(job.get()), durability)
                    .thenApply(results -> Optional.of(results.get(0))));
  }

  /** Closes the store; later calls fail. May be called twice. */
  @Override
  void close();
}
