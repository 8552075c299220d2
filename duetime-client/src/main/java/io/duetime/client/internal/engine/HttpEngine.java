package io.duetime.client.internal.engine;

import io.duetime.Counts;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.Explanation;
import io.duetime.InvalidRequestException;
import io.duetime.JobPage;
import io.duetime.QueueConsumer;
import io.duetime.Settled;
import io.duetime.Timeline;
import io.duetime.client.http.ApiPath;
import io.duetime.client.http.ServerUri;
import io.duetime.client.internal.http.HttpCaller;
import io.duetime.engine.Capabilities;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.engine.Finding;
import io.duetime.engine.JobView;
import io.duetime.engine.Maintenance;
import io.duetime.engine.Operation;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog.AuditEntry;
import io.duetime.engine.server.Documents.Document;
import io.duetime.engine.server.Documents.DocumentResult;
import io.duetime.engine.support.Calls;
import io.duetime.engine.support.CheckedEngine;
import io.duetime.runtime.call.Presence;
import io.duetime.time.SystemTime;
import io.duetime.wire.ChangeJson;
import io.duetime.wire.DurabilityText;
import io.duetime.wire.JobJson;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Members;
import io.duetime.wire.ProcessJson;
import io.duetime.wire.ResultJson;
import io.duetime.wire.SettlementJson;
import io.duetime.wire.ShardText;
import io.duetime.wire.StoreJson;
import io.duetime.wire.TimeText;
import io.duetime.wire.Values;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * An engine whose store a server keeps. Each call is one call of the server's public API; waiting
 * is done here, on the signals that the server streams. Thread safe.
 */
