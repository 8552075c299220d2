package io.duetime.internal.local;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Durability;
import io.duetime.RescheduleOutcome;
import io.duetime.Rescheduled;
import io.duetime.RetryableException;
import io.duetime.Scheduled;
import io.duetime.engine.BulkChange;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.internal.engine.Calls;
import io.duetime.internal.kernel.list.Cursor;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Schedules, cancels and changes jobs of an engine in this process. */
final class LocalScheduler {
  private final LocalStore store;

  LocalScheduler(LocalStore store) {
    this.store = store;
  }

  CompletionStage<List<Scheduled>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    // Asked once: the other steps rely on the last one to wait for the disk.
    RetryableException full = store.refusesJobs();
    if (full != null) {
      return CompletableFuture.completedStage(
          Calls.each(jobs, job -> Scheduled.refused(job.id(), full)));
    }
    Durability.Reached reached = store.reached(durability);
    return Steps.each(
        jobs,
        job -> job.body().payload().length,
        durability,
        (some, as) ->
            store.write(
                queue,
                as,
                (kernel, now) ->
                    Steps.told(
                        kernel, some, JobSpec::id, job -> kernel.schedule(job, reached, now))));
  }

  CompletionStage<List<Cancelled>> cancel(String queue, List<String> ids, Durability durability) {
    Durability.Reached reached = store.reached(durability);
    return Steps.each(
        ids,
        durability,
        (some, as) ->
            store.writeIfThere(
                queue,
                Calls.each(some, id -> Cancelled.of(id, CancelOutcome.UNKNOWN).reached(reached)),
                as,
                (kernel, now) ->
                    Steps.told(kernel, some, id -> id, id -> kernel.cancel(id, reached, now))));
  }

  CompletionStage<List<Rescheduled>> reschedule(
      String queue, List<Reschedule> changes, Durability durability) {
    Durability.Reached reached = store.reached(durability);
    return Steps.each(
        changes,
        durability,
        (some, as) ->
            store.writeIfThere(
                queue,
                Calls.each(
                    some,
                    change ->
                        Rescheduled.of(change.id(), RescheduleOutcome.UNKNOWN, null)
                            .reached(reached)),
                as,
                (kernel, now) ->
                    Steps.told(
                        kernel,
                        some,
                        Reschedule::id,
                        change -> kernel.reschedule(change, reached, now))));
  }

  CompletionStage<BulkChange.Step> change(
      String queue, Selection selection, BulkChange change, @Nullable String cursor, int limit) {
    Cursor.parse(cursor); // also for a queue that does not exist
    return store.writeIfThere(
        queue,
        new BulkChange.Step(0, 0, 0, null),
        store.capabilities().defaultDurability(),
        (kernel, now) -> kernel.change(selection, change, cursor, limit, now));
  }
}
