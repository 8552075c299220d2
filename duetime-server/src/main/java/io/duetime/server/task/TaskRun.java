package io.duetime.server.task;

import io.duetime.DuetimeException;
import io.duetime.InvalidRequestException;
import io.duetime.StoreFailureException;
import io.duetime.engine.Engine;
import io.duetime.internal.async.Stages;
import io.duetime.server.json.Problem;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/**
 * Runs one task that this server has leased, step by step. Each step renews the lease. It ends when
 * the task has ended, was taken over, or the server stops.
 */
final class TaskRun {
  /** How long a task stays with a server from which nothing is heard. */
  static final long LEASE_MILLIS = 15_000;

  private final Engine engine;
  private final TaskStore store;
  private final TaskStepper stepper;
  private final String owner;
  private final BooleanSupplier stopping;

  TaskRun(
      Engine engine, TaskStore store, TaskStepper stepper, String owner, BooleanSupplier stopping) {
    this.engine = engine;
    this.store = store;
    this.stepper = stepper;
    this.owner = owner;
    this.stopping = stopping;
  }

  /** Completes with whether the task has ended here. */
  CompletionStage<Boolean> run(StoredTask stored) {
    if (stopping.getAsBoolean()) {
      return store.put(stored.task().released(), stored.version()).thenApply(put -> false);
    }
    return stepper
        .step(stored.task().work(), stored.task().progress())
        .thenCompose(progress -> saved(stored, progress))
        .handle(
            (next, failure) -> failure == null ? goOn(next) : giveUp(stored, Stages.cause(failure)))
        .thenCompose(stage -> stage);
  }

  private CompletionStage<Boolean> goOn(Optional<StoredTask> next) {
    return next.isPresent() && next.get().task().isOf(owner) ? run(next.get()) : Stages.done(true);
  }

  private CompletionStage<Optional<StoredTask>> saved(StoredTask stored, TaskProgress progress) {
    return engine.nowMillis().thenCompose(now -> saved(stored, progress, now));
  }

  private CompletionStage<Optional<StoredTask>> saved(
      StoredTask stored, TaskProgress progress, long now) {
    Task next = stored.task().at(progress).leased(lease(now)).endedIfComplete(now);
    return store
        .put(next, stored.version())
        .thenCompose(saved -> saved.isPresent() ? Stages.done(saved) : changedMeanwhile(next, now));
  }

  /** Another server has asked to cancel the task, or has taken it over. */
  private CompletionStage<Optional<StoredTask>> changedMeanwhile(Task mine, long now) {
    return store
        .find(mine.id())
        .thenCompose(found -> {
          StoredTask other = found.orElse(null);
          if (other == null || !other.task().isOf(owner)) {
            return Stages.done(Optional.empty());
          }
          Task next = other.task().at(mine.progress());
          Task ended =
              mine.life().state() == Task.State.DONE
                  ? next.ended(Task.State.DONE, null, now)
                  : next.ended(Task.State.CANCELLED, null, now);
          return store.put(ended, other.version());
        });
  }

  /** A step that the store refuses fails the task; otherwise a server resumes it later. */
  private CompletionStage<Boolean> giveUp(StoredTask stored, Throwable failure) {
    boolean isRefused =
        failure instanceof InvalidRequestException || failure instanceof StoreFailureException;
    if (!isRefused) {
      throw failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
    }
    Problem why = Problem.of((DuetimeException) failure);
    return engine
        .nowMillis()
        .thenCompose(
            now -> store.put(stored.task().ended(Task.State.FAILED, why, now), stored.version()))
        .thenApply(put -> true);
  }

  private Task.Lease lease(long now) {
    return new Task.Lease(owner, now + LEASE_MILLIS);
  }
}
