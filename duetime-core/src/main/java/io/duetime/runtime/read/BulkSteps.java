package io.duetime.runtime.read;

import io.duetime.OutcomeUnknownException;
import io.duetime.async.Serial;
import io.duetime.async.Stages;
import io.duetime.engine.BulkChange;
import io.duetime.engine.BulkChange.Times;
import io.duetime.engine.Selection;
import io.duetime.runtime.call.QueueContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a change to many jobs step by step, and reports each step. */
final class BulkSteps {
  private static final Logger LOG = LoggerFactory.getLogger(BulkSteps.class);
  private static final int STEP = 5_000;

  private final QueueContext queue;
  private final Selection selection;
  private final BulkChange change;
  private final @Nullable LongConsumer progress;
  private final CompletableFuture<Sum> changed = new CompletableFuture<>();
  // Each step follows the answer to the one before.
  private final Serial serial;
  private Sum sum = new Sum(0, 0, null);

  private BulkSteps(
      QueueContext queue, Selection selection, BulkChange change, @Nullable LongConsumer progress) {
    this.queue = queue;
    this.selection = selection;
    this.change = change;
    this.progress = progress;
    this.serial = new Serial(queue.context().callbacks());
  }

  /** The jobs that were changed, those that were refused, and the times of a shift. */
  record Sum(long changed, long refused, @Nullable Times times) {
    Sum plus(BulkChange.Step step) {
      return new Sum(
          changed + step.changed(), refused + step.refused(), Times.sum(times, step.times()));
    }
  }

  /** Changes the whole selection, and reports each step to {@code progress}. */
  static CompletableFuture<Sum> make(
      QueueContext queue, Selection selection, BulkChange change, @Nullable LongConsumer progress) {
    BulkSteps steps = new BulkSteps(queue, selection, change, progress);
    steps.step(null);
    return steps.changed;
  }

  private void step(@Nullable String cursor) {
    Stages.whenAnswered(
        Stages.call(
            () -> queue.context().engine().change(queue.name(), selection, change, cursor, STEP)),
        step -> serial.run(() -> went(step)),
        changed::completeExceptionally);
  }

  private void went(BulkChange.Step step) {
    sum = sum.plus(step);
    String next = step.cursor();
    if (progress == null) {
      nextStep(next);
    } else {
      report(progress, next);
    }
  }

  private void nextStep(@Nullable String next) {
    if (next == null) {
      changed.complete(sum);
    } else {
      step(next);
    }
  }

  // On a thread that may block: listeners are the caller's code.
  private void report(LongConsumer listener, @Nullable String next) {
    long soFar = sum.changed;
    try {
      queue
          .context()
          .callbacks()
          .execute(() -> {
            notify(listener, soFar);
            serial.run(() -> nextStep(next));
          });
    } catch (RejectedExecutionException closed) {
      finishClosed(next);
    }
  }

  private void finishClosed(@Nullable String next) {
    if (next == null) {
      changed.complete(sum);
    } else {
      changed.completeExceptionally(
          new OutcomeUnknownException(
              "the store was closed during a change of many jobs; changed so far: " + sum.changed,
              null));
    }
  }

  private static void notify(LongConsumer listener, long soFar) {
    try {
      listener.accept(soFar);
    } catch (RuntimeException | Error failure) {
      LOG.warn("A progress listener failed; the change continues", failure);
    }
  }
}
