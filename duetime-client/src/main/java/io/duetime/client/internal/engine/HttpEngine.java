package io.duetime.client.internal.engine;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.client.http.ApiPath;
import io.duetime.client.http.ServerUri;
import io.duetime.client.internal.http.HttpCaller;
import io.duetime.engine.Capabilities;
import io.duetime.engine.Engine;
import io.duetime.engine.Operation;
import io.duetime.engine.Watcher;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog.AuditEntry;
import io.duetime.engine.server.Documents.Document;
import io.duetime.engine.server.Documents.DocumentResult;
import io.duetime.engine.support.CheckedEngine;
import io.duetime.runtime.call.Presence;
import io.duetime.time.SystemTime;
import io.duetime.wire.Members;
import io.duetime.wire.ProcessJson;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An engine whose store a server keeps. Each call is one call of the server's public API; waiting
 * is done here, on the signals that the server streams. Thread safe.
 */
public final class HttpEngine
    implements Engine,
        HttpScheduling,
        HttpClaiming,
        HttpViewing,
        HttpQueueControl,
        HttpStoreControl {
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
      Capabilities capabilities =
          HttpStoreControl.capabilities(server).toCompletableFuture().join();
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
