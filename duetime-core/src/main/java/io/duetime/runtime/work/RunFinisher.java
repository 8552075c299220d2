package io.duetime.runtime.work;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.Job;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.async.Stages;
import io.duetime.engine.Settlement;
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.ErrorText;
import io.duetime.runtime.call.QueueCalls;
import io.duetime.runtime.call.Repeater;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settles a job when its handler has ended, and reports it. */
final class RunFinisher<T> {
  private static final Logger LOG = LoggerFactory.getLogger(RunFinisher.class);

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final QueueCalls calls;
  private final Durability durability;
  private final ClientContext context;
  private final Repeater repeater;
  private final BiConsumer<Job<T>, String> onDead;
  private final RunLog log;

  RunFinisher(WorkerPlan<T> plan, ClientContext context) {
    this.calls = plan.place().calls();
    this.durability = plan.place().durability();
    this.context = context;
    this.repeater = new Repeater(context);
    this.onDead = plan.onDead();
    this.log = new RunLog(context.failures());
  }

  /** Completes, never exceptionally, when the job is settled or cannot be settled. */
  CompletableFuture<Void> ended(Run<T> run, RunOutcome outcome) {
    long endedNanos = context.time().nanoTime();
    notifyEnded(run, outcome);
    if (run.isLeaseLost() || run.isAbandoned()) {
      notifyFinished(run, SettleOutcome.LEASE_LOST, endedNanos);
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> done = new CompletableFuture<>();
    Stages.whenAnswered(
        settle(new Settlement(run.claimed().lease(), outcome.request()), run.term()),
        result -> runAndComplete(() -> settled(run, outcome, result, endedNanos), done),
        failure -> runAndComplete(() -> unsettled(run, failure, endedNanos), done));
    return done;
  }

  // Repeated until the lease is over, when the store would refuse the settlement.
  private CompletableFuture<Settled> settle(Settlement settlement, LeaseTerm term) {
    return repeater.repeat(
        calls.settle(settlement, durability),
        () -> calls.settle(settlement, durability),
        LONGEST_PAUSE,
        (failure, pause) ->
            (failure instanceof RetryableException || failure instanceof OutcomeUnknownException)
                && !term.isOver(context.time().nanoTime() + pause.toNanos()));
  }

  private void notifyEnded(Run<T> run, RunOutcome outcome) {
    if (run.hasBegun()) {
      context.listeners().notifyHere(one -> one.ended(run));
    }
    Throwable thrown = outcome.cause();
    if (thrown != null) {
      context.listeners().notifyHere(one -> one.failed(run, thrown));
    }
  }

  private void notifyFinished(Run<T> run, SettleOutcome outcome, long endedNanos) {
    if (run.hasBegun() && !context.listeners().isEmpty()) {
      Duration took = Duration.ofNanos(endedNanos - run.startedNanos());
      context.listeners().notify(run.payloadSize(), one -> one.finished(run, outcome, took));
    }
  }

  private static void runAndComplete(Runnable action, CompletableFuture<Void> done) {
    try {
      action.run();
    } finally {
      done.complete(null);
    }
  }

  private void unsettled(Run<T> run, DuetimeException failure, long endedNanos) {
    RunLog.unsettled(run, failure);
    notifyFinished(run, SettleOutcome.LEASE_LOST, endedNanos);
  }

  private void settled(Run<T> run, RunOutcome outcome, Settled result, long endedNanos) {
    if (result.outcome() == SettleOutcome.DEAD) {
      context.callbacks().execute(() -> callBack(run, outcome));
    }
    log.settled(run, outcome, result);
    notifyFinished(run, result.outcome(), endedNanos);
  }

  private void callBack(Run<T> run, RunOutcome outcome) {
    try {
      onDead.accept(run, outcome.reason());
    } catch (RuntimeException | Error failed) {
      LOG.warn(
          "The callback for the dead {} failed; it is not called again",
          run,
          ErrorText.toLog(failed));
    }
  }
}
