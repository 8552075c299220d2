package io.duetime.internal.kernel.recurring;

import io.duetime.engine.QueueControl;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** An engine whose recurring definitions are all changed by one operation. */
public interface RecurringEditor extends QueueControl {
  /**
   * Changes a recurring definition; an edit that {@link RecurringEdit#makesQueue} makes the queue.
   *
   * @return nothing where there is no such definition
   */
  CompletionStage<Optional<RecurringJob.View>> editRecurring(
      String queue, String name, RecurringEdit edit);

  @Override
  default CompletionStage<RecurringJob.View> putRecurring(String queue, RecurringChange change) {
    return editRecurring(queue, change.job().name(), RecurringEdit.put(change))
        .thenApply(Optional::orElseThrow);
  }

  @Override
  default CompletionStage<Optional<RecurringJob.View>> pauseRecurring(String queue, String name) {
    return editRecurring(queue, name, RecurringEdit.pause());
  }

  @Override
  default CompletionStage<Optional<RecurringJob.View>> resumeRecurring(String queue, String name) {
    return editRecurring(queue, name, RecurringEdit.resume());
  }

  @Override
  default CompletionStage<Optional<RecurringJob.View>> removeRecurring(String queue, String name) {
    return editRecurring(queue, name, RecurringEdit.remove());
  }
}
