package io.duetime.internal.client;

import io.duetime.engine.BulkChange;
import io.duetime.engine.Selection;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Makes a change to many jobs step by step, to the end. */
final class BulkSteps {
  private static final int STEP = 5_000;

  private final QueueSide side;
  private final Selection selection;
  private final BulkChange change;
  private final CompletableFuture<Sum> changed = new CompletableFuture<>();
  // Each step follows the answer to the one before.
  private final Serial serial;
  private Sum sum = new Sum(0, 0);

  private BulkSteps(QueueSide side, Selection selection, BulkChange change) {
    this.side = side;
    this.selection = selection;
    this.change = change;
    this.serial = new Serial(side.context().callbacks());
  }

  /** How many jobs were changed, and how many could not be. */
  record Sum(long changed, long refused) {}

  /** Goes through the whole selection. */
  static CompletableFuture<Sum> make(QueueSide side, Selection selection, BulkChange change) {
    BulkSteps steps = new BulkSteps(side, selection, change);
    steps.step(null);
    return steps.changed;
  }

  private void step(@Nullable String cursor) {
    Stages.whenAnswered(
        Stages.call(
            () -> side.context().engine().change(side.name(), selection, change, cursor, STEP)),
        step -> serial.run(() -> went(step)),
        changed::completeExceptionally);
  }

  private void went(BulkChange.Step step) {
    sum = new Sum(sum.changed + step.changed(), sum.refused + step.refused());
    String next = step.cursor();
    if (next == null) {
      changed.complete(sum);
    } else {
      step(next);
    }
  }
}
