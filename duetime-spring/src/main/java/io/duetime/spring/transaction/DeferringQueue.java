package io.duetime.spring.transaction;

import io.duetime.AsyncHandler;
import io.duetime.AsyncQueue;
import io.duetime.Codec;
import io.duetime.DeadJobs;
import io.duetime.Durability;
import io.duetime.Handler;
import io.duetime.JobList;
import io.duetime.JobQueue;
import io.duetime.JobState;
import io.duetime.QueueAdmin;
import io.duetime.RecurringJobs;
import io.duetime.WaitingJobs;
import io.duetime.WorkerBuilder;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A queue that keeps schedule, reschedule and cancel for the commit, and makes all other calls at
 * once.
 *
 * @param queue the queue of the store
 * @param codec encodes what is kept
 * @param calls the calls of the transaction
 * @param encoder encodes requests
 * @param durability of calls that name none; null for that of the store
 */
record DeferringQueue<T>(
    JobQueue<T> queue,
    Codec<T> codec,
    TransactionCalls calls,
    RequestEncoder encoder,
    @Nullable Durability durability)
    implements JobQueue<T> {
  @Override
  public String name() {
    return queue.name();
  }

  @Override
  public AsyncQueue<T> async() {
    return deferring(queue.async(), false);
  }

  @Override
  public <R> R await(Function<AsyncQueue<T>, CompletionStage<R>> call) {
    return queue.await(now -> call.apply(deferring(now, true)));
  }

  private AsyncQueue<T> deferring(AsyncQueue<T> now, boolean isWaitedFor) {
    return new DeferringCalls<>(name(), now, codec, calls, encoder, durability, isWaitedFor);
  }

  @Override
  public JobQueue<T> withDurability(Durability other) {
    return new DeferringQueue<>(queue.withDurability(other), codec, calls, encoder, other);
  }

  @Override
  public JobQueue<T> immediately() {
    return queue;
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
