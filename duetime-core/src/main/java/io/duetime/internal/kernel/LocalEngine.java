package io.duetime.internal.kernel;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.Explanation;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.QueueSettings;
import io.duetime.RetryableException;
import io.duetime.engine.BulkChange;
import io.duetime.engine.CancelResult;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ConsumerPresence;
import io.duetime.engine.Engine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobPage;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.Maintenance;
import io.duetime.engine.QueueCounts;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Reschedule;
import io.duetime.engine.RescheduleResult;
import io.duetime.engine.ScheduleResult;
import io.duetime.engine.Selection;
import io.duetime.engine.SettleResult;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.Timeline;
import io.duetime.engine.Watcher;
import io.duetime.internal.engine.Absent;
import io.duetime.internal.engine.Calls;
import io.duetime.internal.engine.Explanations;
import io.duetime.internal.engine.Requests;
import io.duetime.internal.engine.Watchers;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An engine that lives in this process: checks each call, brings the clock, and has {@link
 * QueueKernel}s do the work on whatever thread and under whatever lock the subclass uses.
 */
public abstract class LocalEngine implements Engine, Movable {
  private final InstantSource clock;
  private final int maxPayloadBytes;
  private final Watchers watchers = new Watchers();

  /** Uses a clock and a limit of payload bytes. */
  protected LocalEngine(InstantSource clock, int maxPayloadBytes) {
    this.clock = clock;
    this.maxPayloadBytes = maxPayloadBytes;
  }

  /** What is done to one queue, on one thread at a time. */
  @FunctionalInterface
  protected interface Work<T> {
    /** Does it; {@code now} is the store's clock. */
    T on(QueueKernel queue, long now);
  }

  /**
   * Does work that may change a queue, making the queue when it does not exist, and answers once it
   * is as durable as asked.
   */
  protected abstract <T> CompletionStage<T> write(
      String queue, Durability durability, Work<T> work);

  /** Does work that changes nothing; {@code absent} is the answer when there is no such queue. */
  protected abstract <T> CompletionStage<T> read(String queue, T absent, Work<T> work);

  /**
   * Does work that changes a queue if it exists; {@code absent} is the answer when there is no such
   * queue.
   */
  protected abstract <T> CompletionStage<T> writeIfThere(
      String queue, T absent, Durability durability, Work<T> work);

  /** What a write that asks for {@code asked} reaches once it is answered. */
  protected abstract Durability.Reached reached(Durability asked);

  /** Refuses to take new jobs for now, or null when there is room. */
  protected abstract @Nullable RetryableException refusesJobs();

  /** Whether the engine has been closed, so that it answers nothing any more. */
  protected abstract boolean isClosed();

  /** The answer of a closed engine to everything. */
  protected final <T> CompletionStage<T> closedStage() {
    return CompletableFuture.failedStage(
        new RetryableException(
            ErrorCode.STORE_UNAVAILABLE, "the " + capabilities().name() + " store is closed"));
  }

  /** The clock, in whole milliseconds, rounded down. */
  protected final long now() {
    return clock.millis();
  }

  /**
   * Tells watchers of a queue whatever its kernel has to tell; called once its work is done and no
   * lock is held.
   */
  protected final void signal(String queue, long earlier) {
    if (earlier != JobTable.NEVER) {
      watchers.tell(new Watcher.Signal(queue, ShardId.ONLY, Watcher.Kind.EARLIER, earlier));
    }
  }

