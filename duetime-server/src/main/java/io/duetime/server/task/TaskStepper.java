package io.duetime.server.task;

import io.duetime.DuetimeException;
import io.duetime.InvalidRequestException;
import io.duetime.StoreFailureException;
import io.duetime.engine.BulkChange;
import io.duetime.engine.Engine;
import io.duetime.internal.async.Stages;
import io.duetime.server.document.StoredDocuments;
import io.duetime.server.document.StoredDocuments.Stored;
import io.duetime.server.json.Problem;
import io.duetime.server.task.Task.TaskProgress;
import io.duetime.server.task.Task.TaskProgress.Phase;
import io.duetime.server.task.Task.TaskWork;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/** Makes the bounded steps of a bulk change. */
public final class TaskStepper {
  /** The most jobs that a step examines. */
  private static final int STEP = 1_000;

  private final Engine engine;
  // Starts each step, so that steps that complete at once neither nest nor block other calls.
  private final Executor executor;

  /** Starts each step on the executor. */
  public TaskStepper(Engine engine, Executor executor) {
    this.engine = engine;
    this.executor = executor;
  }

  /** Makes one step of the current phase. */
  CompletionStage<TaskProgress> step(TaskWork work, TaskProgress progress) {
    BulkChange change =
        progress.phase() == Phase.COUNTING ? work.count() : work.changeOf(progress.total());
    return engine
        .change(work.queue(), work.selection(), change, progress.cursor(), STEP)
        .thenApplyAsync(step -> progress.after(step, work.dryRun()), executor);
  }

  /** Counts to the end, or for at most so many steps. */
  public CompletionStage<TaskProgress> count(TaskWork work, TaskProgress progress, int most) {
    return progress.phase() != Phase.COUNTING || most == 0
        ? CompletableFuture.completedStage(progress)
        : step(work, progress).thenCompose(next -> count(work, next, most - 1));
  }

  /** Makes all steps that are left. */
  public CompletionStage<TaskProgress> finish(TaskWork work, TaskProgress progress) {
    return progress.phase() == Phase.COMPLETE
        ? CompletableFuture.completedStage(progress)
        : step(work, progress).thenCompose(next -> finish(work, next));
  }

  /**
   * Runs one task that this server has leased, step by step. Each step renews the lease. It ends when
   * the task has ended, was taken over, or the server stops.
   */
  static final class TaskRun {
    /** How long a task stays with a server from which nothing is heard. */
    static final long LEASE_MILLIS = 15_000;

    private final Engine engine;
    private final StoredDocuments<Task> store;
    private final TaskStepper stepper;
    private final String owner;
    private final BooleanSupplier stopping;

    TaskRun(
        Engine engine, StoredDocuments<Task> store, TaskStepper stepper, String owner, BooleanSupplier stopping) {
      this.engine = engine;
      this.store = store;
      this.stepper = stepper;
      this.owner = owner;
      this.stopping = stopping;
    }

    /** Completes with whether the task has ended here. */
    CompletionStage<Boolean> run(Stored<Task> stored) {
      if (stopping.getAsBoolean()) {
        return put(stored.value().released(), stored.version()).thenApply(put -> false);
      }
      return stepper
          .step(stored.value().work(), stored.value().progress())
          .thenCompose(progress -> saved(stored, progress))
          .handle(
              (next, failure) -> failure == null ? goOn(next) : giveUp(stored, Stages.cause(failure)))
          .thenCompose(stage -> stage);
    }

    private CompletionStage<Boolean> goOn(Optional<Stored<Task>> next) {
      return next.isPresent() && next.get().value().isOf(owner) ? run(next.get()) : Stages.done(true);
    }

    private CompletionStage<Optional<Stored<Task>>> saved(Stored<Task> stored, TaskProgress progress) {
      return engine.nowMillis().thenCompose(now -> saved(stored, progress, now));
    }

    private CompletionStage<Optional<Stored<Task>>> saved(
        Stored<Task> stored, TaskProgress progress, long now) {
      Task next = stored.value().at(progress).leased(lease(now)).endedIfComplete(now);
      return put(next, stored.version())
          .thenCompose(saved -> saved.isPresent() ? Stages.done(saved) : changedMeanwhile(next, now));
    }

    /** Another server has asked to cancel the task, or has taken it over. */
    private CompletionStage<Optional<Stored<Task>>> changedMeanwhile(Task mine, long now) {
      return store
          .find(mine.id())
          .thenCompose(found -> {
            Stored<Task> other = found.orElse(null);
            if (other == null || !other.value().isOf(owner)) {
              return Stages.done(Optional.empty());
            }
            Task next = other.value().at(mine.progress());
            Task ended =
                mine.life().state() == Task.State.DONE
                    ? next.ended(Task.State.DONE, null, now)
                    : next.ended(Task.State.CANCELLED, null, now);
            return put(ended, other.version());
          });
    }

    /** A step that the store refuses fails the task; otherwise a server resumes it later. */
    private CompletionStage<Boolean> giveUp(Stored<Task> stored, Throwable failure) {
      boolean isRefused =
          failure instanceof InvalidRequestException || failure instanceof StoreFailureException;
      if (!isRefused) {
        throw failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
      }
      Problem why = Problem.of((DuetimeException) failure);
      return engine
          .nowMillis()
          .thenCompose(
              now -> put(stored.value().ended(Task.State.FAILED, why, now), stored.version()))
          .thenApply(put -> true);
    }

    private CompletionStage<Optional<Stored<Task>>> put(Task task, long version) {
      return store.put(task.id(), version, task);
    }

    private Task.Lease lease(long now) {
      return new Task.Lease(owner, now + LEASE_MILLIS);
    }
  }
}
