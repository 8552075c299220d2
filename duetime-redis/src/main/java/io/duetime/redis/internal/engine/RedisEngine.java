package io.duetime.redis.internal.engine;

import io.duetime.Cancelled;
import io.duetime.Configured;
import io.duetime.Counts;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.Explanation;
import io.duetime.JobPage;
import io.duetime.Limits;
import io.duetime.QueueConsumer;
import io.duetime.QueueSettings;
import io.duetime.Rescheduled;
import io.duetime.RetryableException;
import io.duetime.Scheduled;
import io.duetime.Settled;
import io.duetime.TimeSource;
import io.duetime.Timeline;
import io.duetime.Updated;
import io.duetime.async.Stages;
import io.duetime.engine.BulkChange;
import io.duetime.engine.Capabilities;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.engine.Finding;
import io.duetime.engine.Incarnation;
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
import io.duetime.engine.support.ShardRotation;
import io.duetime.kernel.recurring.RecurringEdit;
import io.duetime.kernel.recurring.RecurringEdit.RecurringEditor;
import io.duetime.kernel.transfer.Transfer;
import io.duetime.redis.internal.admin.AuditKeeper;
import io.duetime.redis.internal.admin.DeadCopyMaker;
import io.duetime.redis.internal.admin.DocumentKeeper;
import io.duetime.redis.internal.admin.NumberKeeper;
import io.duetime.redis.internal.admin.QueueDeleter;
import io.duetime.redis.internal.admin.QueueKeeper;
import io.duetime.redis.internal.admin.RecurringKeeper;
import io.duetime.redis.internal.admin.StoreMaintainer;
import io.duetime.redis.internal.admin.StoreMaintainer.QueueMaintainer;
import io.duetime.redis.internal.admin.StoreTransfer;
import io.duetime.redis.internal.check.QueueChecks;
import io.duetime.redis.internal.check.ServerSelfCheck;
import io.duetime.redis.internal.epoch.EpochCarrier;
import io.duetime.redis.internal.epoch.EpochDropper;
import io.duetime.redis.internal.epoch.EpochWalker;
import io.duetime.redis.internal.epoch.IdCalls;
import io.duetime.redis.internal.jobs.BulkChanger;
import io.duetime.redis.internal.jobs.JobChanger;
import io.duetime.redis.internal.jobs.JobClaimer;
import io.duetime.redis.internal.jobs.JobClaimer.AnyShardClaims;
import io.duetime.redis.internal.jobs.JobDecoder;
import io.duetime.redis.internal.jobs.JobLister;
import io.duetime.redis.internal.jobs.JobScheduler;
import io.duetime.redis.internal.jobs.JobViewer;
import io.duetime.redis.internal.jobs.JobsByIdClaimer;
import io.duetime.redis.internal.jobs.PermitKeeper;
import io.duetime.redis.internal.jobs.QueueCounter;
import io.duetime.redis.internal.jobs.ShardPages;
import io.duetime.redis.internal.jobs.ShardSettler;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.watch.WakeUps;
import io.duetime.time.SystemTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Delegates each call to the responsible component. {@link CheckedRedis} validates calls first.
 * Thread safe.
 */
public final class RedisEngine implements Engine, RecurringEditor, Transfer.Movable {
  private static final Capabilities CAPABILITIES =
      new Capabilities("redis", true, true, true, false, Durability.NONE);

  private final RedisStore store;
  private final JobScheduler scheduler;
  private final JobChanger changer;
  private final BulkChanger bulk;
  private final PermitKeeper permits;
  private final JobClaimer claimer;
  private final ShardRotation anyShard;
  private final JobsByIdClaimer byIdClaimer;
  private final ShardSettler settler;
  private final WakeUps wakeUps;
  private final JobViewer viewer;
  private final JobLister lister;
  private final QueueCounter counter;
  private final QueueKeeper queues;
  private final QueueDeleter deleter;
  private final RecurringKeeper recurring;
  private final NumberKeeper numbers;
  private final DocumentKeeper documents;
  private final AuditKeeper audit;
  private final StoreTransfer transfer;
  private final StoreMaintainer maintenance;
  private final ServerSelfCheck selfCheck;
  private final QueueChecks queueChecks;
  private final RedisLink.Subscription restored;
  private volatile boolean closed;
  private final Runnable end;

