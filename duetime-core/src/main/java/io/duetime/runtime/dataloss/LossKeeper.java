package io.duetime.runtime.dataloss;

import io.duetime.Configured;
import io.duetime.PendingTicks;
import io.duetime.QueueSettings;
import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.Maintenance;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringResult;
import io.duetime.engine.RecurringResult.Outcome;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

/**
 * Remembers the recurring definitions that this process puts and the settings that it sees, for a
 * store that other processes share and that may lose its data. With each step of maintenance it
 * checks whether the store still has them ({@link LossRepairer}). Thread safe.
 */
public final class LossKeeper extends ForwardingEngine {
  /** Queues beyond these are not remembered. */
  private static final int MOST_QUEUES = 10_000;

  private final ConcurrentMap<String, RememberedQueue> queues = new ConcurrentHashMap<>();
  private final LossRepairer repairer;

  /**
   * Remembers what passes to an engine.
   *
   * @param whenLost receives the name of each queue whose data was lost, from one process only
   */
  public LossKeeper(Engine inner, TimeSource time, Consumer<String> whenLost) {
    super(inner);
    this.repairer = new LossRepairer(inner, queues, time, whenLost);
  }

  @Override
  public CompletionStage<QueueSettings> settings(String queue) {
    return inner()
        .settings(queue)
        .thenCompose(seen -> saw(queue, seen).thenApply(remembered -> seen));
  }

  @Override
  public CompletionStage<Configured> configure(String queue, QueueSettings settings) {
    return inner()
        .configure(queue, settings)
        .thenCompose(done -> saw(queue, done.settings()).thenApply(remembered -> done));
  }

  @Override
  public CompletionStage<Boolean> deleteQueue(String queue) {
    return Stages.noting(inner().deleteQueue(queue), deleted -> queues.remove(queue));
  }

  @Override
  public CompletionStage<Boolean> deleteEmptyQueue(String queue) {
    return Stages.noting(
        inner().deleteEmptyQueue(queue),
        deleted -> {
          if (deleted) {
            queues.remove(queue);
          }
        });
  }

  @Override
  public CompletionStage<RecurringResult> putRecurring(String queue, RecurringChange change) {
    return inner()
        .putRecurring(queue, change)
        .thenCompose(result ->
            result.outcome() == Outcome.DONE
                ? remember(queue, known -> known.put(result.view().orElseThrow()))
                    .thenApply(remembered -> result)
                : Stages.done(result));
  }

  @Override
  public CompletionStage<RecurringResult> pauseRecurring(
      String queue, String name, OptionalLong version) {
    return noted(
        queue, inner().pauseRecurring(queue, name, version), one -> one.paused(name, true));
  }

  @Override
  public CompletionStage<RecurringResult> resumeRecurring(
      String queue, String name, OptionalLong version) {
    return noted(
        queue, inner().resumeRecurring(queue, name, version), one -> one.paused(name, false));
  }

  @Override
  public CompletionStage<RecurringResult> removeRecurring(
      String queue, String name, OptionalLong version, PendingTicks pending) {
    return noted(
        queue,
        inner().removeRecurring(queue, name, version, pending),
        known -> known.removed(name));
  }

  private CompletionStage<RecurringResult> noted(
      String queue, CompletionStage<RecurringResult> answer, Consumer<RememberedQueue> change) {
    return Stages.noting(
        answer,
        result -> {
          RememberedQueue known = queues.get(queue);
          if (known != null && result.outcome() == Outcome.DONE) {
            change.accept(known);
          }
        });
  }

  /** Runs a step of maintenance, and begins a check that no caller waits for. */
  @Override
  public CompletionStage<Maintenance> maintain() {
    return inner()
        .maintain()
        .thenApply(done -> {
          repairer.check();
          return done;
        });
  }

  private CompletionStage<Boolean> saw(String queue, QueueSettings seen) {
    return seen.version().orElse(0) > 0
        ? remember(queue, known -> known.saw(seen))
        : Stages.done(false);
  }

  /** Also asks, once, which data the store has: it may lose them before the next check. */
  private CompletionStage<Boolean> remember(String queue, Consumer<RememberedQueue> what) {
    if (queues.size() >= MOST_QUEUES && !queues.containsKey(queue)) {
      return Stages.done(false);
    }
    RememberedQueue kept =
        queues.compute(
            queue,
            (name, known) -> {
              RememberedQueue one = known == null ? new RememberedQueue(name) : known;
              what.accept(one);
              return one;
            });
    return kept.incarnation() == 0 ? repairer.learn(kept) : Stages.done(true);
  }
}
