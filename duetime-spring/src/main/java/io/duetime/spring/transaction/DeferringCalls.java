package io.duetime.spring.transaction;

import io.duetime.AsyncQueue;
import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Codec;
import io.duetime.Counts;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.Explanation;
import io.duetime.InvalidRequestException;
import io.duetime.JobChange;
import io.duetime.JobRequest;
import io.duetime.Lease;
import io.duetime.Limits;
import io.duetime.RescheduleOutcome;
import io.duetime.RescheduleRequest;
import io.duetime.Rescheduled;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleRequest;
import io.duetime.Settled;
import io.duetime.StoredJob;
import io.duetime.Updated;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a queue, of which schedule, reschedule and cancel are kept for the commit; all
 * others are made at once.
 *
 * @param queue the name of the queue
 * @param now the calls that are made at once
 * @param codec encodes what is kept
 * @param calls the calls of the transaction
 * @param encoder encodes requests
 * @param durability of calls that name none; null for that of the store
 * @param isWaitedFor whether the caller waits: then what a call that is kept throws is thrown as it
 *     is, such as a failure of the database
 */
record DeferringCalls<T>(
    String queue,
    AsyncQueue<T> now,
    Codec<T> codec,
    TransactionCalls calls,
    RequestEncoder encoder,
    @Nullable Durability durability,
    boolean isWaitedFor)
    implements AsyncQueue<T> {
  private static final Durability.Reached NOTHING = Durability.Reached.NOTHING;

  @Override
  public CompletionStage<Scheduled> schedule(JobRequest<T> request) {
    return calls.isDeferring() ? stage(() -> deferred(request)) : now.schedule(request);
  }

  @Override
  public CompletionStage<List<Scheduled>> scheduleAll(Collection<JobRequest<T>> requests) {
    return calls.isDeferring()
        ? stage(() -> batch("requests", requests).stream().map(this::deferredOrRefused).toList())
        : now.scheduleAll(requests);
  }

  @Override
  public CompletionStage<Rescheduled> reschedule(RescheduleRequest request) {
    return calls.isDeferring() ? stage(() -> deferred(request)) : now.reschedule(request);
  }

  @Override
  public CompletionStage<List<Rescheduled>> rescheduleAll(Collection<RescheduleRequest> requests) {
    return calls.isDeferring()
        ? stage(() -> batch("requests", requests).stream().map(this::deferred).toList())
        : now.rescheduleAll(requests);
  }

  @Override
  public CompletionStage<Updated> update(String id, UnaryOperator<JobChange<T>> change) {
    return now.update(id, change);
  }

  @Override
  public CompletionStage<CancelOutcome> cancel(String id) {
    return calls.isDeferring() ? stage(() -> deferredCancel(id).outcome()) : now.cancel(id);
  }

  @Override
  public CompletionStage<List<Cancelled>> cancelAll(Collection<String> ids) {
    return calls.isDeferring()
        ? stage(() -> batch("ids", ids).stream().map(this::cancelledOrRefused).toList())
        : now.cancelAll(ids);
  }

  @Override
  public CompletionStage<List<Lease<T>>> claim(int max, Duration lease, Duration wait) {
    return now.claim(max, lease, wait);
  }

  @Override
  public CompletionStage<List<Lease<T>>> claimDueBefore(Instant moment, int max, Duration lease) {
    return now.claimDueBefore(moment, max, lease);
  }

  @Override
  public CompletionStage<List<Lease<T>>> claimById(Collection<String> ids, Duration lease) {
    return now.claimById(ids, lease);
  }

  @Override
  public CompletionStage<List<Settled>> settleAll(
      Collection<Lease<T>> leases, SettleRequest request) {
    return now.settleAll(leases, request);
  }

  @Override
  public CompletionStage<Optional<StoredJob<T>>> find(String id) {
    return now.find(id);
  }

  @Override
  public CompletionStage<Explanation> explain(String id) {
    return now.explain(id);
  }

  @Override
  public CompletionStage<Counts> counts() {
    return now.counts();
  }

  private Scheduled deferred(JobRequest<T> request) {
    JobRequest<byte[]> encoded = encoder.encoded(queue, Limits.given("request", request), codec);
    String id = encoded.id().orElseThrow();
    calls.add(new DeferredCall.Schedule(target(durability, codec.contentType()), id, encoded));
    Instant dueAt = request.dueAt().orElse(null);
    Scheduled answer = new Scheduled(id, ScheduleOutcome.DEFERRED, dueAt, NOTHING, null);
    encoder.deferred(queue, answer);
    return answer;
  }

  private Scheduled deferredOrRefused(JobRequest<T> request) {
    try {
      return deferred(request);
    } catch (InvalidRequestException refused) {
      String id = request == null ? "" : request.id().orElse("");
      return Scheduled.refused(id, refused);
    }
  }

  private Rescheduled deferred(RescheduleRequest request) {
    calls.add(
        new DeferredCall.Reschedule(target(durability, null), Limits.given("request", request)));
    return Rescheduled.of(request.id(), RescheduleOutcome.DEFERRED, null);
  }

  private Cancelled deferredCancel(String id) {
    calls.add(new DeferredCall.Cancel(target(durability, null), Limits.id(id)));
    return Cancelled.of(id, CancelOutcome.DEFERRED);
  }

  private Cancelled cancelledOrRefused(String id) {
    if (!Limits.isId(id)) {
      DuetimeException refused = Limits.notAnId(id);
      return Cancelled.refused(id == null ? "" : id, refused);
    }
    return deferredCancel(id);
  }

  private DeferredCall.Target target(@Nullable Durability asked, @Nullable String contentType) {
    return new DeferredCall.Target(queue, asked, contentType);
  }

  private static <I> Collection<I> batch(String field, Collection<I> items) {
    if (Limits.given(field, items).size() > Limits.MAX_BATCH) {
      throw new InvalidRequestException(
          field, items.size() + " items", "at most " + Limits.MAX_BATCH);
    }
    return items;
  }

  private <R> CompletionStage<R> stage(Supplier<R> answer) {
    try {
      return CompletableFuture.completedStage(answer.get());
    } catch (RuntimeException refused) {
      if (isWaitedFor) {
        throw refused;
      }
      return CompletableFuture.failedStage(refused);
    }
  }
}
