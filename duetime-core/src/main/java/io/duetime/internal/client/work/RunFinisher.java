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

/** Sees to it that the end of a handler becomes the end of its job, and tells of it. */
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

  /** Completes, never exceptionally, once the job is settled or cannot be. */
  CompletableFuture<Void> ended(Run<T> run, Verdict verdict) {
    Duration took = Duration.ofNanos(context.time().nanoTime() - run.startedNanos());
    Throwable thrown = verdict.cause();
    if (thrown != null) {
      context.listeners().failed(run, thrown);
    }
    if (run.isLeaseLost()) {
      context.listeners().finished(run, SettleOutcome.LEASE_LOST, took);
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> done = new CompletableFuture<>();
    Stages.whenAnswered(
        settler.settle(verdict.settlement(run.claimed().lease()), run.term()),
        result -> tell(() -> settled(run, verdict, result, took), done),
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

  private void settled(Run<T> run, Verdict verdict, SettleResult result, Duration took) {
    RunLog.settled(run, verdict, result);
    context.listeners().finished(run, result.outcome(), took);
    if (result.outcome() == SettleOutcome.DEAD) {
      context.callbacks().execute(() -> callBack(run, verdict));
    }
  }

  private void callBack(Run<T> run, Verdict verdict) {
    try {
      onDead.accept(run, verdict.reason());
    } catch (RuntimeException | Error failed) {
      LOG.warn("The callback for the dead {} failed; it is not called again", run, failed);
    }
  }
}
