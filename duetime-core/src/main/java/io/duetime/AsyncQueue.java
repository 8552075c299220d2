package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The calls of a {@link JobQueue} without blocking. Each stage completes on a thread that may
 * block, and fails with what the blocking call throws.
 *
 * @param <T> the payload
 */
public interface AsyncQueue<T> {
  /** As {@link JobQueue#schedule(Object, Duration)}. */
  default CompletionStage<Scheduled> schedule(T payload, Duration delay) {
    return schedule(JobRequest.builder(payload).delay(delay).build());
  }

  /** As {@link JobQueue#schedule(Object, Instant)}. */
  default CompletionStage<Scheduled> schedule(T payload, Instant dueAt) {
    return schedule(JobRequest.builder(payload).dueAt(dueAt).build());
  }

  /** As {@link JobQueue#schedule(String, Object, Duration)}. */
  default CompletionStage<Scheduled> schedule(String id, T payload, Duration delay) {
    return schedule(JobRequest.builder(payload).id(id).delay(delay).build());
  }

  /** As {@link JobQueue#schedule(String, Object, Instant)}. */
  default CompletionStage<Scheduled> schedule(String id, T payload, Instant dueAt) {
    return schedule(JobRequest.builder(payload).id(id).dueAt(dueAt).build());
  }

  /** As {@link JobQueue#schedule(JobRequest)}. */
  CompletionStage<Scheduled> schedule(JobRequest<T> request);

  /** As {@link JobQueue#scheduleAll(Collection)}. */
  CompletionStage<List<Scheduled>> scheduleAll(Collection<JobRequest<T>> requests);

  /** As {@link JobQueue#reschedule(String, Duration)}. */
  default CompletionStage<Rescheduled> reschedule(String id, Duration delay) {
    return reschedule(RescheduleRequest.of(id, delay));
  }

  /** As {@link JobQueue#reschedule(String, Instant)}. */
  default CompletionStage<Rescheduled> reschedule(String id, Instant dueAt) {
    return reschedule(RescheduleRequest.of(id, dueAt));
  }

  /** As {@link JobQueue#reschedule(RescheduleRequest)}. */
  CompletionStage<Rescheduled> reschedule(RescheduleRequest request);

  /** As {@link JobQueue#rescheduleAll(Collection)}. */
  CompletionStage<List<Rescheduled>> rescheduleAll(Collection<RescheduleRequest> requests);

  /** As {@link JobQueue#update(String, UnaryOperator)}. */
  CompletionStage<Updated> update(String id, UnaryOperator<JobChange<T>> change);

  /** As {@link JobQueue#cancel(String)}. */
  CompletionStage<CancelOutcome> cancel(String id);

  /** As {@link JobQueue#cancelAll(Collection)}. */
  CompletionStage<List<Cancelled>> cancelAll(Collection<String> ids);

  /** As {@link JobQueue#claim(int, Duration, Duration)}. */
  CompletionStage<List<Lease<T>>> claim(int max, Duration lease, Duration wait);

  /** As {@link JobQueue#claimDueBefore(Instant, int, Duration)}. */
  CompletionStage<List<Lease<T>>> claimDueBefore(Instant moment, int max, Duration lease);

  /** As {@link JobQueue#claimById(Collection, Duration)}. */
  CompletionStage<List<Lease<T>>> claimById(Collection<String> ids, Duration lease);

  /** As {@link JobQueue#settleAll(Collection, SettleRequest)}. */
  CompletionStage<List<Settled>> settleAll(Collection<Lease<T>> leases, SettleRequest request);

  /** As {@link JobQueue#ackAll(Collection)}. */
  default CompletionStage<List<Settled>> ackAll(Collection<Lease<T>> leases) {
    return settleAll(leases, SettleRequest.ack());
  }

  /** As {@link JobQueue#retryAll(Collection, String)}. */
  default CompletionStage<List<Settled>> retryAll(Collection<Lease<T>> leases, String reason) {
    return settleAll(leases, () -> SettleRequest.retry(reason));
  }

  /** As {@link JobQueue#buryAll(Collection, String)}. */
  default CompletionStage<List<Settled>> buryAll(Collection<Lease<T>> leases, String reason) {
    return settleAll(leases, () -> SettleRequest.bury(reason));
  }

  /** As {@link JobQueue#extendAll(Collection, Duration)}. */
  default CompletionStage<List<Settled>> extendAll(Collection<Lease<T>> leases, Duration by) {
    return settleAll(leases, () -> SettleRequest.extend(by));
  }

  /** As {@link JobQueue#releaseAll(Collection)}. */
  default CompletionStage<List<Settled>> releaseAll(Collection<Lease<T>> leases) {
    return settleAll(leases, SettleRequest.release());
  }

  /** As {@link JobQueue#releaseAll(Collection, Duration)}. */
  default CompletionStage<List<Settled>> releaseAll(Collection<Lease<T>> leases, Duration delay) {
    return settleAll(leases, () -> SettleRequest.release(delay));
  }

  /** Settles with a request whose values are checked; refused values fail the stage. */
  private CompletionStage<List<Settled>> settleAll(
      Collection<Lease<T>> leases, Supplier<SettleRequest> request) {
    try {
      return settleAll(leases, request.get());
    } catch (InvalidRequestException refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  /** As {@link JobQueue#find(String)}. */
  CompletionStage<Optional<StoredJob<T>>> find(String id);

  /** As {@link JobQueue#explain(String)}. */
  CompletionStage<Explanation> explain(String id);

  /** As {@link JobQueue#counts()}. */
  CompletionStage<Counts> counts();
}
