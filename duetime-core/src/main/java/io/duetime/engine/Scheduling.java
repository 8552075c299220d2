package io.duetime.engine;

import io.duetime.Cancelled;
import io.duetime.Durability;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.Updated;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Schedules jobs, reschedules, updates and cancels those that wait, and updates dead ones. Each
 * item of a batch is atomic; answers are in the order of the items.
 */
public interface Scheduling {
  /** Schedules jobs; creates the queue if it does not exist. */
  CompletionStage<List<Scheduled>> schedule(
      String queue, List<JobSpec> jobs, Durability durability);

  /** Cancels jobs. */
  CompletionStage<List<Cancelled>> cancel(String queue, List<String> ids, Durability durability);

  /** Reschedules waiting jobs. */
  CompletionStage<List<Rescheduled>> reschedule(
      String queue, List<Reschedule> changes, Durability durability);

  /** Gives waiting and dead jobs new values in their places. */
  CompletionStage<List<Updated>> update(
      String queue, List<JobUpdate> updates, Durability durability);

  /**
   * Makes one bounded step of a change to all jobs of a selection.
   *
   * @param cursor the cursor that the step before answered; null for the first
   * @param limit the most jobs to examine, 1 to 10,000
   */
  CompletionStage<BulkChange.Step> change(
      String queue,
      Selection selection,
      BulkChange change,
      @org.jspecify.annotations.Nullable String cursor,
      int limit);
}
