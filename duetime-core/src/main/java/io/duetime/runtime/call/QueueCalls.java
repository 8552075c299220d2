package io.duetime.runtime.call;

import io.duetime.Cancelled;
import io.duetime.Durability;
import io.duetime.OnConflict;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.Settled;
import io.duetime.Updated;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobUpdate;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Sends the writing calls of one queue to its engine: coalesces single calls, and repeats calls
 * whose answers were lost if that is harmless.
 *
 * <p>An engine in this process is called directly: it groups calls itself, and collecting them
 * before only costs time (docs/decisions/0005-calls.md).
 */
public final class QueueCalls {
  /** How long before its due time a job is no longer scheduled again: a repetition may be late. */
  private static final Duration MARGIN = Duration.ofSeconds(10);

  /** Two batches under way keep the store busy while an answer travels; more gained nothing. */
  private static final int CHANGES = 2;

  /** One batch of settlements under way; meanwhile the store serves the worker's claims. */
  private static final int SETTLEMENTS = 1;

  /** One batch per shard, so that none waits or fails because of another. */
  private record SettleKey(ShardId shard, Durability durability) {}

  private final String queue;
  private final ClientContext context;
  private final Repeater repeater;
  private final boolean coalesce;
  private final Coalescer<Durability, JobSpec, Scheduled> schedules;
  private final Coalescer<Durability, String, Cancelled> cancels;
  private final Coalescer<Durability, Reschedule, Rescheduled> reschedules;
  private final Coalescer<Durability, JobUpdate, Updated> updates;
  private final Coalescer<SettleKey, Settlement, Settled> settles;

  /** Creates the calls of one queue. */
  public QueueCalls(String queue, ClientContext context) {
    this.queue = queue;
    this.context = context;
    this.repeater = new Repeater(context);
    this.coalesce = context.engine().capabilities().shared();
    Engine engine = context.engine();
    Executor relief = context.callbacks();
    schedules =
        new Coalescer<>(
            CHANGES,
            (asked, jobs) -> engine.schedule(queue, jobs, asked),
            QueueCalls::weight,
            relief);
    cancels =
        new Coalescer<>(CHANGES, (asked, ids) -> engine.cancel(queue, ids, asked), id -> 1, relief);
    reschedules =
        new Coalescer<>(
            CHANGES, (asked, all) -> engine.reschedule(queue, all, asked), one -> 1, relief);
    updates =
        new Coalescer<>(
            CHANGES, (asked, all) -> engine.update(queue, all, asked), JobUpdate::bytes, relief);
    settles =
        new Coalescer<>(
            SETTLEMENTS, (key, all) -> engine.settle(queue, all, key.durability), one -> 1, relief);
  }

  /** Schedules a job; repeats the call if its answer is lost, while the job cannot have run. */
  public CompletableFuture<Scheduled> schedule(JobSpec job, Durability asked) {
    long sentNanos = context.time().nanoTime();
    return repeater.orAgain(
        scheduleOne(job, asked),
        () -> scheduleOne(job, asked),
        () -> cannotHaveRun(job, sentNanos));
  }

  private CompletableFuture<Scheduled> scheduleOne(JobSpec job, Durability asked) {
    return coalesce
        ? schedules.call(asked, job)
        : context
            .engine()
            .schedule(queue, List.of(job), asked)
            .toCompletableFuture()
            .thenApply(QueueCalls::only);
  }

  /** Schedules a batch, repeated like a single call. */
  public CompletableFuture<List<Scheduled>> schedule(List<JobSpec> jobs, Durability asked) {
    long sentNanos = context.time().nanoTime();
    return repeater.orAgain(
        scheduleOnce(jobs, asked),
        () -> scheduleOnce(jobs, asked),
        () -> jobs.stream().allMatch(job -> cannotHaveRun(job, sentNanos)));
  }

  /** Cancels a job; repeats the call if its answer is lost. */
  public CompletableFuture<Cancelled> cancel(String id, Durability asked) {
    return repeater.orAgain(cancelOne(id, asked), () -> cancelOne(id, asked), () -> true);
  }

