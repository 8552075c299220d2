package io.duetime.spring.transaction;

import io.duetime.AsyncHandler;
import io.duetime.AsyncQueue;
import io.duetime.Codec;
import io.duetime.DeadJobs;
import io.duetime.Duetime;
import io.duetime.Durability;
import io.duetime.Handler;
import io.duetime.JobList;
import io.duetime.JobListener;
import io.duetime.JobQueue;
import io.duetime.JobState;
import io.duetime.QueueAdmin;
import io.duetime.RecurringJobs;
import io.duetime.WaitingJobs;
import io.duetime.WorkerBuilder;
import io.duetime.id.Ulids;
import io.duetime.runtime.StoreClient;
import io.duetime.runtime.call.Listeners;
import io.duetime.time.SystemTime;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A store whose queues defer calls inside a transaction of Spring to its commit. */
public final class DeferringDuetime implements Duetime {
  private final Duetime duetime;
  private final TransactionCalls calls;
  private final RequestEncoder encoder;

  private DeferringDuetime(Duetime duetime, TransactionCalls calls, Listeners listeners) {
    this.duetime = duetime;
    this.calls = calls;
    // One at a time asks for random numbers, which Ulids sees to.
    this.encoder =
        new RequestEncoder(
            new Ulids(SystemTime.clock(), new SplittableRandom())::next,
            listeners,
            maxPayloadBytes(duetime));
  }

  // Another store, as of a test, refuses what is too large itself.
  private static int maxPayloadBytes(Duetime duetime) {
    return duetime instanceof StoreClient client
        ? client.engine().capabilities().maxPayloadBytes()
        : Integer.MAX_VALUE;
  }

  /** Returns a store that keeps the calls of a transaction in memory until it is committed. */
  public static Duetime afterCommit(Duetime duetime) {
    // The store tells its listeners itself, on the same thread.
    return new DeferringDuetime(
        duetime, new TransactionCalls(new CallSender(duetime), null), new Listeners(List.of()));
  }

  /**
   * Returns a store that keeps the calls of a transaction in its database.
   *
   * @param listeners told of each call, since the store is called on another thread
   */
  public static Duetime withOutbox(Duetime duetime, CallStore outbox, List<JobListener> listeners) {
    TransactionCalls calls = new TransactionCalls(new CallSender(duetime), outbox);
    outbox.inEachTransaction(calls);
    return new DeferringDuetime(duetime, calls, new Listeners(listeners));
  }

  /** Returns the store behind one of these; any other store is returned itself. */
  public static Duetime undeferred(Duetime duetime) {
    return duetime instanceof DeferringDuetime deferring ? deferring.duetime : duetime;
  }

  @Override
  public <T> JobQueue<T> queue(String name, Codec<T> codec) {
    return new DeferringQueue<>(duetime.queue(name, codec), codec, calls, encoder, null);
  }

  @Override
  public QueueAdmin admin(String queue) {
    return duetime.admin(queue);
  }

  @Override
  public List<String> queues() {
    return duetime.queues();
  }

  @Override
  public List<String> pause(String pattern) {
    return duetime.pause(pattern);
  }

  @Override
  public List<String> resume(String pattern) {
    return duetime.resume(pattern);
  }

  @Override
  public Instant now() {
    return duetime.now();
  }

  @Override
  public CompletionStage<Instant> nowAsync() {
    return duetime.nowAsync();
  }

  @Override
  public void close() {
    duetime.close();
  }

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
}
