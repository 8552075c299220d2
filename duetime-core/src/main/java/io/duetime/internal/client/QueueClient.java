package io.duetime.internal.client;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Codec;
import io.duetime.Counts;
import io.duetime.DeadJobs;
import io.duetime.Durability;
import io.duetime.Explanation;
import io.duetime.Handler;
import io.duetime.InvalidRequestException;
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
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** One queue with a codec: every call asynchronous, or asynchronous and waited for. */
final class QueueClient<T> implements JobQueue<T> {
  private final QueueSide side;
  private final Codec<T> codec;
  private final StoreClient store;
  private final Producing<T> producing;
  private final Taking<T> taking;

  QueueClient(QueueSide side, Codec<T> codec, StoreClient store) {
    this.side = side;
    this.codec = codec;
    this.store = store;
    this.producing = new Producing<>(side, codec, store.specs());
    this.taking = new Taking<>(side, codec, store);
  }

  @Override
  public String name() {
    return side.name();
  }

  @Override
  public JobQueue<T> withDurability(Durability durability) {
    return new QueueClient<>(side.with(Limits.given("durability", durability)), codec, store);
  }

  @Override
  public Scheduled schedule(JobRequest<T> request) {
    return wait(() -> producing.schedule(request));
  }

  @Override
  public CompletableFuture<Scheduled> scheduleAsync(JobRequest<T> request) {
    return async(() -> producing.schedule(request));
  }

  @Override
  public List<Scheduled> scheduleAll(Collection<JobRequest<T>> requests) {
    return wait(() -> producing.scheduleAll(requests));
  }

  @Override
  public CompletableFuture<List<Scheduled>> scheduleAllAsync(Collection<JobRequest<T>> requests) {
    return async(() -> producing.scheduleAll(requests));
  }

  @Override
  public Rescheduled reschedule(RescheduleRequest request) {
    return wait(() -> producing.reschedule(request));
  }

  @Override
  public CompletableFuture<Rescheduled> rescheduleAsync(RescheduleRequest request) {
    return async(() -> producing.reschedule(request));
  }

  @Override
  public List<Rescheduled> rescheduleAll(Collection<RescheduleRequest> requests) {
    return wait(() -> producing.rescheduleAll(requests));
  }

  @Override
  public CompletableFuture<List<Rescheduled>> rescheduleAllAsync(
      Collection<RescheduleRequest> requests) {
    return async(() -> producing.rescheduleAll(requests));
  }

  @Override
  public CancelOutcome cancel(String id) {
    return wait(() -> producing.cancel(id));
  }

  @Override
  public CompletableFuture<CancelOutcome> cancelAsync(String id) {
    return async(() -> producing.cancel(id));
  }

  @Override
  public Cancelled cancel(String id, Durability durability) {
    return wait(() -> producing.cancel(id, durability));
  }

  @Override
  public CompletableFuture<Cancelled> cancelAsync(String id, Durability durability) {
    return async(() -> producing.cancel(id, durability));
  }

  @Override
  public List<Cancelled> cancelAll(Collection<String> ids) {
    return wait(() -> producing.cancelAll(ids));
  }

  @Override
  public CompletableFuture<List<Cancelled>> cancelAllAsync(Collection<String> ids) {
    return async(() -> producing.cancelAll(ids));
  }

  @Override
  public WorkerBuilder<T> worker(Handler<T> handler) {
    return new WorkerPlan<>(
        new WorkerPlan.Place<>(side.name(), codec, side.durability(), side.calls(), store),
        Limits.given("handler", handler));
  }

  @Override
  public List<Lease<T>> claim(int max, Duration lease, Duration wait) {
    return side.context().waits().getOrGiveBack(taking.claim(max, lease, wait));
  }

  @Override
  public CompletableFuture<List<Lease<T>>> claimAsync(int max, Duration lease, Duration wait) {
    return taking.handOver(Stages.call(() -> taking.claim(max, lease, wait)));
  }

  @Override
  public List<Lease<T>> claimDueBefore(Instant moment, int max, Duration lease) {
    return wait(() -> taking.claimDueBefore(moment, max, lease));
  }

  @Override
  public CompletableFuture<List<Lease<T>>> claimDueBeforeAsync(
      Instant moment, int max, Duration lease) {
    return async(() -> taking.claimDueBefore(moment, max, lease));
  }

  @Override
  public List<Lease<T>> claimById(Collection<String> ids, Duration lease) {
    return wait(() -> taking.claimById(ids, lease));
  }

  @Override
  public CompletableFuture<List<Lease<T>>> claimByIdAsync(Collection<String> ids, Duration lease) {
    return async(() -> taking.claimById(ids, lease));
  }

  @Override
  public List<SettleOutcome> ackAll(Collection<Lease<T>> leases) {
    return wait(() -> taking.ackAll(leases));
  }

  @Override
  public CompletableFuture<List<SettleOutcome>> ackAllAsync(Collection<Lease<T>> leases) {
    return async(() -> taking.ackAll(leases));
  }

