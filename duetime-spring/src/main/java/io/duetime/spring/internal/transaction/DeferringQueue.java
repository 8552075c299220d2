package io.duetime.spring.internal.transaction;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Codec;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.Limits;
import io.duetime.RescheduleOutcome;
import io.duetime.RescheduleRequest;
import io.duetime.Rescheduled;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A queue that keeps schedule, reschedule and cancel for the commit, and makes all other calls at
 * once.
 */
final class DeferringQueue<T> extends ForwardingQueue<T> {
  private static final Durability.Reached NOTHING = Durability.Reached.NOTHING;

  private final JobQueue<T> queue;
  private final Codec<T> codec;
  private final TransactionCalls calls;
  private final RequestEncoder encoder;
  private final @Nullable Durability durability;

  DeferringQueue(
      JobQueue<T> queue,
      Codec<T> codec,
      TransactionCalls calls,
      RequestEncoder encoder,
      @Nullable Durability durability) {
    super(queue);
    this.queue = queue;
    this.codec = codec;
    this.calls = calls;
    this.encoder = encoder;
    this.durability = durability;
  }

  @Override
  public JobQueue<T> immediately() {
    return queue;
  }

  @Override
  public JobQueue<T> withDurability(Durability other) {
    return new DeferringQueue<>(queue.withDurability(other), codec, calls, encoder, other);
  }

  @Override
  public Scheduled schedule(JobRequest<T> request) {
    return calls.isDeferring() ? deferred(request) : queue.schedule(request);
  }

  @Override
  public CompletionStage<Scheduled> scheduleAsync(JobRequest<T> request) {
    return calls.isDeferring() ? stage(() -> deferred(request)) : queue.scheduleAsync(request);
  }

  @Override
  public List<Scheduled> scheduleAll(Collection<JobRequest<T>> requests) {
    return calls.isDeferring()
        ? batch("requests", requests).stream().map(this::deferredOrRefused).toList()
        : queue.scheduleAll(requests);
  }

  @Override
  public CompletionStage<List<Scheduled>> scheduleAllAsync(Collection<JobRequest<T>> requests) {
    return calls.isDeferring()
        ? stage(() -> scheduleAll(requests))
        : queue.scheduleAllAsync(requests);
  }

  @Override
  public Rescheduled reschedule(RescheduleRequest request) {
    return calls.isDeferring() ? deferred(request) : queue.reschedule(request);
  }

  @Override
  public CompletionStage<Rescheduled> rescheduleAsync(RescheduleRequest request) {
    return calls.isDeferring() ? stage(() -> deferred(request)) : queue.rescheduleAsync(request);
  }

  @Override
  public List<Rescheduled> rescheduleAll(Collection<RescheduleRequest> requests) {
    return calls.isDeferring()
        ? batch("requests", requests).stream().map(this::deferred).toList()
        : queue.rescheduleAll(requests);
  }

  @Override
  public CompletionStage<List<Rescheduled>> rescheduleAllAsync(
      Collection<RescheduleRequest> requests) {
    return calls.isDeferring()
        ? stage(() -> rescheduleAll(requests))
        : queue.rescheduleAllAsync(requests);
  }

  @Override
  public CancelOutcome cancel(String id) {
    return calls.isDeferring() ? deferredCancel(id, durability).outcome() : queue.cancel(id);
  }

  @Override
  public CompletionStage<CancelOutcome> cancelAsync(String id) {
    return calls.isDeferring() ? stage(() -> cancel(id)) : queue.cancelAsync(id);
  }

  @Override
  public Cancelled cancel(String id, Durability asked) {
    return calls.isDeferring()
        ? deferredCancel(id, Limits.given("durability", asked))
        : queue.cancel(id, asked);
  }

  @Override
  public CompletionStage<Cancelled> cancelAsync(String id, Durability asked) {
    return calls.isDeferring() ? stage(() -> cancel(id, asked)) : queue.cancelAsync(id, asked);
  }

  @Override
  public List<Cancelled> cancelAll(Collection<String> ids) {
    return calls.isDeferring()
        ? batch("ids", ids).stream().map(this::cancelledOrRefused).toList()
        : queue.cancelAll(ids);
  }

  @Override
  public CompletionStage<List<Cancelled>> cancelAllAsync(Collection<String> ids) {
    return calls.isDeferring() ? stage(() -> cancelAll(ids)) : queue.cancelAllAsync(ids);
  }

  private Scheduled deferred(JobRequest<T> request) {
    JobRequest<byte[]> encoded = encoder.encoded(name(), Limits.given("request", request), codec);
    String id = encoded.id().orElseThrow();
    calls.add(new DeferredCall.Schedule(target(durability, codec.contentType()), id, encoded));
    Instant dueAt = request.dueAt().orElse(null);
    Scheduled answer = new Scheduled(id, ScheduleOutcome.DEFERRED, dueAt, NOTHING, null);
    encoder.deferred(name(), answer);
    return answer;
  }

  private Scheduled deferredOrRefused(JobRequest<T> request) {
    try {
      return deferred(request);
    } catch (InvalidRequestException refused) {
      String id = request == null ? "" : request.id().orElse("");
      return new Scheduled(id, ScheduleOutcome.REFUSED, null, NOTHING, refused);
    }
  }

  private Rescheduled deferred(RescheduleRequest request) {
    calls.add(
        new DeferredCall.Reschedule(target(durability, null), Limits.given("request", request)));
    return new Rescheduled(request.id(), RescheduleOutcome.DEFERRED, null, NOTHING, null);
  }

  private Cancelled deferredCancel(String id, @Nullable Durability asked) {
    calls.add(new DeferredCall.Cancel(target(asked, null), Limits.id(id)));
    return new Cancelled(id, CancelOutcome.DEFERRED, NOTHING, null);
  }

  private Cancelled cancelledOrRefused(String id) {
    if (!Limits.isId(id)) {
      DuetimeException refused = Limits.notAnId(id);
      return new Cancelled(id == null ? "" : id, CancelOutcome.REFUSED, NOTHING, refused);
    }
    return deferredCancel(id, durability);
  }

  private DeferredCall.Target target(@Nullable Durability asked, @Nullable String contentType) {
    return new DeferredCall.Target(name(), asked, contentType);
  }

  private static <I> Collection<I> batch(String field, Collection<I> items) {
    if (Limits.given(field, items).size() > Limits.MAX_BATCH) {
      throw new InvalidRequestException(
          field, items.size() + " items", "at most " + Limits.MAX_BATCH);
    }
    return items;
  }

  private static <R> CompletionStage<R> stage(Supplier<R> answer) {
    try {
      return CompletableFuture.completedStage(answer.get());
    } catch (RuntimeException refused) {
      return CompletableFuture.failedStage(refused);
    }
  }
}
