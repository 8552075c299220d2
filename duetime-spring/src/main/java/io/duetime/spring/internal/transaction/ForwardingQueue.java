package io.duetime.spring.internal.transaction;

import io.duetime.AsyncHandler;
import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Counts;
import io.duetime.DeadJobs;
import io.duetime.Durability;
import io.duetime.Explanation;
import io.duetime.Handler;
import io.duetime.JobList;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.JobState;
import io.duetime.Lease;
import io.duetime.QueueAdmin;
import io.duetime.RecurringJobs;
import io.duetime.RescheduleRequest;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.StoredJob;
import io.duetime.WaitingJobs;
import io.duetime.WorkerBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Passes every call on to another queue, for queues that change some of them. */
abstract class ForwardingQueue<T> implements JobQueue<T> {
  private final JobQueue<T> queue;

  ForwardingQueue(JobQueue<T> queue) {
    this.queue = queue;
  }

  @Override
  public Scheduled schedule(JobRequest<T> request) {
    return queue.schedule(request);
  }

  @Override
  public CompletionStage<Scheduled> scheduleAsync(JobRequest<T> request) {
    return queue.scheduleAsync(request);
  }

  @Override
  public List<Scheduled> scheduleAll(Collection<JobRequest<T>> requests) {
    return queue.scheduleAll(requests);
  }

  @Override
  public CompletionStage<List<Scheduled>> scheduleAllAsync(Collection<JobRequest<T>> requests) {
    return queue.scheduleAllAsync(requests);
  }

  @Override
  public Rescheduled reschedule(RescheduleRequest request) {
    return queue.reschedule(request);
  }

  @Override
  public CompletionStage<Rescheduled> rescheduleAsync(RescheduleRequest request) {
    return queue.rescheduleAsync(request);
  }

  @Override
  public List<Rescheduled> rescheduleAll(Collection<RescheduleRequest> requests) {
    return queue.rescheduleAll(requests);
  }

  @Override
  public CompletionStage<List<Rescheduled>> rescheduleAllAsync(
      Collection<RescheduleRequest> requests) {
    return queue.rescheduleAllAsync(requests);
  }

  @Override
  public CancelOutcome cancel(String id) {
    return queue.cancel(id);
  }

  @Override
  public CompletionStage<CancelOutcome> cancelAsync(String id) {
    return queue.cancelAsync(id);
  }

  @Override
  public Cancelled cancel(String id, Durability durability) {
    return queue.cancel(id, durability);
  }

  @Override
  public CompletionStage<Cancelled> cancelAsync(String id, Durability durability) {
    return queue.cancelAsync(id, durability);
  }

  @Override
  public List<Cancelled> cancelAll(Collection<String> ids) {
    return queue.cancelAll(ids);
  }

  @Override
  public CompletionStage<List<Cancelled>> cancelAllAsync(Collection<String> ids) {
    return queue.cancelAllAsync(ids);
  }

  @Override
  public WorkerBuilder<T> worker(Handler<T> handler) {
    return queue.worker(handler);
  }

  @Override
  public WorkerBuilder<T> asyncWorker(AsyncHandler<T> handler) {
    return queue.asyncWorker(handler);
  }

  @Override
  public List<Lease<T>> claim(int max, Duration lease, Duration wait) {
    return queue.claim(max, lease, wait);
  }

  @Override
  public CompletionStage<List<Lease<T>>> claimAsync(int max, Duration lease, Duration wait) {
    return queue.claimAsync(max, lease, wait);
  }

  @Override
  public List<Lease<T>> claimDueBefore(Instant moment, int max, Duration lease) {
    return queue.claimDueBefore(moment, max, lease);
  }

  @Override
  public CompletionStage<List<Lease<T>>> claimDueBeforeAsync(
      Instant moment, int max, Duration lease) {
    return queue.claimDueBeforeAsync(moment, max, lease);
  }

  @Override
  public List<Lease<T>> claimById(Collection<String> ids, Duration lease) {
    return queue.claimById(ids, lease);
  }

  @Override
  public CompletionStage<List<Lease<T>>> claimByIdAsync(Collection<String> ids, Duration lease) {
    return queue.claimByIdAsync(ids, lease);
  }

