package io.duetime.internal.client;

import io.duetime.AsyncHandler;
import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Codec;
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
import io.duetime.Limits;
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
import io.duetime.engine.Selection;
import io.duetime.internal.async.Stages;
import io.duetime.internal.client.call.QueueContext;
import io.duetime.internal.client.claim.LeaseClaimer;
import io.duetime.internal.client.claim.LeaseSettler;
import io.duetime.internal.client.produce.ProducerClient;
import io.duetime.internal.client.produce.RecurringClient;
import io.duetime.internal.client.read.AdminClient;
import io.duetime.internal.client.read.JobReader;
import io.duetime.internal.client.read.SelectedJobs;
import io.duetime.internal.client.work.WorkerPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Implements the calls of one queue: each calls a component that answers with a future, and either
 * waits for it or returns it.
 */
final class QueueClient<T> implements JobQueue<T> {
  private final QueueContext queue;
  private final Codec<T> codec;
  private final StoreClient store;
  private final ProducerClient<T> producer;
  private final LeaseClaimer<T> claimer;
  private final LeaseSettler<T> settler;
  private final JobReader<T> reader;

  QueueClient(QueueContext queue, Codec<T> codec, StoreClient store) {
    this.queue = queue;
    this.codec = codec;
    this.store = store;
    this.producer = new ProducerClient<>(queue, codec, store.specs());
    this.claimer = new LeaseClaimer<>(queue, codec, store.queueClaimers(), store.processName());
    this.settler = new LeaseSettler<>(queue);
    this.reader = new JobReader<>(queue, codec);
  }

  @Override
  public String name() {
    return queue.name();
  }

  @Override
  public JobQueue<T> withDurability(Durability durability) {
    return new QueueClient<>(queue.with(Limits.given("durability", durability)), codec, store);
  }

  @Override
  public Scheduled schedule(JobRequest<T> request) {
    return wait(() -> producer.schedule(request));
  }

  @Override
  public CompletableFuture<Scheduled> scheduleAsync(JobRequest<T> request) {
    return async(() -> producer.schedule(request));
  }

  @Override
  public List<Scheduled> scheduleAll(Collection<JobRequest<T>> requests) {
    return wait(() -> producer.scheduleAll(requests));
  }

  @Override
  public CompletableFuture<List<Scheduled>> scheduleAllAsync(Collection<JobRequest<T>> requests) {
    return async(() -> producer.scheduleAll(requests));
  }

  @Override
  public Rescheduled reschedule(RescheduleRequest request) {
    return wait(() -> producer.reschedule(request));
  }

  @Override
  public CompletableFuture<Rescheduled> rescheduleAsync(RescheduleRequest request) {
    return async(() -> producer.reschedule(request));
  }

  @Override
  public List<Rescheduled> rescheduleAll(Collection<RescheduleRequest> requests) {
    return wait(() -> producer.rescheduleAll(requests));
  }

  @Override
  public CompletableFuture<List<Rescheduled>> rescheduleAllAsync(
      Collection<RescheduleRequest> requests) {
    return async(() -> producer.rescheduleAll(requests));
  }

  @Override
  public CancelOutcome cancel(String id) {
    return wait(() -> producer.cancel(id));
  }

  @Override
  public CompletableFuture<CancelOutcome> cancelAsync(String id) {
    return async(() -> producer.cancel(id));
  }

  @Override
  public Cancelled cancel(String id, Durability durability) {
    return wait(() -> producer.cancel(id, durability));
  }

  @Override
  public CompletableFuture<Cancelled> cancelAsync(String id, Durability durability) {
    return async(() -> producer.cancel(id, durability));
  }

  @Override
  public List<Cancelled> cancelAll(Collection<String> ids) {
    return wait(() -> producer.cancelAll(ids));
  }

  @Override
  public CompletableFuture<List<Cancelled>> cancelAllAsync(Collection<String> ids) {
    return async(() -> producer.cancelAll(ids));
  }

  @Override
  public WorkerBuilder<T> worker(Handler<T> handler) {
    return WorkerPlan.of(place(), Limits.given("handler", handler));
  }

  @Override
  public WorkerBuilder<T> asyncWorker(AsyncHandler<T> handler) {
    return WorkerPlan.ofAsync(place(), Limits.given("handler", handler));
  }

  private WorkerPlan.Place<T> place() {
    return new WorkerPlan.Place<>(
        queue.name(), codec, queue.durability(), queue.calls(), store.workers());
  }

  @Override
  public List<Lease<T>> claim(int max, Duration lease, Duration wait) {
    return queue.context().waits().getOrRelease(claimer.claim(max, lease, wait));
  }

  @Override
  public CompletableFuture<List<Lease<T>>> claimAsync(int max, Duration lease, Duration wait) {
    return claimer.handOver(Stages.call(() -> claimer.claim(max, lease, wait)));
  }

  @Override
  public List<Lease<T>> claimDueBefore(Instant moment, int max, Duration lease) {
    return wait(() -> claimer.claimDueBefore(moment, max, lease));
  }

  @Override
  public CompletableFuture<List<Lease<T>>> claimDueBeforeAsync(
      Instant moment, int max, Duration lease) {
    return async(() -> claimer.claimDueBefore(moment, max, lease));
  }

  @Override
  public List<Lease<T>> claimById(Collection<String> ids, Duration lease) {
    return wait(() -> claimer.claimById(ids, lease));
  }

