package io.duetime.internal.kernel;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.RetryableException;
import io.duetime.engine.BulkChange;
import io.duetime.engine.CancelResult;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ConsumerPresence;
import io.duetime.engine.Engine;
import io.duetime.engine.Explanation;
import io.duetime.engine.JobPage;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.Maintenance;
import io.duetime.engine.QueueCounts;
import io.duetime.engine.QueueSettings;
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
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An engine that lives in this process: checks each call, brings the clock, and has {@link
 * QueueKernel}s do the work on whatever thread and under whatever lock the subclass uses.
 */
public abstract class LocalEngine implements Engine {
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
    Limits.queue(queue);
    batch("jobs", jobs);
    RetryableException full = refusesJobs();
    if (full != null) {
      return CompletableFuture.completedStage(
          each(jobs, job -> ScheduleResult.refused(job.id(), full)));
    }
    Durability.Reached reached = reached(durability);
    return write(
        queue,
        durability,
        (kernel, now) -> each(jobs, job -> scheduleOne(kernel, job, reached, now)));
  }

  private ScheduleResult scheduleOne(
      QueueKernel kernel, JobSpec job, Durability.Reached reached, long now) {
    int bytes = job.body().payload().length;
    if (bytes > maxPayloadBytes) {
      return ScheduleResult.refused(
          job.id(),
          new InvalidRequestException(
              "payload", bytes + " bytes", "at most " + maxPayloadBytes + " bytes"));
    }
    return kernel.schedule(job, reached, now);
  }

  @Override
  public final CompletionStage<List<CancelResult>> cancel(
      String queue, List<String> ids, Durability durability) {
    Limits.queue(queue);
    batch("ids", ids);
    ids.forEach(Limits::id);
    Durability.Reached reached = reached(durability);
    return writeIfThere(
        queue,
        each(ids, id -> new CancelResult(io.duetime.CancelOutcome.UNKNOWN, reached)),
        durability,
        (kernel, now) -> each(ids, id -> kernel.cancel(id, reached, now)));
  }

  @Override
  public final CompletionStage<List<RescheduleResult>> reschedule(
      String queue, List<Reschedule> changes, Durability durability) {
    Limits.queue(queue);
    batch("changes", changes);
    changes.forEach(change -> Limits.id(change.id()));
    Durability.Reached reached = reached(durability);
    return writeIfThere(
        queue,
        each(
            changes,
            change -> new RescheduleResult(io.duetime.RescheduleOutcome.UNKNOWN, 0, reached, null)),
        durability,
        (kernel, now) -> each(changes, change -> kernel.reschedule(change, reached, now)));
  }

  @Override
  public final CompletionStage<BulkChange.Step> change(
      String queue, Selection selection, BulkChange change, @Nullable String cursor, int limit) {
    Limits.queue(queue);
    Limits.count("limit", limit, Limits.MAX_CLAIM);
    return writeIfThere(
        queue,
        new BulkChange.Step(0, 0, null),
        capabilities().defaultDurability(),
        (kernel, now) -> kernel.change(selection, change, cursor, limit, now));
  }

  @Override
  public final CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    Limits.queue(queue);
    return write(queue, Durability.NONE, (kernel, now) -> kernel.claim(request, now));
  }

  @Override
  public final CompletionStage<ClaimResult> claimById(
      String queue, List<String> ids, ClaimRequest request) {
    Limits.queue(queue);
    batch("ids", ids);
    return write(queue, Durability.NONE, (kernel, now) -> kernel.claimById(ids, request, now));
  }

  @Override
  public final CompletionStage<List<SettleResult>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    Limits.queue(queue);
    batch("settlements", settlements);
    return writeIfThere(
        queue,
        each(settlements, settlement -> SettleResult.LOST),
        durability,
        (kernel, now) ->
            each(settlements, settlement -> settleOne(kernel, queue, settlement, now)));
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
    Limits.queue(queue);
    return CompletableFuture.completedStage(List.of(ShardId.ONLY));
  }

  @Override
  public final CompletionStage<Optional<JobView>> find(String queue, String id) {
    Limits.queue(queue);
    Limits.id(id);
    return read(queue, Optional.empty(), (kernel, now) -> kernel.find(id, now));
  }

  @Override
  public final CompletionStage<Explanation> explain(String queue, String id) {
    Limits.queue(queue);
    Limits.id(id);
    return read(
        queue,
        new Explanation(Explanation.Why.UNKNOWN, java.util.Map.of()),
        (kernel, now) -> kernel.explain(id, now));
  }

  @Override
  public final CompletionStage<JobPage> list(
      String queue, Selection selection, @Nullable String cursor, int limit) {
    Limits.queue(queue);
    Limits.count("limit", limit, Limits.MAX_PAGE);
    return read(
        queue,
        new JobPage(List.of(), null),
        (kernel, now) -> kernel.list(selection, cursor, limit, now));
  }

  @Override
  public final CompletionStage<QueueCounts> counts(String queue) {
    Limits.queue(queue);
    return read(queue, NO_COUNTS, QueueKernel::counts);
  }

  @Override
  public final CompletionStage<Timeline> timeline(
      String queue, long fromMillis, long toMillis, int buckets) {
    Limits.queue(queue);
    Limits.count("buckets", buckets, Limits.MAX_PAGE);
    if (fromMillis < 0 || toMillis - fromMillis < buckets) {
      throw new InvalidRequestException(
          "from", fromMillis, "0 or more, and a millisecond a bucket before to, " + toMillis);
    }
    return read(
        queue,
        new Timeline(now(), emptyBuckets(fromMillis, toMillis, buckets)),
        (kernel, now) -> kernel.timeline(fromMillis, toMillis, buckets, now));
  }

  private static List<Timeline.Bucket> emptyBuckets(long from, long to, int buckets) {
    List<Timeline.Bucket> empty = new ArrayList<>(buckets);
    for (int i = 0; i < buckets; i++) {
      long start = Buckets.start(from, to, buckets, i);
      empty.add(new Timeline.Bucket(start, Buckets.start(from, to, buckets, i + 1), 0, 0, 0, 0));
    }
    return empty;
  }

  @Override
  public final CompletionStage<List<ConsumerPresence>> consumers(String queue) {
    Limits.queue(queue);
    return read(queue, List.of(), QueueKernel::consumers);
  }

  @Override
  public final CompletionStage<QueueSettings> settings(String queue) {
    Limits.queue(queue);
    return read(queue, QueueSettings.DEFAULT, (kernel, now) -> kernel.settings());
  }

  @Override
  public final CompletionStage<Void> configure(String queue, QueueSettings settings) {
    Limits.queue(queue);
    if (settings.shards() != 1 && !capabilities().sharded()) {
      throw new InvalidRequestException(
          ErrorCode.UNSUPPORTED, "shards", settings.shards(), "1 on this engine");
    }
    return write(
            queue,
            capabilities().defaultDurability(),
            (kernel, now) -> {
              kernel.configure(settings, now);
              return true;
            })
        .thenAccept(done -> {});
  }

  @Override
  public final CompletionStage<RecurringJob.View> putRecurring(String queue, RecurringJob job) {
    Limits.queue(queue);
    return write(
        queue, capabilities().defaultDurability(), (kernel, now) -> kernel.putRecurring(job, now));
  }

  @Override
  public final CompletionStage<List<RecurringJob.View>> recurring(String queue) {
    Limits.queue(queue);
    return read(queue, List.of(), (kernel, now) -> kernel.recurring());
  }

  @Override
  public final CompletionStage<Boolean> removeRecurring(String queue, String name) {
    Limits.queue(queue);
    return writeIfThere(
        queue,
        false,
        capabilities().defaultDurability(),
        (kernel, now) -> kernel.removeRecurring(name));
  }

  @Override
  public final CompletionStage<Long> nowMillis() {
    return CompletableFuture.completedStage(now());
  }

  /** The names of the queues whose {@link QueueKernel#upkeepAt} has come. */
  protected abstract List<String> queuesInNeed(long now);

  /** The earliest {@link QueueKernel#upkeepAt} of all queues. */
  protected abstract long nextUpkeep();

  @Override
  public final CompletionStage<Maintenance> maintain() {
    CompletionStage<Maintenance> all = CompletableFuture.completedStage(Maintenance.NOTHING);
    for (String queue : queuesInNeed(now())) {
      all = all.thenCombine(maintain(queue), Maintenance::plus);
    }
    return all.thenApply(done -> done.comeBackAt(nextUpkeep()));
  }

  private CompletionStage<Maintenance> maintain(String queue) {
    return writeIfThere(queue, Maintenance.NOTHING, Durability.NONE, QueueKernel::maintain)
        .thenCombine(makeCopies(queue), Maintenance::plus);
  }

  // The copy is written before the note of it goes: a crash between the two makes it again, under
  // KEEP.
  private CompletionStage<Maintenance> makeCopies(String queue) {
    Function<List<DeadCopy>, CompletionStage<Maintenance>> makeAll =
        copies -> {
          CompletionStage<Maintenance> made = CompletableFuture.completedStage(Maintenance.NOTHING);
          for (DeadCopy copy : copies) {
            made = made.thenCompose(before -> makeCopy(queue, copy).thenApply(before::plus));
          }
          return made;
        };
    return read(queue, List.<DeadCopy>of(), (kernel, now) -> kernel.copies()).thenCompose(makeAll);
  }

  private CompletionStage<Maintenance> makeCopy(String queue, DeadCopy copy) {
    Durability durability = capabilities().defaultDurability();
    Durability.Reached reached = reached(durability);
    return write(
            copy.targetQueue(),
            durability,
            (kernel, now) -> kernel.schedule(copy.job(), reached, now))
        .thenCompose(stored ->
            writeIfThere(
                queue,
                Maintenance.NOTHING,
                Durability.NONE,
                (kernel, now) -> {
                  kernel.copied(copy);
                  return new Maintenance(0, 0, 0, 0, 1, JobTable.NEVER);
                }));
  }

  private static final QueueCounts NO_COUNTS =
      new QueueCounts(
          new QueueCounts.ByState(0, 0, 0, 0, 0, 0),
          new QueueCounts.Events(0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
          ClaimResult.NEVER,
          ClaimResult.NEVER);

  private static void batch(String field, List<?> items) {
    if (items.size() > Limits.MAX_BATCH) {
      throw new InvalidRequestException(
          field, items.size() + " items", "at most " + Limits.MAX_BATCH);
    }
  }

  private static <A, B> List<B> each(List<A> items, Function<? super A, ? extends B> one) {
    List<B> results = new ArrayList<>(items.size());
    for (A item : items) {
      results.add(one.apply(item));
    }
    return results;
  }
}
