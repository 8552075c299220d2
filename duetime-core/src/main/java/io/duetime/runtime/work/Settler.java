package io.duetime.runtime.work;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.Settled;
import io.duetime.async.Pauses;
import io.duetime.async.Stages;
import io.duetime.engine.Settlement;
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.QueueCalls;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Settles jobs; repeats a settlement that failed until the lease is over, when it would be refused.
 */
final class Settler {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final QueueCalls calls;
  private final ClientContext context;
  private final Durability durability;

  Settler(QueueCalls calls, ClientContext context, Durability durability) {
    this.calls = calls;
    this.context = context;
    this.durability = durability;
  }

  CompletableFuture<Settled> settle(Settlement settlement, LeaseTerm term) {
    CompletableFuture<Settled> result = new CompletableFuture<>();
    Pauses pauses = new Pauses(context.random(), FIRST_PAUSE, LONGEST_PAUSE);
    attempt(new Attempt(settlement, term, pauses, result));
    return result;
  }

  private void attempt(Attempt attempt) {
    Stages.whenAnswered(
        calls.settle(attempt.settlement, durability),
        attempt.result::complete,
        failure -> failed(attempt, failure));
  }

  private void failed(Attempt attempt, DuetimeException cause) {
    Duration pause = attempt.pauses.next();
    if (!mayPass(cause) || attempt.term.isOver(context.time().nanoTime() + pause.toNanos())) {
      attempt.result.completeExceptionally(cause);
      return;
    }
    context.time().after(pause, () -> attempt(attempt));
  }

  private static boolean mayPass(DuetimeException cause) {
    return cause instanceof RetryableException || cause instanceof OutcomeUnknownException;
  }

  private record Attempt(
      Settlement settlement, LeaseTerm term, Pauses pauses, CompletableFuture<Settled> result) {}
}
