package io.duetime.internal.local;

import io.duetime.Configured;
import io.duetime.Durability;
import io.duetime.Explanation;
import io.duetime.QueueSettings;
import io.duetime.engine.BulkChange;
import io.duetime.engine.CancelResult;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ConsumerPresence;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.JobViewPage;
import io.duetime.engine.Maintenance;
import io.duetime.engine.QueueCounts;
import io.duetime.engine.QueueTimeline;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Reschedule;
import io.duetime.engine.RescheduleResult;
import io.duetime.engine.ScheduleResult;
import io.duetime.engine.Selection;
import io.duetime.engine.SettleResult;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.internal.engine.Absent;
import io.duetime.internal.engine.Explanations;
import io.duetime.internal.kernel.QueueKernel;
import io.duetime.internal.kernel.list.Cursor;
import io.duetime.internal.kernel.recurring.RecurringEdit;
import io.duetime.internal.kernel.recurring.RecurringEditor;
import io.duetime.internal.kernel.transfer.CheckedTransfer;
import io.duetime.internal.kernel.transfer.Movable;
import io.duetime.internal.kernel.transfer.Transfer;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An engine that lives in this process: has {@link QueueKernel}s do the work, on whatever thread
 * and under whatever lock the subclass uses. Its calls are checked before they come here.
 */
@SuppressWarnings("this-escape") // its parts only keep it
public abstract class LocalEngine extends LocalStore implements Engine, RecurringEditor, Movable {
  private final LocalScheduler scheduling = new LocalScheduler(this);
  private final LocalClaimer claiming = new LocalClaimer(this);
  private final LocalMaintainer upkeep = new LocalMaintainer(this);

  /** Uses a clock and a limit of payload bytes. */
  protected LocalEngine(InstantSource clock, int maxPayloadBytes) {
    super(clock, maxPayloadBytes);
  }

  @Override
  public final CompletionStage<List<ScheduleResult>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    return scheduling.schedule(queue, jobs, durability);
  }

  @Override
  public final CompletionStage<List<CancelResult>> cancel(
      String queue, List<String> ids, Durability durability) {
    return scheduling.cancel(queue, ids, durability);
  }

  @Override
  public final CompletionStage<List<RescheduleResult>> reschedule(
      String queue, List<Reschedule> changes, Durability durability) {
    return scheduling.reschedule(queue, changes, durability);
  }

  @Override
  public final CompletionStage<BulkChange.Step> change(
      String queue, Selection selection, BulkChange change, @Nullable String cursor, int limit) {
    return scheduling.change(queue, selection, change, cursor, limit);
  }

  @Override
  public final CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    return claiming.claim(queue, request);
  }

  @Override
  public final CompletionStage<ClaimResult> claimById(
      String queue, List<String> ids, ClaimRequest request) {
    return claiming.claimById(queue, ids, request);
  }

  @Override
  public final CompletionStage<List<SettleResult>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    return claiming.settle(queue, settlements, durability);
  }

  @Override
  public final CompletionStage<Maintenance> maintain() {
    return upkeep.maintain();
  }

  @Override
  public final Watcher.Subscription watch(String queue, Watcher watcher) {
    return addWatcher(queue, watcher);
  }

  @Override
  public final CompletionStage<List<ShardId>> shards(String queue) {
    return CompletableFuture.completedStage(List.of(ShardId.ONLY));
  }

  @Override
  public final CompletionStage<Optional<JobView>> find(String queue, String id) {
    return read(queue, Optional.empty(), (kernel, now) -> kernel.find(id, now));
  }

  @Override
  public final CompletionStage<Explanation> explain(String queue, String id) {
    return read(queue, Explanations.UNKNOWN, (kernel, now) -> kernel.explain(id, now));
  }

  @Override
  public final CompletionStage<JobViewPage> list(
      String queue, Selection selection, @Nullable String cursor, int limit) {
    Cursor.parse(cursor); // also for a queue that does not exist
    return read(
        queue,
        new JobViewPage(List.of(), null),
        (kernel, now) -> kernel.list(selection, cursor, limit, now));
  }

  @Override
  public final CompletionStage<QueueCounts> counts(String queue) {
    return read(queue, Absent.COUNTS, QueueKernel::counts);
  }

  @Override
  public final CompletionStage<QueueTimeline> timeline(
      String queue, long fromMillis, long toMillis, int buckets) {
    return read(
        queue,
        Absent.timeline(now(), fromMillis, toMillis, buckets),
        (kernel, now) -> kernel.timeline(fromMillis, toMillis, buckets, now));
  }

  @Override
  public final CompletionStage<List<ConsumerPresence>> consumers(String queue) {
    return read(queue, List.of(), QueueKernel::consumers);
  }

  @Override
  public final CompletionStage<QueueSettings> settings(String queue) {
    return read(queue, Absent.SETTINGS, (kernel, now) -> kernel.settings());
  }

  @Override
  public final CompletionStage<Configured> configure(String queue, QueueSettings settings) {
    Durability durability = capabilities().defaultDurability();
    Work<Configured> work = (kernel, now) -> kernel.configure(settings, now);
    return settings.version().orElse(0) == 0
        ? write(queue, durability, work)
        : writeIfThere(queue, Absent.CHANGED_MEANWHILE, durability, work);
  }

  @Override
  public final CompletionStage<List<RecurringJob.View>> recurring(String queue) {
    return read(queue, List.of(), QueueKernel::recurring);
  }

  @Override
  public final CompletionStage<Optional<RecurringJob.View>> editRecurring(
      String queue, String name, RecurringEdit edit) {
    Durability durability = capabilities().defaultDurability();
    return edit.makesQueue()
        ? write(queue, durability, (kernel, now) -> kernel.editRecurring(name, edit, now))
        : writeIfThere(
            queue,
            Optional.empty(),
            durability,
            (kernel, now) -> kernel.editRecurring(name, edit, now));
  }

  @Override
  public final CompletionStage<Long> nowMillis() {
    return isClosed() ? closedStage() : CompletableFuture.completedStage(now());
  }

  @Override
  public final Transfer transfer() {
    return new CheckedTransfer(new LocalTransfer(this), maxPayloadBytes());
  }
}
