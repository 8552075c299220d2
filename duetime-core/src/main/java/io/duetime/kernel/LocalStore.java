package io.duetime.kernel;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.engine.Capabilities;
import io.duetime.engine.Finding;
import io.duetime.engine.support.Watchers;
import io.duetime.kernel.state.StoreData;
import io.duetime.kernel.transfer.NumberBlocks;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a store of this process brings to the {@link QueueKernel}s of its queues: the thread and the
 * lock under which they work, the clock, and the data that belongs to no queue.
 */
public interface LocalStore extends AutoCloseable {
  /** What is done to one queue, on one thread at a time. */
  @FunctionalInterface
  interface Work<T> {
    /** Does it; {@code now} is the store's clock. */
    T on(QueueKernel queue, long now);
  }

  /**
   * Does work that may change a queue, makes the queue when it does not exist, and answers once the
   * change is as durable as asked.
   */
  <T> CompletionStage<T> write(String queue, Durability durability, Work<T> work);

  /** Does work that changes nothing; {@code absent} is the answer when there is no such queue. */
  default <T> CompletionStage<T> read(String queue, T absent, Work<T> work) {
    return writeIfExists(queue, absent, Durability.NONE, work);
  }

  /**
   * Does work that changes a queue if it exists; {@code absent} is the answer when there is no such
   * queue.
   */
  <T> CompletionStage<T> writeIfExists(String queue, T absent, Durability durability, Work<T> work);

  /** The durability that a write with {@code asked} has reached once it is answered. */
  Durability.Reached reached(Durability asked);

  /** Refuses to take new jobs for now, or null when there is room. */
  @Nullable RetryableException refusesJobs();

  /** Whether the store has been closed, so that it answers nothing any more. */
  boolean isClosed();

  /** The answer of a closed store to every call. */
  default <T> CompletionStage<T> closedStage() {
    return CompletableFuture.failedStage(
        new RetryableException(
            ErrorCode.STORE_UNAVAILABLE, "the " + capabilities().name() + " store is closed"));
  }

  /** The clock, in whole milliseconds, rounded down. */
  long now();

  /** The watchers, which the store signals once work is done and no lock is held. */
  Watchers watchers();

  Capabilities capabilities();

  /** The names of the queues whose {@link QueueKernel#maintenanceAt} has passed. */
  List<String> queuesInNeed(long now);

  /** The earliest {@link QueueKernel#maintenanceAt} of all queues. */
  long nextMaintenance();

  CompletionStage<List<String>> queues();

  /** Deletes a queue; answers whether there was one. */
  CompletionStage<Boolean> deleteQueue(String queue);

  /** Deletes a queue if it fulfils a condition; answers whether it was deleted. */
  CompletionStage<Boolean> deleteQueueIf(String queue, Predicate<QueueKernel> condition);

  /** Does work on what belongs to no queue alone. */
  <T> CompletionStage<T> storeData(Durability durability, Function<StoreData, T> work);

  /** The numbers that were set aside for queues. */
  NumberBlocks numbers();

  /** Answers on the thread of the caller, unless the store is closed or has stopped. */
  <T> CompletionStage<T> answer(Supplier<T> from);

  CompletionStage<List<Finding>> selfCheck();

  @Override
  void close();
}