  @Override
  public List<SettleOutcome> ackAll(Collection<Lease<T>> leases) {
    return queue.ackAll(leases);
  }

  @Override
  public CompletionStage<List<SettleOutcome>> ackAllAsync(Collection<Lease<T>> leases) {
    return queue.ackAllAsync(leases);
  }

  @Override
  public List<Settled> ackAll(Collection<Lease<T>> leases, Durability durability) {
    return queue.ackAll(leases, durability);
  }

  @Override
  public CompletionStage<List<Settled>> ackAllAsync(
      Collection<Lease<T>> leases, Durability durability) {
    return queue.ackAllAsync(leases, durability);
  }

  @Override
  public List<SettleOutcome> retryAll(Collection<Lease<T>> leases, String reason) {
    return queue.retryAll(leases, reason);
  }

  @Override
  public CompletionStage<List<SettleOutcome>> retryAllAsync(
      Collection<Lease<T>> leases, String reason) {
    return queue.retryAllAsync(leases, reason);
  }

  @Override
  public List<SettleOutcome> retryAll(Collection<Lease<T>> leases, Duration delay, String reason) {
    return queue.retryAll(leases, delay, reason);
  }

  @Override
  public CompletionStage<List<SettleOutcome>> retryAllAsync(
      Collection<Lease<T>> leases, Duration delay, String reason) {
    return queue.retryAllAsync(leases, delay, reason);
  }

  @Override
  public List<SettleOutcome> buryAll(Collection<Lease<T>> leases, String reason) {
    return queue.buryAll(leases, reason);
  }

  @Override
  public CompletionStage<List<SettleOutcome>> buryAllAsync(
      Collection<Lease<T>> leases, String reason) {
    return queue.buryAllAsync(leases, reason);
  }

  @Override
  public List<SettleOutcome> extendAll(Collection<Lease<T>> leases, Duration by) {
    return queue.extendAll(leases, by);
  }

  @Override
  public CompletionStage<List<SettleOutcome>> extendAllAsync(
      Collection<Lease<T>> leases, Duration by) {
    return queue.extendAllAsync(leases, by);
  }

  @Override
  public List<SettleOutcome> releaseAll(Collection<Lease<T>> leases) {
    return queue.releaseAll(leases);
  }

  @Override
  public CompletionStage<List<SettleOutcome>> releaseAllAsync(Collection<Lease<T>> leases) {
    return queue.releaseAllAsync(leases);
  }

  @Override
  public List<SettleOutcome> releaseAll(Collection<Lease<T>> leases, Duration delay) {
    return queue.releaseAll(leases, delay);
  }

  @Override
  public CompletionStage<List<SettleOutcome>> releaseAllAsync(
      Collection<Lease<T>> leases, Duration delay) {
    return queue.releaseAllAsync(leases, delay);
  }

  @Override
  public String name() {
    return queue.name();
  }

  @Override
  public JobQueue<T> withDurability(Durability durability) {
    return queue.withDurability(durability);
  }

  @Override
  public Optional<StoredJob<T>> find(String id) {
    return queue.find(id);
  }

  @Override
  public CompletionStage<Optional<StoredJob<T>>> findAsync(String id) {
    return queue.findAsync(id);
  }

  @Override
  public Explanation explain(String id) {
    return queue.explain(id);
  }

  @Override
  public CompletionStage<Explanation> explainAsync(String id) {
    return queue.explainAsync(id);
  }

  @Override
  public List<Explanation> explainAll(Collection<String> ids) {
    return queue.explainAll(ids);
  }

  @Override
  public CompletionStage<List<Explanation>> explainAllAsync(Collection<String> ids) {
    return queue.explainAllAsync(ids);
  }

  @Override
  public Counts counts() {
    return queue.counts();
  }

  @Override
  public CompletionStage<Counts> countsAsync() {
    return queue.countsAsync();
  }

  @Override
  public JobList<T> jobs(JobState... states) {
    return queue.jobs(states);
  }

  @Override
  public WaitingJobs<T> waiting() {
    return queue.waiting();
  }

  @Override
  public DeadJobs<T> dead() {
    return queue.dead();
  }

  @Override
  public RecurringJobs<T> recurring() {
    return queue.recurring();
  }

  @Override
  public QueueAdmin admin() {
    return queue.admin();
  }
}
