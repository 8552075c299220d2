package io.duetime.kernel;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Configured;
import io.duetime.Counts;
import io.duetime.Durability;
import io.duetime.Explanation;
import io.duetime.JobPage;
import io.duetime.QueueConsumer;
import io.duetime.QueueSettings;
import io.duetime.RescheduleOutcome;
import io.duetime.Rescheduled;
import io.duetime.RetryableException;
import io.duetime.Scheduled;
import io.duetime.Settled;
import io.duetime.Timeline;
import io.duetime.UpdateOutcome;
import io.duetime.Updated;
import io.duetime.engine.BulkChange;
import io.duetime.engine.Capabilities;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.engine.Finding;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobUpdate;
import io.duetime.engine.JobView;
import io.duetime.engine.Maintenance;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.RecurringResult;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog.AuditEntry;
import io.duetime.engine.server.Documents.Document;
import io.duetime.engine.server.Documents.DocumentResult;
import io.duetime.engine.support.Absent;
import io.duetime.engine.support.Calls;
import io.duetime.kernel.job.Cursor;
import io.duetime.kernel.job.Explanations;
import io.duetime.kernel.recurring.RecurringEdit;
import io.duetime.kernel.recurring.RecurringEdit.RecurringEditor;
import io.duetime.kernel.state.StoreData;
import io.duetime.kernel.transfer.Transfer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The engine on a {@link LocalStore}: turns calls into work for the {@link QueueKernel} of a queue.
 * Calls are checked before they come here.
 */
public final class LocalEngine implements Engine, RecurringEditor, Transfer.Movable {
  private final LocalStore store;
  private final LocalMaintainer maintainer;

  public LocalEngine(LocalStore store) {
    this.store = store;
    this.maintainer = new LocalMaintainer(store);
  }