  private CompletableFuture<Cancelled> cancelOne(String id, Durability asked) {
    return coalesce
        ? cancels.call(asked, id)
        : cancelOnce(List.of(id), asked).thenApply(QueueCalls::only);
  }

  /** Cancels a batch, repeated like a single call. */
  public CompletableFuture<List<Cancelled>> cancel(List<String> ids, Durability asked) {
    return repeater.orAgain(cancelOnce(ids, asked), () -> cancelOnce(ids, asked), () -> true);
  }

  /** Reschedules a job. Never repeated: a second call would count the delay from a later moment. */
  public CompletableFuture<Rescheduled> reschedule(Reschedule change, Durability asked) {
    return coalesce
        ? reschedules.call(asked, change)
        : reschedule(List.of(change), asked).thenApply(QueueCalls::only);
  }

  /** Reschedules a batch; never repeated. */
  public CompletableFuture<List<Rescheduled>> reschedule(List<Reschedule> all, Durability asked) {
    return context.engine().reschedule(queue, all, asked).toCompletableFuture();
  }

  /** Updates a job. Never repeated: a second call could meet another job of the id. */
  public CompletableFuture<Updated> update(JobUpdate update, Durability asked) {
    return coalesce
        ? updates.call(asked, update)
        : context
            .engine()
            .update(queue, List.of(update), asked)
            .toCompletableFuture()
            .thenApply(QueueCalls::only);
  }

  /** Settles a lease; repeats the call if its answer is lost. */
  public CompletableFuture<Settled> settle(Settlement settlement, Durability asked) {
    return repeater.orAgain(
        settleOne(settlement, asked), () -> settleOne(settlement, asked), () -> true);
  }

  private CompletableFuture<Settled> settleOne(Settlement settlement, Durability asked) {
    return coalesce
        ? settles.call(new SettleKey(settlement.lease().shard(), asked), settlement)
        : settleOnce(List.of(settlement), asked).thenApply(QueueCalls::only);
  }

  /** Settles a batch, repeated like a single call. */
  public CompletableFuture<List<Settled>> settle(
      List<? extends Settlement> settlements, Durability asked) {
    return repeater.orAgain(
        settleOnce(settlements, asked), () -> settleOnce(settlements, asked), () -> true);
  }

  private CompletableFuture<List<Scheduled>> scheduleOnce(List<JobSpec> jobs, Durability asked) {
    return context.engine().schedule(queue, jobs, asked).toCompletableFuture();
  }

  private CompletableFuture<List<Cancelled>> cancelOnce(List<String> ids, Durability asked) {
    return context.engine().cancel(queue, ids, asked).toCompletableFuture();
  }

  private CompletableFuture<List<Settled>> settleOnce(
      List<? extends Settlement> all, Durability asked) {
    return context.engine().settle(queue, all, asked).toCompletableFuture();
  }

  // Under DEBOUNCE a job may be due at once, if the job before it has waited long enough.
  private boolean cannotHaveRun(JobSpec job, long sentNanos) {
    return job.onConflict().rule() != OnConflict.Rule.DEBOUNCE
        && cannotHaveRun(job.due(), sentNanos);
  }

  // The store accepted the request after it was sent; so the job runs after that time plus delay.
  private boolean cannotHaveRun(DueTime due, long sentNanos) {
    if (due instanceof DueTime.After after) {
      Duration sinceSent = Duration.ofNanos(context.time().nanoTime() - sentNanos);
      return sinceSent.plus(MARGIN).compareTo(Duration.ofMillis(after.delayMillis())) < 0;
    }
    Instant dueAt = Instant.ofEpochMilli(due.resolve(0));
    return context.clock().now().plus(MARGIN).isBefore(dueAt);
  }

  private static long weight(JobSpec job) {
    return job.body().payload().length;
  }

  private static <T> T only(List<T> answers) {
    return answers.get(0);
  }
}
