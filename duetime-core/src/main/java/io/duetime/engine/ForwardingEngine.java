package io.duetime.engine;

import io.duetime.Cancelled;
import io.duetime.Configured;
import io.duetime.Counts;
import io.duetime.Durability;
import io.duetime.Explanation;
import io.duetime.JobPage;
import io.duetime.PendingTicks;
import io.duetime.QueueConsumer;
import io.duetime.QueueSettings;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.Settled;
import io.duetime.Timeline;
import io.duetime.Updated;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog.AuditEntry;
import io.duetime.engine.server.Documents.Document;
import io.duetime.engine.server.Documents.DocumentResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Forwards every call to another engine. A subclass changes single calls, or all of them. */
public abstract class ForwardingEngine implements Engine {
  private final Engine inner;

  /** Forwards to an engine. */
  protected ForwardingEngine(Engine inner) {
    this.inner = inner;
  }

  /** The engine that calls are forwarded to. */
  protected final Engine inner() {
    return inner;
  }

  /** Returns the engine of a type that an engine is or forwards to, through others too. */
  public static <E> Optional<E> behind(Engine engine, Class<E> type) {
    Engine found = engine;
    while (!type.isInstance(found) && found instanceof ForwardingEngine forwarding) {
      found = forwarding.inner;
    }
    return type.isInstance(found) ? Optional.of(type.cast(found)) : Optional.empty();
  }

  /** Receives every call that answers with a stage; forwards it by default. */
  protected <T> CompletionStage<T> around(Operation operation, Supplier<CompletionStage<T>> call) {
    return call.get();
  }

  /** Receives the calls that name nothing but a queue; by default like any other call. */
  protected <T> CompletionStage<T> around(
      Operation operation, String queue, Supplier<CompletionStage<T>> call) {
    return around(operation, call);
  }