  @Override
  public CompletionStage<List<Scheduled>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    // Asked once: the other steps rely on the last one to wait for the disk.
    RetryableException full = store.refusesJobs();
    if (full != null) {
      return CompletableFuture.completedStage(
          Calls.each(jobs, job -> Scheduled.refused(job.id(), full)));
    }
    Durability.Reached reached = store.reached(durability);
    return jobs.size() == 1
        ? scheduleSome(queue, jobs, durability, reached)
        : Steps.each(
            jobs,
            job -> job.body().payload().length,
            durability,
            (some, as) -> scheduleSome(queue, some, as, reached));
  }

  private CompletionStage<List<Scheduled>> scheduleSome(
      String queue, List<JobSpec> jobs, Durability durability, Durability.Reached reached) {
    return store.write(
        queue,
        durability,
        (kernel, now) ->
            Steps.prefetched(kernel, jobs, JobSpec::id, job -> kernel.schedule(job, reached, now)));
  }

  @Override
  public CompletionStage<List<Cancelled>> cancel(
      String queue, List<String> ids, Durability durability) {
    Durability.Reached reached = store.reached(durability);
    return Steps.each(
        ids,
        durability,
        (some, as) ->
            store.writeIfExists(
                queue,
                Calls.each(some, id -> Cancelled.of(id, CancelOutcome.UNKNOWN).reached(reached)),
                as,
                (kernel, now) ->
                    Steps.prefetched(
                        kernel, some, id -> id, id -> kernel.cancel(id, reached, now))));
  }

  @Override
  public CompletionStage<List<Rescheduled>> reschedule(
      String queue, List<Reschedule> changes, Durability durability) {
    Durability.Reached reached = store.reached(durability);
    return Steps.each(
        changes,
        durability,
        (some, as) ->
            store.writeIfExists(
                queue,
                Calls.each(
                    some,
                    change ->
                        Rescheduled.of(change.id(), RescheduleOutcome.UNKNOWN, null)
                            .reached(reached)),
                as,
                (kernel, now) ->
                    Steps.prefetched(
                        kernel,
                        some,
                        Reschedule::id,
                        change -> kernel.changer.reschedule(change, reached, now))));
  }

  @Override
  public CompletionStage<List<Updated>> update(
      String queue, List<JobUpdate> updates, Durability durability) {
    RetryableException full = store.refusesJobs();
    if (full != null) {
      return CompletableFuture.completedStage(
          Calls.each(updates, update -> Updated.refused(update.id(), full)));
    }
    Durability.Reached reached = store.reached(durability);
    return Steps.each(
        updates,
        JobUpdate::bytes,
        durability,
        (some, as) ->
            store.writeIfExists(
                queue,
                Calls.each(
                    some,
                    update -> Updated.of(update.id(), UpdateOutcome.UNKNOWN).reached(reached)),
                as,
                (kernel, now) ->
                    Steps.prefetched(
                        kernel,
                        some,
                        JobUpdate::id,
                        update -> kernel.changer.update(update, reached, now))));
  }

  @Override
  public CompletionStage<BulkChange.Step> change(
      String queue, Selection selection, BulkChange change, @Nullable String cursor, int limit) {
    Cursor.parse(cursor); // also for a queue that does not exist
    return store.writeIfExists(
        queue,
        new BulkChange.Step(0, 0, 0, null),
        store.capabilities().defaultDurability(),
        (kernel, now) -> kernel.change(selection, change, cursor, limit, now));
  }

  @Override
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    return store.writeIfExists(
        queue, nothing(), Durability.NONE, (kernel, now) -> kernel.claim(request, now));
  }

  /** A claim creates no queue; the first job of one wakes those that wait for it. */
  private ClaimResult nothing() {
    return new ClaimResult(List.of(), store.now(), ClaimResult.NEVER);
  }

  @Override
  public CompletionStage<ClaimResult> claimById(
      String queue, List<String> ids, ClaimRequest request) {
    return store.writeIfExists(
        queue, nothing(), Durability.NONE, (kernel, now) -> kernel.claimById(ids, request, now));
  }

  @Override
  public CompletionStage<List<Settled>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    Durability.Reached reached = store.reached(durability);
    return Steps.each(settlements, durability, (some, as) -> settleSome(queue, some, as, reached));
  }

  private CompletionStage<List<Settled>> settleSome(
      String queue,
      List<? extends Settlement> settlements,
      Durability durability,
      Durability.Reached reached) {
    return store.writeIfExists(
        queue,
        Calls.each(settlements, settlement -> Settled.LOST.reached(reached)),
        durability,
        (kernel, now) ->
            Calls.each(
                settlements,
                settlement -> settleOne(kernel, queue, settlement, now).reached(reached)));
  }

  private static Settled settleOne(
      QueueKernel kernel, String queue, Settlement settlement, long now) {
    return settlement.lease().queue().equals(queue) ? kernel.settle(settlement, now) : Settled.LOST;
  }

  @Override
  public CompletionStage<Maintenance> maintain() {
    return maintainer.maintain();
  }

  @Override
  public Watcher.Subscription watch(String queue, Watcher watcher) {
    return store.watchers().add(queue, watcher);
  }

  @Override
  public CompletionStage<List<ShardId>> shards(String queue) {
    return CompletableFuture.completedStage(List.of(ShardId.ONLY));
  }

  @Override
  public CompletionStage<Optional<JobView>> find(String queue, String id) {
    return store.read(queue, Optional.empty(), (kernel, now) -> kernel.find(id, now));
  }

  @Override
  public CompletionStage<Explanation> explain(String queue, String id) {
    return store.read(queue, Explanations.UNKNOWN, (kernel, now) -> kernel.viewer.explain(id, now));
  }

  @Override
  public CompletionStage<JobPage<JobView>> list(
      String queue, Selection selection, @Nullable String cursor, int limit) {
    Cursor.parse(cursor); // also for a queue that does not exist
    return store.read(
        queue,
        new JobPage<>(List.of(), null),
        (kernel, now) -> kernel.viewer.list(selection, cursor, limit, now));
  }

  @Override
  public CompletionStage<Counts> counts(String queue) {
    return store.read(queue, Absent.COUNTS, (kernel, now) -> kernel.viewer.counts(now));
  }

  @Override
  public CompletionStage<Timeline> timeline(
      String queue, long fromMillis, long toMillis, int buckets) {
    return store.read(
        queue,
        Absent.timeline(store.now(), fromMillis, toMillis, buckets),
        (kernel, now) -> kernel.viewer.timeline(fromMillis, toMillis, buckets, now));
  }

  @Override
  public CompletionStage<List<QueueConsumer>> consumers(String queue) {
    return store.read(queue, List.of(), (kernel, now) -> kernel.viewer.consumers(now));
  }

  @Override
  public CompletionStage<QueueSettings> settings(String queue) {
    return store.read(queue, Absent.SETTINGS, (kernel, now) -> kernel.state.settings());
  }

  @Override
  public CompletionStage<Configured> configure(String queue, QueueSettings settings) {
    Durability durability = store.capabilities().defaultDurability();
    LocalStore.Work<Configured> work = (kernel, now) -> kernel.configure(settings, now);
    return settings.version().orElse(0) == 0
        ? store.write(queue, durability, work)
        : store.writeIfExists(queue, Absent.CHANGED_MEANWHILE, durability, work);
  }

  @Override
  public CompletionStage<List<RecurringJob.View>> recurring(String queue) {
    return store.read(queue, List.of(), (kernel, now) -> kernel.ticks.views(now));
  }

  @Override
  public CompletionStage<RecurringResult> editRecurring(
      String queue, String name, RecurringEdit edit) {
    Durability durability = store.capabilities().defaultDurability();
    return edit.makesQueue()
        ? store.write(queue, durability, (kernel, now) -> kernel.ticks.edit(name, edit, now))
        : store.writeIfExists(
            queue,
            edit.withoutQueue(),
            durability,
            (kernel, now) -> kernel.ticks.edit(name, edit, now));
  }

  @Override
  public CompletionStage<Optional<Scheduled>> runRecurring(
      String queue, String name, Durability durability) {
    Durability.Reached reached = store.reached(durability);
    RetryableException full = store.refusesJobs();
    return full != null
        ? CompletableFuture.failedStage(full)
        : store.writeIfExists(
            queue,
            Optional.empty(),
            durability,
            (kernel, now) -> kernel.ticks.runNow(name, reached, now));
  }

  @Override
  public CompletionStage<Long> nowMillis() {
    return store.isClosed() ? store.closedStage() : CompletableFuture.completedStage(store.now());
  }

  @Override
  public Transfer transfer() {
    return new LocalTransfer(store);
  }

  @Override
  public CompletionStage<List<String>> queues() {
    return store.queues();
  }

  @Override
  public CompletionStage<Boolean> deleteQueue(String queue) {
    return store.deleteQueue(queue);
  }

  @Override
  public CompletionStage<Boolean> deleteEmptyQueue(String queue) {
    return store.deleteQueueIf(queue, QueueKernel::isUnused);
  }

  @Override
  public CompletionStage<Long> reserveNumbers(String queue, int size) {
    return changeStore(data -> data.reserve(queue, size));
  }

  @Override
  public CompletionStage<Optional<String>> queueOfNumber(long number) {
    return store.answer(() -> store.numbers().queueOf(number));
  }

  private <T> CompletionStage<T> changeStore(Function<StoreData, T> change) {
    return store.storeData(store.capabilities().defaultDurability(), change);
  }

  @Override
  public CompletionStage<Optional<Document>> document(String collection, String name) {
    return store.storeData(
        Durability.NONE, data -> Optional.ofNullable(data.find(collection, name)));
  }

  @Override
  public CompletionStage<List<Document>> documents(
      String collection, @Nullable String after, int limit) {
    return store.storeData(Durability.NONE, data -> data.page(collection, after, limit));
  }

  @Override
  public CompletionStage<DocumentResult> putDocument(
      String collection, String name, long version, byte[] content) {
    return changeStore(data -> data.put(collection, name, version, content));
  }

  @Override
  public CompletionStage<DocumentResult> deleteDocument(
      String collection, String name, long version) {
    return changeStore(data -> data.delete(collection, name, version));
  }

  @Override
  public CompletionStage<Long> audit(AuditEvent event) {
    return changeStore(data -> data.append(store.now(), event));
  }

  @Override
  public CompletionStage<List<AuditEntry>> auditEntries(long before, int limit) {
    return store.storeData(Durability.NONE, data -> data.auditPage(before, limit));
  }

  @Override
  public CompletionStage<List<Finding>> selfCheck() {
    return store.selfCheck();
  }

  @Override
  public Capabilities capabilities() {
    return store.capabilities();
  }

  @Override
  public void close() {
    store.close();
  }
}
