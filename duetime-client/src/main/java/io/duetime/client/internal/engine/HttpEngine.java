package io.duetime.client.internal.engine;

import io.duetime.Cancelled;
import io.duetime.Configured;
import io.duetime.Counts;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.Explanation;
import io.duetime.InvalidRequestException;
import io.duetime.JobPage;
import io.duetime.PendingTicks;
import io.duetime.QueueConsumer;
import io.duetime.QueueSettings;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.Settled;
import io.duetime.Timeline;
import io.duetime.client.http.ServerUri;
import io.duetime.client.internal.http.HttpCaller;
import io.duetime.engine.BulkChange;
import io.duetime.engine.Capabilities;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.engine.Finding;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.Maintenance;
import io.duetime.engine.Operation;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.RecurringResult;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.engine.server.AuditEntry;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.Document;
import io.duetime.engine.server.DocumentResult;
import io.duetime.engine.support.CheckedEngine;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An engine whose store a server keeps. Each call is one call of the server's public API; waiting
 * is done here, on the signals that the server streams. Thread safe.
 */
public final class HttpEngine implements Engine {
  /** The largest payload that a server could take; the server refuses what its store does not. */
  private static final int MAX_PAYLOAD_BYTES = 16 << 20;

  private final HttpCaller server;
  private final HttpScheduling scheduling;
  private final HttpClaiming claiming;
  private final HttpViewing viewing;
  private final HttpQueueControl queues;
  private final HttpStoreControl store;

  private HttpEngine(HttpCaller server, HttpStoreControl store) {
    this.server = server;
    this.scheduling = new HttpScheduling(server);
    this.claiming = new HttpClaiming(server);
    this.viewing = new HttpViewing(server);
    this.queues = new HttpQueueControl(server);
    this.store = store;
  }

  /** Asks the server what its store offers, and returns an engine that checks its calls. */
  public static Engine open(ServerUri uri) {
    HttpCaller server = new HttpCaller(uri);
    try {
      HttpStoreControl store = HttpStoreControl.of(server).toCompletableFuture().join();
      return new CheckedEngine(new HttpEngine(server, store), MAX_PAYLOAD_BYTES);
    } catch (CompletionException failed) {
      server.close();
      throw failed.getCause() instanceof DuetimeException known ? known : failed;
    }
  }