  @Override
  public CompletionStage<List<Scheduled>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    return around(Operation.SCHEDULE, () -> inner.schedule(queue, jobs, durability));
  }

  @Override
  public CompletionStage<Optional<Scheduled>> runRecurring(
      String queue, String name, Durability durability) {
    return around(Operation.SCHEDULE, () -> inner.runRecurring(queue, name, durability));
  }

  @Override
  public CompletionStage<List<Cancelled>> cancel(
      String queue, List<String> ids, Durability durability) {
    return around(Operation.CANCEL, () -> inner.cancel(queue, ids, durability));
  }

  @Override
  public CompletionStage<List<Rescheduled>> reschedule(
      String queue, List<Reschedule> changes, Durability durability) {
    return around(Operation.RESCHEDULE, () -> inner.reschedule(queue, changes, durability));
  }

  @Override
  public CompletionStage<List<Updated>> update(
      String queue, List<JobUpdate> updates, Durability durability) {
    return around(Operation.UPDATE, () -> inner.update(queue, updates, durability));
  }

  @Override
  public CompletionStage<BulkChange.Step> change(
      String queue, Selection selection, BulkChange change, @Nullable String cursor, int limit) {
    return around(Operation.CHANGE, () -> inner.change(queue, selection, change, cursor, limit));
  }

  @Override
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    return around(Operation.CLAIM, () -> inner.claim(queue, request));
  }

  @Override
  public CompletionStage<ClaimResult> claimById(
      String queue, List<String> ids, ClaimRequest request) {
    return around(Operation.CLAIM_BY_ID, () -> inner.claimById(queue, ids, request));
  }

  @Override
  public CompletionStage<List<Settled>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    return around(Operation.SETTLE, () -> inner.settle(queue, settlements, durability));
  }

  @Override
  public CompletionStage<List<ShardId>> shards(String queue) {
    return around(Operation.SHARDS, queue, () -> inner.shards(queue));
  }

  @Override
  public CompletionStage<Optional<JobView>> find(String queue, String id) {
    return around(Operation.FIND, () -> inner.find(queue, id));
  }

  @Override
  public CompletionStage<Explanation> explain(String queue, String id) {
    return around(Operation.EXPLAIN, () -> inner.explain(queue, id));
  }

  @Override
  public CompletionStage<JobPage<JobView>> list(
      String queue, Selection selection, @Nullable String cursor, int limit) {
    return around(Operation.LIST, () -> inner.list(queue, selection, cursor, limit));
  }

  @Override
  public CompletionStage<Counts> counts(String queue) {
    return around(Operation.COUNTS, queue, () -> inner.counts(queue));
  }

  @Override
  public CompletionStage<Timeline> timeline(
      String queue, long fromMillis, long toMillis, int buckets) {
    return around(Operation.TIMELINE, () -> inner.timeline(queue, fromMillis, toMillis, buckets));
  }

  @Override
  public CompletionStage<List<QueueConsumer>> consumers(String queue) {
    return around(Operation.CONSUMERS, queue, () -> inner.consumers(queue));
  }

  @Override
  public CompletionStage<List<String>> queues() {
    return around(Operation.QUEUES, () -> inner.queues());
  }

  @Override
  public CompletionStage<QueueSettings> settings(String queue) {
    return around(Operation.SETTINGS, queue, () -> inner.settings(queue));
  }

  @Override
  public CompletionStage<Configured> configure(String queue, QueueSettings settings) {
    return around(Operation.CONFIGURE, () -> inner.configure(queue, settings));
  }

  @Override
  public CompletionStage<Incarnation> incarnation(String queue) {
    return around(Operation.INCARNATION, queue, () -> inner.incarnation(queue));
  }

  @Override
  public CompletionStage<Boolean> noteLoss(String queue, long lost) {
    return around(Operation.NOTE_LOSS, queue, () -> inner.noteLoss(queue, lost));
  }

  @Override
  public CompletionStage<Boolean> deleteQueue(String queue) {
    return around(Operation.DELETE_QUEUE, queue, () -> inner.deleteQueue(queue));
  }

  @Override
  public CompletionStage<Boolean> deleteEmptyQueue(String queue) {
    return around(Operation.DELETE_EMPTY_QUEUE, queue, () -> inner.deleteEmptyQueue(queue));
  }

  @Override
  public CompletionStage<RecurringResult> putRecurring(String queue, RecurringChange change) {
    return around(Operation.PUT_RECURRING, () -> inner.putRecurring(queue, change));
  }

  @Override
  public CompletionStage<RecurringResult> pauseRecurring(
      String queue, String name, OptionalLong version) {
    return around(Operation.PAUSE_RECURRING, () -> inner.pauseRecurring(queue, name, version));
  }

  @Override
  public CompletionStage<RecurringResult> resumeRecurring(
      String queue, String name, OptionalLong version) {
    return around(Operation.RESUME_RECURRING, () -> inner.resumeRecurring(queue, name, version));
  }

  @Override
  public CompletionStage<List<RecurringJob.View>> recurring(String queue) {
    return around(Operation.RECURRING, queue, () -> inner.recurring(queue));
  }

  @Override
  public CompletionStage<RecurringResult> removeRecurring(
      String queue, String name, OptionalLong version, PendingTicks pending) {
    return around(
        Operation.REMOVE_RECURRING, () -> inner.removeRecurring(queue, name, version, pending));
  }

  @Override
  public CompletionStage<Long> reserveNumbers(String queue, int size) {
    return around(Operation.RESERVE_NUMBERS, () -> inner.reserveNumbers(queue, size));
  }

  @Override
  public CompletionStage<Optional<String>> queueOfNumber(long number) {
    return around(Operation.QUEUE_OF_NUMBER, () -> inner.queueOfNumber(number));
  }

  @Override
  public CompletionStage<Optional<Document>> document(String collection, String name) {
    return around(Operation.DOCUMENT, () -> inner.document(collection, name));
  }

  @Override
  public CompletionStage<List<Document>> documents(
      String collection, @Nullable String after, int limit) {
    return around(Operation.DOCUMENTS, () -> inner.documents(collection, after, limit));
  }

  @Override
  public CompletionStage<DocumentResult> putDocument(
      String collection, String name, long version, byte[] content) {
    return around(
        Operation.PUT_DOCUMENT, () -> inner.putDocument(collection, name, version, content));
  }

  @Override
  public CompletionStage<DocumentResult> deleteDocument(
      String collection, String name, long version) {
    return around(Operation.DELETE_DOCUMENT, () -> inner.deleteDocument(collection, name, version));
  }

  @Override
  public CompletionStage<Long> audit(AuditEvent event) {
    return around(Operation.AUDIT, () -> inner.audit(event));
  }

  @Override
  public CompletionStage<List<AuditEntry>> auditEntries(long before, int limit) {
    return around(Operation.AUDIT_ENTRIES, () -> inner.auditEntries(before, limit));
  }

  @Override
  public CompletionStage<Long> nowMillis() {
    return around(Operation.NOW, () -> inner.nowMillis());
  }

  @Override
  public CompletionStage<Maintenance> maintain() {
    return around(Operation.MAINTAIN, () -> inner.maintain());
  }

  @Override
  public CompletionStage<List<Finding>> selfCheck() {
    return around(Operation.SELF_CHECK, () -> inner.selfCheck());
  }

  @Override
  public Watcher.Subscription watch(String queue, Watcher watcher) {
    return inner.watch(queue, watcher);
  }

  @Override
  public Capabilities capabilities() {
    return inner.capabilities();
  }

  @Override
  public void close() {
    inner.close();
  }
}