public final class HttpEngine
    implements Engine, HttpScheduling, HttpQueueControl, WatchStreams.Server {
  private static final String STORE = "/v1/store";

  /** The largest payload that a server could take; the server refuses what its store does not. */
  private static final int MAX_PAYLOAD_BYTES = 16 << 20;

  private final HttpCaller server;
  private final Capabilities capabilities;
  private final SystemTime time = new SystemTime();
  private final WatchStreams watches = new WatchStreams(this, time);

  private HttpEngine(HttpCaller server, Capabilities capabilities) {
    this.server = server;
    this.capabilities = capabilities;
  }

  /** Asks the server what its store offers, and returns an engine that checks its calls. */
  public static Engine open(ServerUri uri) {
    HttpCaller server = new HttpCaller(uri);
    try {
      Capabilities capabilities = capabilities(server).toCompletableFuture().join();
      return new CheckedEngine(new HttpEngine(server, capabilities), MAX_PAYLOAD_BYTES);
    } catch (CompletionException failed) {
      server.close();
      throw failed.getCause() instanceof DuetimeException known ? known : failed;
    }
  }

  @Override
  public HttpCaller server() {
    return server;
  }

  private static CompletionStage<Capabilities> capabilities(HttpCaller server) {
    return server.get(Operation.SELF_CHECK, STORE, answer -> StoreJson.capabilities(answer.body()));
  }

  @Override
  public CompletionStage<Long> nowMillis() {
    return server.get(
        Operation.NOW,
        STORE + "/clock",
        answer -> answer.body().need("now", Values.MOMENT.reader()));
  }

  @Override
  public CompletionStage<Maintenance> maintain() {
    return server.send(
        Operation.MAINTAIN,
        "POST",
        STORE + "/maintain",
        null,
        answer -> Members.read(answer.body(), StoreJson::maintenance));
  }

  @Override
  public CompletionStage<List<Finding>> selfCheck() {
    return server.get(Operation.SELF_CHECK, STORE, answer -> StoreJson.findings(answer.body()));
  }

  @Override
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    return claim(Operation.CLAIM, queue, null, request);
  }

  @Override
  public CompletionStage<ClaimResult> claimById(
      String queue, List<String> ids, ClaimRequest request) {
    return claim(Operation.CLAIM_BY_ID, queue, ids, request);
  }

  private CompletionStage<ClaimResult> claim(
      Operation operation, String queue, @Nullable List<String> ids, ClaimRequest request) {
    return server.send(
        operation,
        "POST",
        ApiPath.queue(queue) + "/claim",
        JobJson.request(request, ids),
        answer -> JobJson.claim(answer.body()));
  }

  @Override
  public CompletionStage<List<Settled>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    // The server refuses a lease of another queue; engines answer that it is lost.
    return Calls.<Settlement, Settled>sound(
        settlements,
        one -> one == null || !one.lease().queue().equals(queue) ? Settled.LOST : null,
        some -> send(queue, some, durability));
  }

  private CompletionStage<List<Settled>> send(
      String queue, List<Settlement> settlements, Durability durability) {
    String path =
        ApiPath.queue(queue)
            + "/settle?durability="
            + ApiPath.value(DurabilityText.write(durability));
    return new BatchCaller(server)
        .call(
            BatchCaller.Target.member(Operation.SETTLE, path, "settlements"),
            settlements,
            SettlementJson::of,
            ResultJson::settled);
  }

  @Override
  public CompletableFuture<Integer> watch(String queue, Flow.Subscriber<String> lines) {
    return server.lines(ApiPath.queue(queue) + "/watch", lines);
  }

  @Override
  public CompletionStage<List<ShardId>> shards(String queue) {
    return server.get(
        Operation.SHARDS,
        ApiPath.queue(queue) + "/shards",
        answer -> answer.body().texts("shards").stream().map(ShardText::read).toList());
  }

  @Override
  public CompletionStage<Optional<JobView>> find(String queue, String id) {
    return server.get(
        Operation.FIND,
        ApiPath.job(queue, id) + "?payloadAs=base64",
        answer -> answer.missing() ? Optional.empty() : Optional.of(JobJson.job(answer.body())));
  }

  @Override
  public CompletionStage<Explanation> explain(String queue, String id) {
    return server.get(
        Operation.EXPLAIN,
        ApiPath.job(queue, id) + "/explain",
        answer -> StoreJson.explanation(answer.body()));
  }

  @Override
  public CompletionStage<JobPage<JobView>> list(
      String queue, Selection selection, @Nullable String cursor, int limit) {
    JsonShape body =
        JsonShape.object(out -> {
          ChangeJson.members(selection).write(out);
          if (cursor != null) {
            out.writeStringProperty("cursor", cursor);
          }
          out.writeNumberProperty("limit", limit);
          out.writeStringProperty("payloadAs", "base64");
        });
    return server.send(
        Operation.LIST,
        "POST",
        ApiPath.queue(queue) + "/jobs/list",
        body,
        answer -> JobJson.page(answer.body()));
  }

  @Override
  public CompletionStage<Counts> counts(String queue) {
    return server.get(
        Operation.COUNTS,
        ApiPath.queue(queue),
        answer -> Members.read(answer.body(), StoreJson::counts));
  }

  @Override
  public CompletionStage<Timeline> timeline(
      String queue, long fromMillis, long toMillis, int buckets) {
    String range =
        "/timeline?from=%s&to=%s&buckets=%d"
            .formatted(TimeText.asked(fromMillis), TimeText.asked(toMillis), buckets);
    return server.get(
        Operation.TIMELINE,
        ApiPath.queue(queue) + range,
        answer -> Members.read(answer.body(), StoreJson::timeline));
  }

  @Override
  public CompletionStage<List<QueueConsumer>> consumers(String queue) {
    return server.get(
        Operation.CONSUMERS,
        ApiPath.queue(queue),
        answer -> Members.read(answer.body(), StoreJson::consumers));
  }

  @Override
  public Watcher.Subscription watch(String queue, Watcher watcher) {
    return watches.open(queue, watcher);
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
    return collection.equals(Presence.COLLECTION)
        ? tell(Operation.PUT_DOCUMENT, name, Presence.decode(content), version + 1)
        : serverData(Operation.PUT_DOCUMENT);
  }

  @Override
  public CompletionStage<DocumentResult> deleteDocument(
      String collection, String name, long version) {
    Presence nothing = new Presence(name, 0, null, List.of(), List.of(), 0);
    return collection.equals(Presence.COLLECTION)
        ? tell(Operation.DELETE_DOCUMENT, name, nothing, Document.ABSENT)
        : serverData(Operation.DELETE_DOCUMENT);
  }

  /** Tells of this process; the server deletes the document of one without workers. */
  private CompletionStage<DocumentResult> tell(
      Operation operation, String name, Presence process, long version) {
    return server.send(
        operation,
        "PUT",
        "/v1/processes/" + ApiPath.segment(name),
        Members.shape(process, ProcessJson::process),
        answer -> {
          if (answer.missing()) {
            throw notOffered(operation);
          }
          return new DocumentResult(DocumentResult.Outcome.DONE, version);
        });
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
    return CompletableFuture.failedStage(notOffered(operation));
  }

  private static InvalidRequestException notOffered(Operation operation) {
    return new InvalidRequestException(
        ErrorCode.UNSUPPORTED,
        "operation",
        operation.words(),
        "what is not kept by the server for itself");
  }

  @Override
  public Capabilities capabilities() {
    return capabilities;
  }

  @Override
  public void close() {
    server.close();
    watches.close();
    time.close();
  }
}