  @Override
  public CompletableFuture<List<Lease<T>>> claimByIdAsync(Collection<String> ids, Duration lease) {
    return async(() -> claimer.claimById(ids, lease));
  }

  @Override
  public List<SettleOutcome> ackAll(Collection<Lease<T>> leases) {
    return wait(() -> settler.ackAll(leases));
  }

  @Override
  public CompletableFuture<List<SettleOutcome>> ackAllAsync(Collection<Lease<T>> leases) {
    return async(() -> settler.ackAll(leases));
  }

  @Override
  public List<Settled> ackAll(Collection<Lease<T>> leases, Durability durability) {
    return wait(() -> settler.ackAll(leases, durability));
  }

  @Override
  public CompletableFuture<List<Settled>> ackAllAsync(
      Collection<Lease<T>> leases, Durability durability) {
    return async(() -> settler.ackAll(leases, durability));
  }

  @Override
  public List<SettleOutcome> retryAll(Collection<Lease<T>> leases, String reason) {
    return wait(() -> settler.retryAll(leases, null, reason));
  }

  @Override
  public CompletableFuture<List<SettleOutcome>> retryAllAsync(
      Collection<Lease<T>> leases, String reason) {
    return async(() -> settler.retryAll(leases, null, reason));
  }

  @Override
  public List<SettleOutcome> retryAll(Collection<Lease<T>> leases, Duration delay, String reason) {
    return wait(() -> settler.retryAll(leases, Limits.delayMillis(delay), reason));
  }

  @Override
  public CompletableFuture<List<SettleOutcome>> retryAllAsync(
      Collection<Lease<T>> leases, Duration delay, String reason) {
    return async(() -> settler.retryAll(leases, Limits.delayMillis(delay), reason));
  }

  @Override
  public List<SettleOutcome> buryAll(Collection<Lease<T>> leases, String reason) {
    return wait(() -> settler.buryAll(leases, reason));
  }

  @Override
  public CompletableFuture<List<SettleOutcome>> buryAllAsync(
      Collection<Lease<T>> leases, String reason) {
    return async(() -> settler.buryAll(leases, reason));
  }

  @Override
  public List<SettleOutcome> extendAll(Collection<Lease<T>> leases, Duration by) {
    return wait(() -> settler.extendAll(leases, by));
  }

  @Override
  public CompletableFuture<List<SettleOutcome>> extendAllAsync(
      Collection<Lease<T>> leases, Duration by) {
    return async(() -> settler.extendAll(leases, by));
  }

  @Override
  public List<SettleOutcome> releaseAll(Collection<Lease<T>> leases) {
    return wait(() -> settler.releaseAll(leases, null));
  }

  @Override
  public CompletableFuture<List<SettleOutcome>> releaseAllAsync(Collection<Lease<T>> leases) {
    return async(() -> settler.releaseAll(leases, null));
  }

  @Override
  public List<SettleOutcome> releaseAll(Collection<Lease<T>> leases, Duration delay) {
    return wait(() -> settler.releaseAll(leases, Limits.delayMillis(delay)));
  }

  @Override
  public CompletableFuture<List<SettleOutcome>> releaseAllAsync(
      Collection<Lease<T>> leases, Duration delay) {
    return async(() -> settler.releaseAll(leases, Limits.delayMillis(delay)));
  }

  @Override
  public Optional<StoredJob<T>> find(String id) {
    return wait(() -> reader.find(id));
  }

  @Override
  public CompletableFuture<Optional<StoredJob<T>>> findAsync(String id) {
    return async(() -> reader.find(id));
  }

  @Override
  public Explanation explain(String id) {
    return wait(() -> reader.explain(id));
  }

  @Override
  public CompletableFuture<Explanation> explainAsync(String id) {
    return async(() -> reader.explain(id));
  }

  @Override
  public List<Explanation> explainAll(Collection<String> ids) {
    return wait(() -> reader.explainAll(ids));
  }

  @Override
  public CompletableFuture<List<Explanation>> explainAllAsync(Collection<String> ids) {
    return async(() -> reader.explainAll(ids));
  }

  @Override
  public Counts counts() {
    return admin().counts();
  }

  @Override
  public CompletableFuture<Counts> countsAsync() {
    return new AdminClient(queue).countsAsync();
  }

  @Override
  public JobList<T> jobs(JobState... states) {
    return new SelectedJobs<>(queue, codec, Selection.ALL.in(states));
  }

  @Override
  public WaitingJobs<T> waiting() {
    return new SelectedJobs<>(queue, codec, Selection.WAITING);
  }

  @Override
  public DeadJobs<T> dead() {
    return new SelectedJobs<>(queue, codec, Selection.ALL.in(JobState.DEAD));
  }

  @Override
  public RecurringJobs<T> recurring() {
    return new RecurringClient<>(queue, codec, store.specs(), store::maintain);
  }

  @Override
  public QueueAdmin admin() {
    return new AdminClient(queue);
  }

  @Override
  public String toString() {
    return "queue " + queue.name();
  }

  private <R> R wait(Supplier<CompletableFuture<R>> call) {
    return queue.context().waits().get(call.get());
  }

  private <R> CompletableFuture<R> async(Supplier<CompletableFuture<R>> call) {
    return queue.context().forCallers(Stages.call(call));
  }
}