  /**
   * Works on a store, and closes its link in the end.
   *
   * @param maxPayloadBytes the size of the largest payload
   */
  public RedisEngine(RedisStore store, int maxPayloadBytes) {
    this(store, maxPayloadBytes, new SystemTime());
  }

  private RedisEngine(RedisStore store, int maxPayloadBytes, SystemTime time) {
    this(store, maxPayloadBytes, time, time::close);
  }

  /** As {@link #RedisEngine(RedisStore, int)}, with a time source that the caller closes. */
  public RedisEngine(RedisStore store, int maxPayloadBytes, TimeSource time) {
    this(store, maxPayloadBytes, time, () -> {});
  }

  private RedisEngine(RedisStore store, int maxPayloadBytes, TimeSource time, Runnable end) {
    this.store = store;
    this.end = end;
    this.wakeUps = new WakeUps(store, time);
    this.restored = store.link().onRestored(store.notes()::forgetAll);
    JobDecoder decoder = new JobDecoder(store);
    EpochCarrier carrier = new EpochCarrier(store, time);
    EpochWalker walker = new EpochWalker(store, carrier);
    IdCalls calls = new IdCalls(store, walker);
    this.scheduler = new JobScheduler(store, walker);
    this.changer = new JobChanger(calls);
    this.bulk = new BulkChanger(store);
    this.permits = new PermitKeeper(store, time);
    this.byIdClaimer = new JobsByIdClaimer(store, decoder, permits, walker);
    this.settler = new ShardSettler(store, permits);
    this.claimer = new JobClaimer(store, permits, wakeUps, decoder);
    this.anyShard = new ShardRotation(new AnyShardClaims(store, claimer, settler), time);
    this.counter = new QueueCounter(store, walker);
    this.viewer = new JobViewer(calls, decoder, counter, permits);
    this.lister = new JobLister(store, new ShardPages(store, decoder), viewer, maxPayloadBytes);
    EpochDropper dropper = new EpochDropper(store, carrier);
    this.deleter = new QueueDeleter(store);
    this.queues = new QueueKeeper(store, dropper);
    this.recurring = new RecurringKeeper(store, scheduler);
    this.numbers = new NumberKeeper(store);
    this.documents = new DocumentKeeper(store);
    this.audit = new AuditKeeper(store);
    DeadCopyMaker copies = new DeadCopyMaker(store, scheduler);
    this.transfer = new StoreTransfer(store, scheduler, queues, recurring, numbers, copies);
    this.maintenance =
        new StoreMaintainer(
            store, new QueueMaintainer(store, recurring, copies, queues, dropper, deleter));
    this.queueChecks = new QueueChecks(store);
    this.selfCheck = new ServerSelfCheck(store, new SystemTime());
  }

