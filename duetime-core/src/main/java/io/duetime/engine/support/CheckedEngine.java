package io.duetime.engine.support;

import io.duetime.Cancelled;
import io.duetime.Configured;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.Explanation;
import io.duetime.InvalidRequestException;
import io.duetime.JobPage;
import io.duetime.Limits;
import io.duetime.PendingTicks;
import io.duetime.QueueSettings;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.StoreFailureException;
import io.duetime.Timeline;
import io.duetime.Updated;
import io.duetime.engine.BulkChange;
import io.duetime.engine.Capabilities;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobUpdate;
import io.duetime.engine.JobView;
import io.duetime.engine.Operation;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringResult;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.Watcher;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog.AuditEntry;
import io.duetime.engine.server.Documents.Document;
import io.duetime.engine.server.Documents.DocumentResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks every call before it reaches an engine, so that no engine has to: what is invalid fails
 * the call, or the item of a batch, as an {@link InvalidRequestException}, and changes nothing.
 * What an engine throws fails the call likewise.
 */
public class CheckedEngine extends ForwardingEngine {
  private final int maxPayloadBytes;

  /** Checks the calls to an engine that takes payloads up to a size. */
  public CheckedEngine(Engine inner, int maxPayloadBytes) {
    super(inner);
    this.maxPayloadBytes = maxPayloadBytes;
  }

  @Override
  public Capabilities capabilities() {
    return super.capabilities().withMaxPayload(maxPayloadBytes);
  }

  @Override
  protected final <T> CompletionStage<T> around(
      Operation operation, Supplier<CompletionStage<T>> call) {
    try {
      return call.get();
    } catch (RuntimeException failure) {
      return failed(operation, failure);
    }
  }

  @Override
  protected final <T> CompletionStage<T> around(
      Operation operation, String queue, Supplier<CompletionStage<T>> call) {
    return around(
        operation,
        () -> {
          Limits.queue(queue);
          return call.get();
        });
  }

  private <T> CompletionStage<T> failed(Operation operation, RuntimeException failure) {
    return CompletableFuture.failedStage(
        failure instanceof DuetimeException
            ? failure
            : new StoreFailureException(
                ErrorCode.INTERNAL,
                "a fault in the " + capabilities().name() + " engine (" + operation.words() + ")",
                failure));
  }

