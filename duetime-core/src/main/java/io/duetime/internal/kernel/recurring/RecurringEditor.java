package io.duetime.internal.kernel.recurring;

import io.duetime.PendingTicks;
import io.duetime.engine.QueueControl;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringResult;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** An engine whose recurring definitions are all changed by one operation. */
public interface RecurringEditor extends QueueControl {
  /**
   * Changes a recurring definition if it has the version that the edit names, in one step; an edit
   * that {@link RecurringEdit#makesQueue} makes the queue.
   */
  CompletionStage<RecurringResult> editRecurring(String queue, String name, RecurringEdit edit);

  @Override
  default CompletionStage<RecurringResult> putRecurring(String queue, RecurringChange change) {
    return editRecurring(queue, change.job().name(), RecurringEdit.put(change));
  }

  @Override
  default CompletionStage<RecurringResult> pauseRecurring(
      String queue, String name, OptionalLong version) {
    return editRecurring(queue, name, RecurringEdit.pause(version));
  }

  @Override
  default CompletionStage<RecurringResult> resumeRecurring(
      String queue, String name, OptionalLong version) {
    return editRecurring(queue, name, RecurringEdit.resume(version));
  }

  @Override
  default CompletionStage<RecurringResult> removeRecurring(
      String queue, String name, OptionalLong version, PendingTicks pending) {
    return editRecurring(queue, name, RecurringEdit.remove(version, pending));
  }
}
