package io.duetime.redis.internal.transfer;

import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.internal.async.Stages;
import io.duetime.internal.engine.Calls;
import io.duetime.internal.kernel.job.JobHead.WholeJob;
import io.duetime.internal.kernel.recurring.RecurringEdit;
import io.duetime.internal.kernel.transfer.StoreEntry;
import io.duetime.internal.kernel.transfer.Transfer;
import io.duetime.redis.internal.admin.RecurringKeeper;
import io.duetime.redis.internal.call.ShardCaller;
import io.duetime.redis.internal.call.StoreAccess;
import io.duetime.redis.internal.schedule.JobScheduler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Exports all entries of a store, and imports those of another one. */
public final class StoreTransfer implements Transfer {
  private final StoreAccess store;
  private final ShardCaller caller;
  private final JobScheduler scheduler;
  private final RecurringKeeper recurring;
  private final QueueEntries queues;
  private final CopyEntries copies;
  private final NumberEntries numbers;

  public StoreTransfer(
      StoreAccess store,
      ShardCaller caller,
      JobScheduler scheduler,
      RecurringKeeper recurring,
      QueueEntries queues,
      CopyEntries copies) {
    this.store = store;
    this.caller = caller;
    this.scheduler = scheduler;
    this.recurring = recurring;
    this.queues = queues;
    this.copies = copies;
    this.numbers = new NumberEntries(store);
  }

  @Override
  public CompletionStage<List<StoreEntry>> common() {
    return numbers.all();
  }

  @Override
  public CompletionStage<List<StoreEntry>> queueEntries(String queue) {
    List<StoreEntry> entries = new ArrayList<>();
    return queues
        .of(queue)
        .thenCompose(own -> {
          entries.add(own);
          return recurring.states(queue);
        })
        .thenCompose(states -> {
          states.forEach(state -> entries.add(new StoreEntry.RecurringJob(queue, state)));
          return copies.all(queue);
        })
        .thenApply(pending -> {
          entries.addAll(pending);
          return entries;
        });
  }

  @Override
  public JobWalk jobs(String queue) {
    return new JobScan(store, caller, queue);
  }

  @Override
  public CompletionStage<List<Boolean>> take(List<StoreEntry> entries) {
    Boolean[] taken = new Boolean[entries.size()];
    List<Integer> jobs = new ArrayList<>();
    CompletionStage<Boolean> all = Stages.done(true);
    for (int i = 0; i < taken.length; i++) {
      int at = i;
      if (entries.get(at) instanceof StoreEntry.Job) {
        jobs.add(at);
      } else {
        all = all.thenCompose(before -> take(entries.get(at)).thenApply(is -> taken[at] = is));
      }
    }
    return all.thenCompose(before -> importJobs(entries, jobs, taken))
        .thenApply(done -> Arrays.asList(taken));
  }

  private CompletionStage<Boolean> take(StoreEntry entry) {
    if (entry instanceof StoreEntry.Queue queue) {
      return queues.take(queue);
    }
    if (entry instanceof StoreEntry.RecurringJob definition) {
      return recurring
          .edit(
              definition.queue(),
              definition.state().job().name(),
              RecurringEdit.restore(definition.state()))
          .thenApply(result -> result.view().isPresent());
    }
    if (entry instanceof StoreEntry.Copy copy) {
      return copies.take(copy);
    }
    return numbers.take(entry);
  }

  private CompletionStage<Boolean> importJobs(
      List<StoreEntry> entries, List<Integer> jobs, Boolean[] taken) {
    if (jobs.isEmpty()) {
      return Stages.done(true);
    }
    List<WholeJob> stored = Calls.each(jobs, at -> ((StoreEntry.Job) entries.get(at)).job());
    return scheduler
        .importJobs(String.valueOf(entries.get(0).queue()), stored)
        .thenApply(results -> {
          for (int i = 0; i < jobs.size(); i++) {
            taken[jobs.get(i)] = isNew(results.get(i));
          }
          return true;
        });
  }

  // The whole batch fails with one of its jobs: the next attempt finds the imported ones.
  private static boolean isNew(Scheduled result) {
    if (result.refusal() != null) {
      throw result.refusal();
    }
    return result.outcome() == ScheduleOutcome.CREATED;
  }
}