  @Override
  public CompletionStage<List<Scheduled>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    // Written out: the call that is made most often.
    try {
      Requests.batch(queue, "jobs", jobs, durability);
      return Calls.sound(jobs, this::refusal, some -> inner().schedule(queue, some, durability));
    } catch (RuntimeException failure) {
      return failed(Operation.SCHEDULE, failure);
    }
  }

  private @Nullable Scheduled refusal(@Nullable JobSpec job) {
    if (job == null) {
      return Scheduled.refused("", missing("job"));
    }
    InvalidRequestException tooLarge = Requests.tooLarge(job.body(), maxPayloadBytes);
    return tooLarge == null ? null : Scheduled.refused(job.id(), tooLarge);
  }

  @Override
  public CompletionStage<List<Cancelled>> cancel(
      String queue, List<String> ids, Durability durability) {
    return around(
        Operation.CANCEL,
        () -> {
          Requests.batch(queue, "ids", ids, durability);
          return Calls.sound(
              ids, CheckedEngine::refusal, some -> inner().cancel(queue, some, durability));
        });
  }

  private static @Nullable Cancelled refusal(@Nullable String id) {
    return Limits.isId(id) ? null : Cancelled.refused(id == null ? "" : id, Limits.notAnId(id));
  }

  @Override
  public CompletionStage<List<Rescheduled>> reschedule(
      String queue, List<Reschedule> changes, Durability durability) {
    return around(
        Operation.RESCHEDULE,
        () -> {
          Requests.batch(queue, "changes", changes, durability);
          return Calls.sound(
              changes,
              change -> change == null ? Rescheduled.refused("", missing("change")) : null,
              some -> inner().reschedule(queue, some, durability));
        });
  }

  @Override
  public CompletionStage<List<Updated>> update(
      String queue, List<JobUpdate> updates, Durability durability) {
    return around(
        Operation.UPDATE,
        () -> {
          Requests.batch(queue, "updates", updates, durability);
          return Calls.sound(
              updates, this::refusal, some -> inner().update(queue, some, durability));
        });
  }

  private @Nullable Updated refusal(@Nullable JobUpdate update) {
    if (update == null) {
      return Updated.refused("", missing("update"));
    }
    InvalidRequestException tooLarge =
        update
            .change()
            .payload()
            .map(body -> Requests.tooLarge(body, maxPayloadBytes))
            .orElse(null);
    return tooLarge == null ? null : Updated.refused(update.id(), tooLarge);
  }

  @Override
  public CompletionStage<BulkChange.Step> change(
      String queue, Selection selection, BulkChange change, @Nullable String cursor, int limit) {
    return around(
        Operation.CHANGE,
        () -> {
          Limits.queue(queue);
          Limits.given("selection", selection);
          Limits.given("change", change);
          Limits.count("limit", limit, Limits.MAX_CLAIM);
          return inner().change(queue, selection, change, cursor, limit);
        });
  }

  @Override
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    return around(
        Operation.CLAIM,
        () -> {
          Limits.queue(queue);
          Limits.given("request", request);
          return inner().claim(queue, request);
        });
  }

  @Override
  public CompletionStage<ClaimResult> claimById(
      String queue, List<String> ids, ClaimRequest request) {
    return around(
        Operation.CLAIM_BY_ID,
        () -> {
          Requests.batch(queue, "ids", ids);
          ids.forEach(Limits::id);
          Limits.given("request", request);
          return inner().claimById(queue, ids, request);
        });
  }

  @Override
  public CompletionStage<List<Settled>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    return around(
        Operation.SETTLE,
        () -> {
          Requests.batch(queue, "settlements", settlements, durability);
          return Calls.<Settlement, Settled>sound(
              settlements,
              settlement -> settlement == null ? Settled.of(SettleOutcome.REFUSED) : null,
              some -> inner().settle(queue, some, durability));
        });
  }

  @Override
  public Watcher.Subscription watch(String queue, Watcher watcher) {
    return inner().watch(Limits.queue(queue), Limits.given("watcher", watcher));
  }

  @Override
  public CompletionStage<Optional<JobView>> find(String queue, String id) {
    return around(
        Operation.FIND,
        () -> {
          Requests.job(queue, id);
          return inner().find(queue, id);
        });
  }

  @Override
  public CompletionStage<Explanation> explain(String queue, String id) {
    return around(
        Operation.EXPLAIN,
        () -> {
          Requests.job(queue, id);
          return inner().explain(queue, id);
        });
  }

  @Override
  public CompletionStage<JobPage<JobView>> list(
      String queue, Selection selection, @Nullable String cursor, int limit) {
    return around(
        Operation.LIST,
        queue,
        () -> {
          Limits.given("selection", selection);
          return inner()
              .list(queue, selection, cursor, Limits.count("limit", limit, Limits.MAX_PAGE));
        });
  }

  @Override
  public CompletionStage<Timeline> timeline(
      String queue, long fromMillis, long toMillis, int buckets) {
    return around(
        Operation.TIMELINE,
        () -> {
          Requests.timeline(queue, fromMillis, toMillis, buckets);
          return inner().timeline(queue, fromMillis, toMillis, buckets);
        });
  }

  @Override
  public CompletionStage<Configured> configure(String queue, QueueSettings settings) {
    return around(
        Operation.CONFIGURE,
        () -> {
          Requests.configure(queue, settings, capabilities());
          return inner().configure(queue, settings);
        });
  }

  @Override
  public CompletionStage<RecurringResult> putRecurring(String queue, RecurringChange change) {
    return around(
        Operation.PUT_RECURRING,
        () -> {
          Limits.queue(queue);
          JobSpec template = Limits.given("change", change).job().template();
          InvalidRequestException tooLarge = Requests.tooLarge(template.body(), maxPayloadBytes);
          if (tooLarge != null) {
            throw tooLarge;
          }
          return inner().putRecurring(queue, change);
        });
  }

  @Override
  public CompletionStage<RecurringResult> pauseRecurring(
      String queue, String name, OptionalLong version) {
    return around(
        Operation.PAUSE_RECURRING,
        () -> {
          Requests.recurring(queue, name, version);
          return inner().pauseRecurring(queue, name, version);
        });
  }

  @Override
  public CompletionStage<RecurringResult> resumeRecurring(
      String queue, String name, OptionalLong version) {
    return around(
        Operation.RESUME_RECURRING,
        () -> {
          Requests.recurring(queue, name, version);
          return inner().resumeRecurring(queue, name, version);
        });
  }

  @Override
  public CompletionStage<Optional<Scheduled>> runRecurring(
      String queue, String name, Durability durability) {
    return around(
        Operation.SCHEDULE,
        () ->
            inner()
                .runRecurring(
                    Limits.queue(queue),
                    Limits.recurringName(name),
                    Limits.given("durability", durability)));
  }

  @Override
  public CompletionStage<RecurringResult> removeRecurring(
      String queue, String name, OptionalLong version, PendingTicks pending) {
    return around(
        Operation.REMOVE_RECURRING,
        () -> {
          Requests.recurring(queue, name, version);
          return inner().removeRecurring(queue, name, version, Limits.given("pending", pending));
        });
  }

  @Override
  public CompletionStage<Long> reserveNumbers(String queue, int size) {
    return around(
        Operation.RESERVE_NUMBERS,
        queue,
        () -> inner().reserveNumbers(queue, Limits.count("size", size, Limits.MAX_BATCH)));
  }

  @Override
  public CompletionStage<Optional<Document>> document(String collection, String name) {
    return around(
        Operation.DOCUMENT,
        () -> inner().document(Limits.collection(collection), Limits.documentName(name)));
  }

  @Override
  public CompletionStage<List<Document>> documents(
      String collection, @Nullable String after, int limit) {
    return around(
        Operation.DOCUMENTS,
        () ->
            inner()
                .documents(
                    Limits.collection(collection),
                    after == null ? null : Limits.documentName(after),
                    Limits.count("limit", limit, Limits.MAX_DOCUMENT_PAGE)));
  }

  @Override
  public CompletionStage<DocumentResult> putDocument(
      String collection, String name, long version, byte[] content) {
    return around(
        Operation.PUT_DOCUMENT,
        () ->
            inner()
                .putDocument(
                    Limits.collection(collection),
                    Limits.documentName(name),
                    Limits.documentVersion(version),
                    Limits.documentContent(content)));
  }

  @Override
  public CompletionStage<DocumentResult> deleteDocument(
      String collection, String name, long version) {
    return around(
        Operation.DELETE_DOCUMENT,
        () ->
            inner()
                .deleteDocument(
                    Limits.collection(collection),
                    Limits.documentName(name),
                    Limits.documentVersion(version)));
  }

  @Override
  public CompletionStage<Long> audit(AuditEvent event) {
    return around(Operation.AUDIT, () -> inner().audit(Limits.given("event", event)));
  }

  @Override
  public CompletionStage<List<AuditEntry>> auditEntries(long before, int limit) {
    return around(
        Operation.AUDIT_ENTRIES,
        () -> inner().auditEntries(before, Limits.count("limit", limit, Limits.MAX_PAGE)));
  }

  private static InvalidRequestException missing(String field) {
    return new InvalidRequestException(field, null, "a value that is not null");
  }
}
