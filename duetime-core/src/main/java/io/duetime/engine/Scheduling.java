package io.duetime.engine;

import io.duetime.Durability;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Putting jobs in and changing those that wait. Each item of a batch is atomic and is answered by
 * itself, in order.
 */
public interface Scheduling {
  /** Schedules jobs; the first use of a queue's name makes the queue. */
  CompletionStage<List<ScheduleResult>> schedule(
      String queue, List<JobSpec> jobs, Durability durability);

  /** Cancels jobs. */
  CompletionStage<List<CancelResult>> cancel(String queue, List<String> ids, Durability durability);

  /** Moves waiting jobs. */
  CompletionStage<List<RescheduleResult>> reschedule(
      String queue, List<Reschedule> changes, Durability durability);

  /**
   * Makes one bounded step of a change to all jobs of a selection.
   *
   * @param cursor what the step before answered; null for the first
   * @param limit how many jobs to look at at most, 1 to 10,000
   */
  CompletionStage<BulkChange.Step> change(
      String queue,
      Selection selection,
      BulkChange change,
      @org.jspecify.annotations.Nullable String cursor,
      int limit);
}