  @Override
  public CompletionStage<List<Scheduled>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    return scheduler.schedule(queue, jobs, durability);
  }

  @Override
  public CompletionStage<List<Cancelled>> cancel(
      String queue, List<String> ids, Durability durability) {
    return changer.cancel(queue, ids, durability);
  }

  @Override
  public CompletionStage<List<Rescheduled>> reschedule(
      String queue, List<Reschedule> changes, Durability durability) {
    return changer.reschedule(queue, changes, durability);
  }

  @Override
  public CompletionStage<List<Updated>> update(
      String queue, List<JobUpdate> updates, Durability durability) {
    return changer.update(queue, updates, durability);
  }

  @Override
  public CompletionStage<BulkChange.Step> change(
      String queue, Selection selection, BulkChange change, @Nullable String cursor, int limit) {
    return bulk.step(queue, selection, change, cursor, limit);
  }

  @Override
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    return request.shard() == null
        ? anyShard.claim(queue, request)
        : claimer.claim(queue, request, Limits.MAX_CLAIM_BYTES);
  }

  @Override
  public CompletionStage<ClaimResult> claimById(
      String queue, List<String> ids, ClaimRequest request) {
    return byIdClaimer.claim(queue, ids, request);
  }

  @Override
  public CompletionStage<List<Settled>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    return settler.settle(queue, settlements, durability);
  }

  @Override
  public Watcher.Subscription watch(String queue, Watcher watcher) {
    return wakeUps.watch(queue, permits.wakeUps().over(watcher));
  }

  @Override
  public CompletionStage<List<ShardId>> shards(String queue) {
    return store.freshShards(queue).thenApply(shards -> shards.all());
  }

  @Override
  public CompletionStage<Optional<JobView>> find(String queue, String id) {
    return viewer.find(queue, id);
  }

  @Override
  public CompletionStage<Explanation> explain(String queue, String id) {
    return viewer.explain(queue, id);
  }

  @Override
  public CompletionStage<JobPage<JobView>> list(
      String queue, Selection selection, @Nullable String cursor, int limit) {
    return lister.list(queue, selection, cursor, limit);
  }

  @Override
  public CompletionStage<Counts> counts(String queue) {
    return counter.counts(queue);
  }

  @Override
  public CompletionStage<Timeline> timeline(
      String queue, long fromMillis, long toMillis, int buckets) {
    return counter.timeline(queue, fromMillis, toMillis, buckets);
  }

  @Override
  public CompletionStage<List<QueueConsumer>> consumers(String queue) {
    return counter.consumers(queue);
  }

  @Override
  public CompletionStage<List<String>> queues() {
    return store.queues(Long.MAX_VALUE);
  }

  @Override
  public CompletionStage<QueueSettings> settings(String queue) {
    return queues.settings(queue);
  }

  @Override
  public CompletionStage<Configured> configure(String queue, QueueSettings settings) {
    return queues.configure(queue, settings);
  }

  @Override
  public CompletionStage<Incarnation> incarnation(String queue) {
    return queues.incarnation(queue);
  }

  @Override
  public CompletionStage<Boolean> noteLoss(String queue, long lost) {
    return queues.noteLoss(queue, lost);
  }

  @Override
  public CompletionStage<Boolean> deleteQueue(String queue) {
    return deleter.delete(queue);
  }

  @Override
  public CompletionStage<Boolean> deleteEmptyQueue(String queue) {
    return deleter.deleteEmpty(queue);
  }

  @Override
  public CompletionStage<RecurringResult> editRecurring(
      String queue, String name, RecurringEdit edit) {
    return recurring.edit(queue, name, edit);
  }

  @Override
  public CompletionStage<Optional<Scheduled>> runRecurring(
      String queue, String name, Durability durability) {
    return recurring.runNow(queue, name, durability);
  }

  @Override
  public CompletionStage<List<RecurringJob.View>> recurring(String queue) {
    return recurring.views(queue);
  }

  @Override
  public CompletionStage<Long> reserveNumbers(String queue, int size) {
    return numbers.reserve(queue, size);
  }

  @Override
  public CompletionStage<Optional<String>> queueOfNumber(long number) {
    return numbers.queueOf(number);
  }

  @Override
  public CompletionStage<Optional<Document>> document(String collection, String name) {
    return documents.document(collection, name);
  }

  @Override
  public CompletionStage<List<Document>> documents(
      String collection, @Nullable String after, int limit) {
    return documents.documents(collection, after, limit);
  }

  @Override
  public CompletionStage<DocumentResult> putDocument(
      String collection, String name, long version, byte[] content) {
    return documents.putDocument(collection, name, version, content);
  }

  @Override
  public CompletionStage<DocumentResult> deleteDocument(
      String collection, String name, long version) {
    return documents.deleteDocument(collection, name, version);
  }

  @Override
  public CompletionStage<Long> audit(AuditEvent event) {
    return audit.audit(event);
  }

  @Override
  public CompletionStage<List<AuditEntry>> auditEntries(long before, int limit) {
    return audit.auditEntries(before, limit);
  }

  @Override
  public CompletionStage<Long> nowMillis() {
    return closed ? closedStage() : store.nowMillis();
  }

  @Override
  public CompletionStage<Maintenance> maintain() {
    return closed ? closedStage() : maintenance.step();
  }

  @Override
  public CompletionStage<List<Finding>> selfCheck() {
    // After closing, missing answers say nothing about the servers.
    return selfCheck
        .findings()
        .thenCompose(servers -> queueChecks.findings().thenApply(queues -> both(servers, queues)))
        .thenCompose(found -> closed ? closedStage() : Stages.done(found));
  }

  private static List<Finding> both(List<Finding> some, List<Finding> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  @Override
  public Transfer transfer() {
    return transfer;
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  @Override
  public void close() {
    closed = true;
    restored.close();
    wakeUps.close();
    store.link().close();
    end.run();
  }

  private static <T> CompletionStage<T> closedStage() {
    return CompletableFuture.failedStage(
        new RetryableException(ErrorCode.STORE_UNAVAILABLE, "the redis store is closed"));
  }
}
