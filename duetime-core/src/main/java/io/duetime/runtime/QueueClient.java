package io.duetime.runtime;

import io.duetime.AsyncHandler;
import io.duetime.AsyncQueue;
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
import io.duetime.Limits;
import io.duetime.QueueAdmin;
import io.duetime.RecurringJobs;
import io.duetime.Scheduled;
import io.duetime.StoredJob;
import io.duetime.WaitingJobs;
import io.duetime.WorkerBuilder;
import io.duetime.async.Stages;
import io.duetime.engine.Selection;
import io.duetime.runtime.call.QueueContext;
import io.duetime.runtime.claim.LeaseClaimer;
import io.duetime.runtime.claim.QueueClaimers;
import io.duetime.runtime.produce.ProducerClient;
import io.duetime.runtime.produce.RecurringClient;
import io.duetime.runtime.produce.Specs;
import io.duetime.runtime.read.AdminClient;
import io.duetime.runtime.read.SelectedJobs;
import io.duetime.runtime.read.StoredView;
import io.duetime.runtime.work.WorkerPlan;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A queue of an open store. */
final class QueueClient<T> implements JobQueue<T> {
  private final QueueContext queue;
  private final Codec<T> codec;
  private final StoreClient store;
  private final AsyncClient<T> calls;

  QueueClient(QueueContext queue, Codec<T> codec, StoreClient store) {
    this.queue = queue;
    this.codec = codec;
    this.store = store;
    this.calls =
        new AsyncClient<>(queue, codec, store.specs(), store.queueClaimers(), store.processName());
  }

  @Override
  public String name() {
    return queue.name();
  }

  @Override
  public AsyncQueue<T> async() {
    return calls.forCallers();
  }

  @Override
  public <R> R await(Function<AsyncQueue<T>, CompletionStage<R>> call) {
    return queue
        .context()
        .waits()
        .get(Limits.given("call", call).apply(calls).toCompletableFuture());
  }

  // The call that is made most often, without the frames of the others.
  @Override
  public Scheduled schedule(JobRequest<T> request) {
    return queue.context().waits().get(calls.send(request));
  }

  @Override
  public JobQueue<T> withDurability(Durability durability) {
    return new QueueClient<>(queue.with(Limits.given("durability", durability)), codec, store);
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

  /**
   * The calls of one queue.
   *
   * @param queue the queue
   * @param codec encodes and decodes payloads
   * @param specs makes requests of the engine
   * @param claimers claim for callers that wait
   * @param consumer the name of claims
   */
  record AsyncClient<T>(
      QueueContext queue, Codec<T> codec, Specs specs, QueueClaimers claimers, String consumer)
      implements ProducerClient<T>, LeaseClaimer<T> {
    /** The same calls for callers that do not block. */
    AsyncClient<T> forCallers() {
      return new AsyncClient<>(queue.forCallers(), codec, specs, claimers, consumer);
    }

    @Override
    public CompletionStage<Optional<StoredJob<T>>> find(String id) {
      return queue.answer(() ->
          Stages.call(() -> queue.engine().find(queue.name(), id))
              .thenApply(view -> view.map(one -> new StoredView<>(queue.name(), one, codec))));
    }

    @Override
    public CompletionStage<Explanation> explain(String id) {
      return queue.answer(() -> Stages.call(() -> queue.engine().explain(queue.name(), id)));
    }

    @Override
    public CompletionStage<Counts> counts() {
      return queue.answer(() -> Stages.call(() -> queue.engine().counts(queue.name())));
    }
  }
}
