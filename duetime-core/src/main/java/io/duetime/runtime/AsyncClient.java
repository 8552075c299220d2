package io.duetime.runtime;

import io.duetime.AsyncQueue;
import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Counts;
import io.duetime.Explanation;
import io.duetime.JobRequest;
import io.duetime.Lease;
import io.duetime.Limits;
import io.duetime.RescheduleRequest;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.Settled;
import io.duetime.StoredJob;
import io.duetime.async.Stages;
import io.duetime.runtime.call.QueueContext;
import io.duetime.runtime.claim.LeaseClaimer;
import io.duetime.runtime.claim.LeaseSettler;
import io.duetime.runtime.produce.ProducerClient;
import io.duetime.runtime.read.JobReader;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Implements the calls of one queue, each by a component.
 *
 * @param queue the queue
 * @param producer schedules, reschedules and cancels
 * @param claimer claims
 * @param settler settles
 * @param reader reads
 * @param isForCallers whether stages complete on threads that may block, and whether a call that is
 *     refused answers a failed stage; blocking calls need neither
 */
record AsyncClient<T>(
    QueueContext queue,
    ProducerClient<T> producer,
    LeaseClaimer<T> claimer,
    LeaseSettler<T> settler,
    JobReader<T> reader,
    boolean isForCallers)
    implements AsyncQueue<T> {
  /** The same calls for callers that do not block. */
  AsyncClient<T> forCallers() {
    return new AsyncClient<>(queue, producer, claimer, settler, reader, true);
  }

  @Override
  public CompletionStage<Scheduled> schedule(JobRequest<T> request) {
    return answer(() -> producer.schedule(request));
  }

  @Override
  public CompletionStage<List<Scheduled>> scheduleAll(Collection<JobRequest<T>> requests) {
    return answer(() -> producer.scheduleAll(requests));
  }

  @Override
  public CompletionStage<Rescheduled> reschedule(RescheduleRequest request) {
    return answer(() -> producer.reschedule(request));
  }

  @Override
  public CompletionStage<List<Rescheduled>> rescheduleAll(Collection<RescheduleRequest> requests) {
    return answer(() -> producer.rescheduleAll(requests));
  }

  @Override
  public CompletionStage<CancelOutcome> cancel(String id) {
    return answer(() -> producer.cancel(id));
  }

  @Override
  public CompletionStage<List<Cancelled>> cancelAll(Collection<String> ids) {
    return answer(() -> producer.cancelAll(ids));
  }

  @Override
  public CompletionStage<List<Lease<T>>> claim(int max, Duration lease, Duration wait) {
    return isForCallers
        ? claimer.handOver(Stages.call(() -> claimer.claim(max, lease, wait)))
        : claimer.claim(max, lease, wait);
  }

  @Override
  public CompletionStage<List<Lease<T>>> claimDueBefore(Instant moment, int max, Duration lease) {
    return answer(() -> claimer.claimDueBefore(moment, max, lease));
  }

  @Override
  public CompletionStage<List<Lease<T>>> claimById(Collection<String> ids, Duration lease) {
    return answer(() -> claimer.claimById(ids, lease));
  }

  @Override
  public CompletionStage<List<Settled>> ackAll(Collection<Lease<T>> leases) {
    return answer(() -> settler.ackAll(leases));
  }

  @Override
  public CompletionStage<List<Settled>> retryAll(Collection<Lease<T>> leases, String reason) {
    return answer(() -> settler.retryAll(leases, null, reason));
  }

  @Override
  public CompletionStage<List<Settled>> retryAll(
      Collection<Lease<T>> leases, Duration delay, String reason) {
    return answer(() -> settler.retryAll(leases, Limits.delayMillis(delay), reason));
  }

  @Override
  public CompletionStage<List<Settled>> buryAll(Collection<Lease<T>> leases, String reason) {
    return answer(() -> settler.buryAll(leases, reason));
  }

  @Override
  public CompletionStage<List<Settled>> extendAll(Collection<Lease<T>> leases, Duration by) {
    return answer(() -> settler.extendAll(leases, by));
  }

  @Override
  public CompletionStage<List<Settled>> releaseAll(Collection<Lease<T>> leases) {
    return answer(() -> settler.releaseAll(leases, null));
  }

  @Override
  public CompletionStage<List<Settled>> releaseAll(Collection<Lease<T>> leases, Duration delay) {
    return answer(() -> settler.releaseAll(leases, Limits.delayMillis(delay)));
  }

  @Override
  public CompletionStage<Optional<StoredJob<T>>> find(String id) {
    return answer(() -> reader.find(id));
  }

  @Override
  public CompletionStage<Explanation> explain(String id) {
    return answer(() -> reader.explain(id));
  }

  @Override
  public CompletionStage<Counts> counts() {
    return answer(reader::counts);
  }

  private <R> CompletionStage<R> answer(Supplier<CompletableFuture<R>> call) {
    return isForCallers ? queue.context().forCallers(Stages.call(call)) : call.get();
  }
}
