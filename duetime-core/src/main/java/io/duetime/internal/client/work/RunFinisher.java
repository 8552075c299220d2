package io.duetime.internal.client.work;

import io.duetime.DuetimeException;
import io.duetime.Job;
import io.duetime.SettleOutcome;
import io.duetime.engine.SettleResult;
import io.duetime.internal.async.Stages;
import io.duetime.internal.client.call.ClientContext;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settles a job when its handler has ended, and reports it. */
final class RunFinisher<T> {
  private static final Logger LOG = LoggerFactory.getLogger(RunFinisher.class);

  private final Settler settler;
  private final ClientContext context;
  private final BiConsumer<Job<T>, String> onDead;

  RunFinisher(Settler settler, ClientContext context, BiConsumer<Job<T>, String> onDead) {
    this.settler = settler;
    this.context = context;
    this.onDead = onDead;
  }

  /** Completes, never exceptionally, when the job is settled or cannot be settled. */
  CompletableFuture<Void> ended(Run<T> run, RunOutcome outcome) {
    Duration took = Duration.ofNanos(context.time().nanoTime() - run.startedNanos());
    if (run.hasBegun()) {
      context.listeners().ended(run);
    }
    Throwable thrown = outcome.cause();
    if (thrown != null) {
      context.listeners().failed(run, thrown);
    }
    if (run.isLeaseLost()) {
      context.listeners().finished(run, SettleOutcome.LEASE_LOST, took);
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> done = new CompletableFuture<>();
    Stages.whenAnswered(
        settler.settle(outcome.settlement(run.claimed().lease()), run.term()),
        result -> tell(() -> settled(run, outcome, result, took), done),
        failure -> tell(() -> unsettled(run, failure, took), done));
    return done;
  }

  private static void tell(Runnable told, CompletableFuture<Void> done) {
    try {
      told.run();
    } finally {
      done.complete(null);
    }
  }

  private void unsettled(Run<T> run, DuetimeException failure, Duration took) {
    RunLog.unsettled(run, failure);
    context.listeners().finished(run, SettleOutcome.LEASE_LOST, took);
  }

  private void settled(Run<T> run, RunOutcome outcome, SettleResult result, Duration took) {
    RunLog.settled(run, outcome, result);
    context.listeners().finished(run, result.outcome(), took);
    if (result.outcome() == SettleOutcome.DEAD) {
      context.callbacks().execute(() -> callBack(run, outcome));
    }
  }

  private void callBack(Run<T> run, RunOutcome outcome) {
    try {
      onDead.accept(run, outcome.reason());
    } catch (RuntimeException | Error failed) {
      LOG.warn("The callback for the dead {} failed; it is not called again", run, failed);
    }
  }
}
