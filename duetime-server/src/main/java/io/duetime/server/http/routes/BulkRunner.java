package io.duetime.server.http.routes;

import io.duetime.engine.BulkChange;
import io.duetime.engine.Engine;
import io.duetime.engine.Selection;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.json.ResultShape;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Changes all jobs of a selection in bounded steps. */
final class BulkRunner {
  private static final int STEP = 1_000;

  private final Engine engine;
  // Starts each step, so that steps that complete at once neither nest nor block other calls.
  private final Executor executor;

  BulkRunner(Engine engine, Executor executor) {
    this.engine = engine;
    this.executor = executor;
  }

  /** Runs the change, or with {@code dryRun} counts the jobs that it would change. */
  CompletionStage<HttpAnswer> run(
      String queue, Selection selection, BulkChange change, boolean dryRun) {
    return run(queue, selection, dryRun ? new BulkChange.Count(change) : change)
        .thenApply(sum -> HttpAnswer.ok(ResultShape.changed(sum, dryRun)));
  }

  CompletionStage<BulkChange.Step> run(String queue, Selection selection, BulkChange change) {
    return from(queue, selection, change, new BulkChange.Step(0, 0, 0, null));
  }

  private CompletionStage<BulkChange.Step> from(
      String queue, Selection selection, BulkChange change, BulkChange.Step sum) {
    return engine
        .change(queue, selection, change, sum.cursor(), STEP)
        .thenComposeAsync(
            step -> {
              BulkChange.Step next = plus(sum, step);
              return next.cursor() == null
                  ? CompletableFuture.completedStage(next)
                  : from(queue, selection, change, next);
            },
            executor);
  }

  private static BulkChange.Step plus(BulkChange.Step sum, BulkChange.Step step) {
    @Nullable String cursor = step.cursor();
    return new BulkChange.Step(
        sum.examined() + step.examined(),
        sum.changed() + step.changed(),
        sum.refused() + step.refused(),
        cursor);
  }
}