  @Override
  public final CompletionStage<List<ScheduleResult>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    return Calls.checked(() -> {
      Requests.batch(queue, "jobs", jobs);
      // Asked once: the other steps rely on the last one to wait for the disk.
      RetryableException full = refusesJobs();
      if (full != null) {
        return CompletableFuture.completedStage(
            Calls.each(jobs, job -> ScheduleResult.refused(job.id(), full)));
      }
      Durability.Reached reached = reached(durability);
      return Steps.each(
          jobs,
          job -> job.body().payload().length,
          durability,
          (some, as) ->
              write(
                  queue,
                  as,
                  (kernel, now) ->
                      Steps.told(
                          kernel,
                          some,
                          JobSpec::id,
                          job -> scheduleOne(kernel, job, reached, now))));
    });
  }

  private ScheduleResult scheduleOne(
      QueueKernel kernel, JobSpec job, Durability.Reached reached, long now) {
    InvalidRequestException tooLarge = Requests.tooLarge(job.body(), maxPayloadBytes);
    return tooLarge == null
        ? kernel.schedule(job, reached, now)
        : ScheduleResult.refused(job.id(), tooLarge);
  }

  final void checkPayload(JobBody body) {
    InvalidRequestException tooLarge = Requests.tooLarge(body, maxPayloadBytes);
    if (tooLarge != null) {
      throw tooLarge;
    }
  }

  @Override
  public final CompletionStage<List<CancelResult>> cancel(
      String queue, List<String> ids, Durability durability) {
    return Calls.checked(() -> {
      Requests.cancel(queue, ids);
      Durability.Reached reached = reached(durability);
      CancelResult unknown = new CancelResult(io.duetime.CancelOutcome.UNKNOWN, reached);
      return Steps.each(
          ids,
          durability,
          (some, as) ->
              writeIfThere(
                  queue,
                  Calls.each(some, id -> unknown),
                  as,
                  (kernel, now) ->
                      Steps.told(kernel, some, id -> id, id -> kernel.cancel(id, reached, now))));
    });
  }

  @Override
  public final CompletionStage<List<RescheduleResult>> reschedule(
      String queue, List<Reschedule> changes, Durability durability) {
    return Calls.checked(() -> {
      Requests.reschedule(queue, changes);
      Durability.Reached reached = reached(durability);
      RescheduleResult unknown =
          new RescheduleResult(io.duetime.RescheduleOutcome.UNKNOWN, 0, reached, null);
      return Steps.each(
          changes,
          durability,
          (some, as) ->
              writeIfThere(
                  queue,
                  Calls.each(some, change -> unknown),
                  as,
                  (kernel, now) ->
                      Steps.told(
                          kernel,
                          some,
                          Reschedule::id,
                          change -> kernel.reschedule(change, reached, now))));
    });
  }

  @Override
  public final CompletionStage<BulkChange.Step> change(
      String queue, Selection selection, BulkChange change, @Nullable String cursor, int limit) {
    return Calls.checked(() -> {
      Requests.change(queue, limit);
      return writeIfThere(
          queue,
          new BulkChange.Step(0, 0, null),
          capabilities().defaultDurability(),
          (kernel, now) -> kernel.change(selection, change, cursor, limit, now));
    });
  }

  @Override
  public final CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    return Calls.checked(() -> {
      Requests.queue(queue);
      return write(queue, Durability.NONE, (kernel, now) -> kernel.claim(request, now));
    });
  }

  @Override
  public final CompletionStage<ClaimResult> claimById(
      String queue, List<String> ids, ClaimRequest request) {
    return Calls.checked(() -> {
      Requests.batch(queue, "ids", ids);
      return write(queue, Durability.NONE, (kernel, now) -> kernel.claimById(ids, request, now));
    });
  }

  @Override
  public final CompletionStage<List<SettleResult>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    return Calls.checked(() -> {
      Requests.batch(queue, "settlements", settlements);
      Durability.Reached reached = reached(durability);
      return Steps.each(
          settlements, durability, (some, as) -> settleSome(queue, some, as, reached));
    });
  }

  private CompletionStage<List<SettleResult>> settleSome(
      String queue,
      List<? extends Settlement> settlements,
      Durability durability,
      Durability.Reached reached) {
    return writeIfThere(
        queue,
        Calls.each(settlements, settlement -> SettleResult.LOST.reached(reached)),
        durability,
        (kernel, now) ->
            Calls.each(
                settlements,
                settlement -> settleOne(kernel, queue, settlement, now).reached(reached)));
  }

  private static SettleResult settleOne(
      QueueKernel kernel, String queue, Settlement settlement, long now) {
    return settlement.lease().queue().equals(queue)
        ? kernel.settle(settlement, now)
        : SettleResult.LOST;
  }

  @Override
  public final Watcher.Subscription watch(String queue, Watcher watcher) {
    return watchers.add(Limits.queue(queue), watcher);
  }

  @Override
  public final CompletionStage<List<ShardId>> shards(String queue) {
    return Calls.checked(() -> {
      Requests.queue(queue);
      return CompletableFuture.completedStage(List.of(ShardId.ONLY));
    });
  }

  @Override
  public final CompletionStage<Optional<JobView>> find(String queue, String id) {
    return Calls.checked(() -> {
      Requests.job(queue, id);
      return read(queue, Optional.empty(), (kernel, now) -> kernel.find(id, now));
    });
  }

  @Override
  public final CompletionStage<Explanation> explain(String queue, String id) {
    return Calls.checked(() -> {
      Requests.job(queue, id);
      return read(queue, Explanations.UNKNOWN, (kernel, now) -> kernel.explain(id, now));
    });
  }

  @Override
  public final CompletionStage<JobPage> list(
      String queue, Selection selection, @Nullable String cursor, int limit) {
    return Calls.checked(() -> {
      Requests.list(queue, limit);
      return read(
          queue,
          new JobPage(List.of(), null),
          (kernel, now) -> kernel.list(selection, cursor, limit, now));
    });
  }

  @Override
  public final CompletionStage<QueueCounts> counts(String queue) {
    return Calls.checked(() -> {
      Requests.queue(queue);
      return read(queue, Absent.COUNTS, QueueKernel::counts);
    });
  }

  @Override
  public final CompletionStage<Timeline> timeline(
      String queue, long fromMillis, long toMillis, int buckets) {
    return Calls.checked(() -> {
      Requests.timeline(queue, fromMillis, toMillis, buckets);
      return read(
          queue,
          Absent.timeline(now(), fromMillis, toMillis, buckets),
          (kernel, now) -> kernel.timeline(fromMillis, toMillis, buckets, now));
    });
  }

  @Override
  public final CompletionStage<List<ConsumerPresence>> consumers(String queue) {
    return Calls.checked(() -> {
      Requests.queue(queue);
      return read(queue, List.of(), QueueKernel::consumers);
    });
  }

  @Override
  public final CompletionStage<QueueSettings> settings(String queue) {
    return Calls.checked(() -> {
      Requests.queue(queue);
      return read(queue, QueueSettings.DEFAULT, (kernel, now) -> kernel.settings());
    });
  }

  @Override
  public final CompletionStage<Void> configure(String queue, QueueSettings settings) {
    return Calls.checked(() -> {
      Requests.configure(queue, settings, capabilities());
      return write(
              queue,
              capabilities().defaultDurability(),
              (kernel, now) -> {
                kernel.configure(settings, now);
                return true;
              })
          .thenAccept(done -> {});
    });
  }

  @Override
  public final CompletionStage<RecurringJob.View> putRecurring(String queue, RecurringJob job) {
    return Calls.checked(() -> {
      Requests.queue(queue);
      return write(
          queue,
          capabilities().defaultDurability(),
          (kernel, now) -> kernel.putRecurring(job, now));
    });
  }

  @Override
  public final CompletionStage<List<RecurringJob.View>> recurring(String queue) {
    return Calls.checked(() -> {
      Requests.queue(queue);
      return read(queue, List.of(), (kernel, now) -> kernel.recurring());
    });
  }

  @Override
  public final CompletionStage<Boolean> removeRecurring(String queue, String name) {
    return Calls.checked(() -> {
      Requests.queue(queue);
      return writeIfThere(
          queue,
          false,
          capabilities().defaultDurability(),
          (kernel, now) -> kernel.removeRecurring(name));
    });
  }

  @Override
  public final CompletionStage<Long> nowMillis() {
    return isClosed() ? closedStage() : CompletableFuture.completedStage(now());
  }

  /** See {@link Transfer#common}. */
  protected abstract CompletionStage<List<StoreEntry>> common();

  /** Puts in what belongs to no queue alone; see {@link Transfer#take}. */
  protected abstract CompletionStage<List<Boolean>> takeCommon(List<StoreEntry> entries);

  @Override
  public final Transfer transfer() {
    return new LocalTransfer(this);
  }

  /** The names of the queues whose {@link QueueKernel#upkeepAt} has come. */
  protected abstract List<String> queuesInNeed(long now);

  /** The earliest {@link QueueKernel#upkeepAt} of all queues. */
  protected abstract long nextUpkeep();

  @Override
  public final CompletionStage<Maintenance> maintain() {
    if (isClosed()) {
      return closedStage();
    }
    CompletionStage<Maintenance> all = CompletableFuture.completedStage(Maintenance.NOTHING);
    for (String queue : queuesInNeed(now())) {
      all = all.thenCombine(maintain(queue), Maintenance::plus);
    }
    return all.thenApply(done -> done.comeBackAt(nextUpkeep()));
  }

  private CompletionStage<Maintenance> maintain(String queue) {
    return writeIfThere(queue, Maintenance.NOTHING, Durability.NONE, QueueKernel::maintain)
        .thenCombine(new CopyMaker(this).makeAll(queue), Maintenance::plus);
  }
}