  @Override
  public CompletionStage<List<Scheduled>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    return scheduling.schedule(queue, jobs, durability);
  }

  @Override
  public CompletionStage<List<Cancelled>> cancel(
      String queue, List<String> ids, Durability durability) {
    return scheduling.cancel(queue, ids, durability);
  }

  @Override
  public CompletionStage<List<Rescheduled>> reschedule(
      String queue, List<Reschedule> changes, Durability durability) {
    return scheduling.reschedule(queue, changes, durability);
  }

  @Override
  public CompletionStage<BulkChange.Step> change(
      String queue, Selection selection, BulkChange change, @Nullable String cursor, int limit) {
    return scheduling.change(queue, selection, change, cursor, limit);
  }

  @Override
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    return claiming.claim(queue, request);
  }

  @Override
  public CompletionStage<ClaimResult> claimById(
      String queue, List<String> ids, ClaimRequest request) {
    return claiming.claimById(queue, ids, request);
  }

  @Override
  public CompletionStage<List<Settled>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    return claiming.settle(queue, settlements, durability);
  }

  @Override
  public CompletionStage<List<ShardId>> shards(String queue) {
    return claiming.shards(queue);
  }

  @Override
  public CompletionStage<Optional<JobView>> find(String queue, String id) {
    return viewing.find(queue, id);
  }

  @Override
  public CompletionStage<Explanation> explain(String queue, String id) {
    return viewing.explain(queue, id);
  }

  @Override
  public CompletionStage<JobPage<JobView>> list(
      String queue, Selection selection, @Nullable String cursor, int limit) {
    return viewing.list(queue, selection, cursor, limit);
  }

  @Override
  public CompletionStage<Counts> counts(String queue) {
    return viewing.counts(queue);
  }

  @Override
  public CompletionStage<Timeline> timeline(
      String queue, long fromMillis, long toMillis, int buckets) {
    return viewing.timeline(queue, fromMillis, toMillis, buckets);
  }

  @Override
  public CompletionStage<List<QueueConsumer>> consumers(String queue) {
    return viewing.consumers(queue);
  }

  @Override
  public CompletionStage<List<String>> queues() {
    return queues.queues();
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
  public CompletionStage<Boolean> deleteQueue(String queue) {
    return queues.deleteQueue(queue);
  }

  @Override
  public CompletionStage<Boolean> deleteEmptyQueue(String queue) {
    return queues.deleteEmptyQueue(queue);
  }

  @Override
  public CompletionStage<RecurringResult> putRecurring(String queue, RecurringChange change) {
    return queues.putRecurring(queue, change);
  }

  @Override
  public CompletionStage<RecurringResult> pauseRecurring(
      String queue, String name, OptionalLong version) {
    return queues.pauseRecurring(queue, name, version);
  }

  @Override
  public CompletionStage<RecurringResult> resumeRecurring(
      String queue, String name, OptionalLong version) {
    return queues.resumeRecurring(queue, name, version);
  }

  @Override
  public CompletionStage<List<RecurringJob.View>> recurring(String queue) {
    return queues.recurring(queue);
  }

  @Override
  public CompletionStage<RecurringResult> removeRecurring(
      String queue, String name, OptionalLong version, PendingTicks pending) {
    return queues.removeRecurring(queue, name, version, pending);
  }

  @Override
  public CompletionStage<Long> reserveNumbers(String queue, int size) {
    return queues.reserveNumbers(queue, size);
  }

  @Override
  public CompletionStage<Optional<String>> queueOfNumber(long number) {
    return queues.queueOfNumber(number);
  }

  @Override
  public CompletionStage<Optional<Document>> document(String collection, String name) {
    return serverData(Operation.DOCUMENT);
  }

  @Override
  public CompletionStage<List<Document>> documents(
      String collection, @Nullable String after, int limit) {
    return serverData(Operation.DOCUMENTS);
  }

  @Override
  public CompletionStage<DocumentResult> putDocument(
      String collection, String name, long version, byte[] content) {
    return serverData(Operation.PUT_DOCUMENT);
  }

  @Override
  public CompletionStage<DocumentResult> deleteDocument(
      String collection, String name, long version) {
    return serverData(Operation.DELETE_DOCUMENT);
  }

  @Override
  public CompletionStage<Long> audit(AuditEvent event) {
    return serverData(Operation.AUDIT);
  }

  @Override
  public CompletionStage<List<AuditEntry>> auditEntries(long before, int limit) {
    return serverData(Operation.AUDIT_ENTRIES);
  }

  // A caller that writes tokens or log entries itself would pass by the server's checks.
  private static <T> CompletionStage<T> serverData(Operation operation) {
    return CompletableFuture.failedStage(
        new InvalidRequestException(
            ErrorCode.UNSUPPORTED,
            "operation",
            operation.words(),
            "what is not kept by the server for itself"));
  }

  @Override
  public CompletionStage<Long> nowMillis() {
    return store.nowMillis();
  }

  @Override
  public CompletionStage<Maintenance> maintain() {
    return store.maintain();
  }

  @Override
  public CompletionStage<List<Finding>> selfCheck() {
    return store.selfCheck();
  }

  @Override
  public Watcher.Subscription watch(String queue, Watcher watcher) {
    return claiming.watch(queue, watcher);
  }

  @Override
  public Capabilities capabilities() {
    return store.capabilities();
  }

  @Override
  public void close() {
    server.close();
    claiming.close();
  }
}