  @Override
  public List<Settled> ackAll(Collection<Lease<T>> leases, Durability durability) {
    return wait(() -> taking.ackAll(leases, durability));
  }

  @Override
  public CompletableFuture<List<Settled>> ackAllAsync(
      Collection<Lease<T>> leases, Durability durability) {
    return async(() -> taking.ackAll(leases, durability));
  }

  @Override
  public List<SettleOutcome> retryAll(Collection<Lease<T>> leases, String reason) {
    return wait(() -> taking.retryAll(leases, null, reason));
  }

  @Override
  public CompletableFuture<List<SettleOutcome>> retryAllAsync(
      Collection<Lease<T>> leases, String reason) {
    return async(() -> taking.retryAll(leases, null, reason));
  }

  @Override
  public List<SettleOutcome> retryAll(Collection<Lease<T>> leases, Duration delay, String reason) {
    return wait(() -> taking.retryAll(leases, Limits.delayMillis(delay), reason));
  }

  @Override
  public CompletableFuture<List<SettleOutcome>> retryAllAsync(
      Collection<Lease<T>> leases, Duration delay, String reason) {
    return async(() -> taking.retryAll(leases, Limits.delayMillis(delay), reason));
  }

  @Override
  public List<SettleOutcome> buryAll(Collection<Lease<T>> leases, String reason) {
    return wait(() -> taking.buryAll(leases, reason));
  }

  @Override
  public CompletableFuture<List<SettleOutcome>> buryAllAsync(
      Collection<Lease<T>> leases, String reason) {
    return async(() -> taking.buryAll(leases, reason));
  }

  @Override
  public List<SettleOutcome> extendAll(Collection<Lease<T>> leases, Duration by) {
    return wait(() -> taking.extendAll(leases, by));
  }

  @Override
  public CompletableFuture<List<SettleOutcome>> extendAllAsync(
      Collection<Lease<T>> leases, Duration by) {
    return async(() -> taking.extendAll(leases, by));
  }

  @Override
  public List<SettleOutcome> releaseAll(Collection<Lease<T>> leases) {
    return wait(() -> taking.releaseAll(leases));
  }

  @Override
  public CompletableFuture<List<SettleOutcome>> releaseAllAsync(Collection<Lease<T>> leases) {
    return async(() -> taking.releaseAll(leases));
  }

  @Override
  public Optional<StoredJob<T>> find(String id) {
    return wait(() -> found(id));
  }

  @Override
  public CompletableFuture<Optional<StoredJob<T>>> findAsync(String id) {
    return async(() -> found(id));
  }

  @Override
  public Explanation explain(String id) {
    return wait(() -> explained(id));
  }

  @Override
  public CompletableFuture<Explanation> explainAsync(String id) {
    return async(() -> explained(id));
  }

  @Override
  public List<Explanation> explainAll(Collection<String> ids) {
    return wait(() -> explained(ids));
  }

  @Override
  public CompletableFuture<List<Explanation>> explainAllAsync(Collection<String> ids) {
    return async(() -> explained(ids));
  }

  @Override
  public Counts counts() {
    return admin().counts();
  }

  @Override
  public CompletableFuture<Counts> countsAsync() {
    return new AdminClient(side).countsAsync();
  }

  @Override
  public JobList<T> jobs(JobState... states) {
    return new SelectedJobs<>(side, codec, Selection.ALL.in(states));
  }

  @Override
  public WaitingJobs<T> waiting() {
    return new SelectedJobs<>(side, codec, Selection.WAITING);
  }

  @Override
  public DeadJobs<T> dead() {
    return new SelectedJobs<>(side, codec, Selection.ALL.in(JobState.DEAD));
  }

  @Override
  public RecurringJobs<T> recurring() {
    return new RecurringClient<>(side, codec, store);
  }

  @Override
  public QueueAdmin admin() {
    return new AdminClient(side);
  }

  @Override
  public String toString() {
    return "queue " + side.name();
  }

  private CompletableFuture<Optional<StoredJob<T>>> found(String id) {
    return Stages.call(() -> side.context().engine().find(side.name(), id))
        .thenApply(view -> view.map(job -> new StoredView<>(side.name(), job, codec)));
  }

  private CompletableFuture<Explanation> explained(String id) {
    return Stages.call(() -> side.context().engine().explain(side.name(), id));
  }

  private CompletableFuture<List<Explanation>> explained(Collection<String> ids) {
    if (Limits.given("ids", ids).size() > Limits.MAX_SELECTED) {
      throw new InvalidRequestException(
          "ids", ids.size() + " ids", "at most " + Limits.MAX_SELECTED);
    }
    List<String> all = ids.stream().map(Limits::id).toList();
    return Stages.each(all, this::explained);
  }

  private <R> R wait(Supplier<CompletableFuture<R>> call) {
    return side.context().waits().get(call.get());
  }

  private <R> CompletableFuture<R> async(Supplier<CompletableFuture<R>> call) {
    return side.context().forCallers(Stages.call(call));
  }
}
