package io.duetime.server.task;

import io.duetime.async.Stages;
import io.duetime.engine.BulkChange;
import io.duetime.engine.Engine;
import io.duetime.server.task.Task.TaskProgress;
import io.duetime.server.task.Task.TaskProgress.Phase;
import io.duetime.server.task.Task.TaskWork;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Makes the bounded steps of a bulk change.
 *
 * @param executor Starts each step, so that steps that complete at once neither nest nor block
 *     other calls
 */
public record TaskStepper(Engine engine, Executor executor) {
  /** The most jobs that a step examines. */
  private static final int STEP = 1_000;

  /** Makes one step of the current phase. */
  CompletionStage<TaskProgress> step(TaskWork work, TaskProgress progress) {
    if (work.isInParts() && progress.phase() != Phase.COUNTING) {
      return redrive(work, progress);
    }
    BulkChange change = progress.phase() == Phase.COUNTING ? work.count() : work.change();
    return engine
        .change(work.queue(), work.selection(), change, progress.cursor(), STEP)
        .thenApplyAsync(
            step -> {
              TaskProgress next = progress.after(step, work.dryRun());
              return work.dryRun() && next.phase() == Phase.COMPLETE
                  ? work.parts().counted(next)
                  : next;
            },
            executor);
  }

  private CompletionStage<TaskProgress> redrive(TaskWork work, TaskProgress progress) {
    RedriveParts parts = work.parts();
    return engine
        .nowMillis()
        .thenCompose(now ->
            engine
                .change(
                    work.queue(),
                    work.selection(),
                    work.redriveUpTo(parts.upTo(progress, now)),
                    progress.cursor(),
                    STEP)
                .thenApplyAsync(step -> parts.after(progress, step, now), executor));
  }

  /** Has the queue forget what it has counted for a task; answers whether it did. */
  CompletionStage<Boolean> forget(TaskWork work) {
    return work.isInParts()
        ? Stages.call(() ->
                engine.change(
                    work.queue(),
                    work.selection(),
                    work.redriveUpTo(BulkChange.Redrive.FORGET),
                    null,
                    1))
            .handle((step, failure) -> failure == null)
        : Stages.done(true);
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
}
