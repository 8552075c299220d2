package io.duetime.internal.local;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.engine.Capabilities;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.internal.engine.Watchers;
import io.duetime.internal.kernel.QueueKernel;
import io.duetime.internal.kernel.state.JobTable;
import io.duetime.internal.kernel.transfer.StoreEntry;
import io.duetime.internal.kernel.transfer.Transfer;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What an engine in this process brings to its {@link QueueKernel}s: the thread and the lock under
 * which they work, the clock, and what lies beside the queues.
 */
public abstract class LocalStore {
  private final InstantSource clock;
  private final int maxPayloadBytes;
  private final Watchers watchers = new Watchers();

  LocalStore(InstantSource clock, int maxPayloadBytes) {
    this.clock = clock;
    this.maxPayloadBytes = maxPayloadBytes;
  }

  /** What is done to one queue, on one thread at a time. */
  @FunctionalInterface
  public interface Work<T> {
    /** Does it; {@code now} is the store's clock. */
    T on(QueueKernel queue, long now);
  }

  /**
   * Does work that may change a queue, making the queue when it does not exist, and answers once it
   * is as durable as asked.
   */
  protected abstract <T> CompletionStage<T> write(
      String queue, Durability durability, Work<T> work);

  /** Does work that changes nothing; {@code absent} is the answer when there is no such queue. */
  protected abstract <T> CompletionStage<T> read(String queue, T absent, Work<T> work);

  /**
   * Does work that changes a queue if it exists; {@code absent} is the answer when there is no such
   * queue.
   */
  protected abstract <T> CompletionStage<T> writeIfThere(
      String queue, T absent, Durability durability, Work<T> work);

  /** What a write that asks for {@code asked} reaches once it is answered. */
  protected abstract Durability.Reached reached(Durability asked);

  /** Refuses to take new jobs for now, or null when there is room. */
  protected abstract @Nullable RetryableException refusesJobs();

  /** Whether the engine has been closed, so that it answers nothing any more. */
  protected abstract boolean isClosed();

  /** The answer of a closed engine to everything. */
  protected final <T> CompletionStage<T> closedStage() {
    return CompletableFuture.failedStage(
        new RetryableException(
            ErrorCode.STORE_UNAVAILABLE, "the " + capabilities().name() + " store is closed"));
  }

  /** The clock, in whole milliseconds, rounded down. */
  protected final long now() {
    return clock.millis();
  }

  /**
   * Tells watchers of a queue whatever its kernel has to tell; called once its work is done and no
   * lock is held.
   */
  protected final void signal(String queue, long earlier) {
    if (earlier != JobTable.NEVER) {
      watchers.tell(new Watcher.Signal(queue, ShardId.ONLY, Watcher.Kind.EARLIER, earlier));
    }
  }

  final int maxPayloadBytes() {
    return maxPayloadBytes;
  }

  final Watcher.Subscription addWatcher(String queue, Watcher watcher) {
    return watchers.add(queue, watcher);
  }

  /** What the engine can do. */
  public abstract Capabilities capabilities();

  /** The names of the queues whose {@link QueueKernel#upkeepAt} has come. */
  protected abstract List<String> queuesInNeed(long now);

  /** The earliest {@link QueueKernel#upkeepAt} of all queues. */
  protected abstract long nextUpkeep();

  /** See {@link Transfer#common}. */
  protected abstract CompletionStage<List<StoreEntry>> common();

  /** Puts in what belongs to no queue alone; see {@link Transfer#take}. */
  protected abstract CompletionStage<List<Boolean>> takeCommon(List<StoreEntry> entries);
}
