package io.duetime.runtime.read;

import io.duetime.InvalidRequestException;
import io.duetime.JobState;
import io.duetime.Limits;
import io.duetime.Redriven;
import io.duetime.engine.BulkChange;
import io.duetime.engine.DueTime;
import io.duetime.engine.Selection;
import io.duetime.runtime.call.QueueContext;
import io.duetime.runtime.call.WholeMillis;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Changes, or counts, every job of a selection.
 *
 * @param queue the queue
 * @param selection the jobs
 * @param mode how the change is made
 */
record BulkRequest(QueueContext queue, Selection selection, Mode mode) {
  /**
   * How changes are made.
   *
   * @param isAll whether a change without a filter is allowed
   * @param isDry whether changes only count
   * @param progress receives the number of jobs changed so far; null for no listener
   */
  record Mode(boolean isAll, boolean isDry, @Nullable LongConsumer progress) {}

  CompletableFuture<Long> count() {
    boolean dead = selection.wants(JobState.DEAD);
    BulkChange any = dead ? new BulkChange.Purge() : new BulkChange.Cancel();
    return make(new BulkChange.Count(any)).thenApply(BulkSteps.Sum::changed);
  }

  CompletableFuture<Long> cancel() {
    return change(new BulkChange.Cancel());
  }

  CompletableFuture<Long> move(Duration delay) {
    return change(new BulkChange.Move(DueTime.after(Limits.delayMillis(delay))));
  }

  CompletableFuture<Long> move(Instant dueAt) {
    return change(new BulkChange.Move(DueTime.at(WholeMillis.ceil(Limits.dueAt(dueAt)))));
  }

  CompletableFuture<Redriven> redrive(Duration spread) {
    long millis = Limits.upToHundredYears("spread", spread).toMillis();
    return changed(new BulkChange.Redrive(millis))
        .thenApply(sum -> new Redriven(sum.changed(), sum.refused()));
  }

  CompletableFuture<Long> purge() {
    return change(new BulkChange.Purge());
  }

  private CompletableFuture<Long> change(BulkChange change) {
    return changed(change).thenApply(BulkSteps.Sum::changed);
  }

  private CompletableFuture<BulkSteps.Sum> changed(BulkChange change) {
    if (mode.isDry) {
      return make(new BulkChange.Count(change));
    }
    requireFilter();
    return make(change);
  }

  // A missing filter must not change every job by accident.
  private void requireFilter() {
    if (!mode.isAll && !selection.isFilter()) {
      throw new InvalidRequestException(
          "filter", null, "between, tagged, withIds or diedOf; all() for every job");
    }
  }

  private CompletableFuture<BulkSteps.Sum> make(BulkChange change) {
    return BulkSteps.make(queue, selection, change, mode.progress);
  }
}
