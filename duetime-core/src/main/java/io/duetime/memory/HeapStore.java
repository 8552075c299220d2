package io.duetime.memory;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.RetryableException;
import io.duetime.engine.Capabilities;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Finding;
import io.duetime.engine.support.Watchers;
import io.duetime.kernel.LocalStore;
import io.duetime.kernel.LocalStore.Work;
import io.duetime.kernel.QueueKernel;
import io.duetime.kernel.state.QueueState.Observed;
import io.duetime.kernel.state.StoreData;
import io.duetime.kernel.transfer.NumberBlocks;
import io.duetime.memory.HeapStore.LockedQueue.Answer;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps jobs on the heap of this process. Every call does its work on the caller's thread, under a
 * lock of the queue.
 */
final class HeapStore implements LocalStore {
  private static final Capabilities CAPABILITIES =
      new Capabilities("memory", false, false, false, false, Durability.NONE);

  private final InstantSource clock;
  private final Watchers watchers = new Watchers();
  private final ConcurrentMap<String, LockedQueue> queues = new ConcurrentHashMap<>();
  private final StoreData data = new HeapStoreData();
  private volatile boolean closed;
  private volatile Runnable maintenanceListener = () -> {};

  /** When maintenance is due by what its listener was last told. */
  private volatile long maintenanceAt = ClaimResult.NEVER;

  HeapStore(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public long now() {
    return clock.millis();
  }

  @Override
  public Watchers watchers() {
    return watchers;
  }

  void whenMaintenanceIsEarlier(Runnable task) {
    maintenanceListener = task;
  }

  private LockedQueue newQueue(String name) {
    return new LockedQueue(name, data.deletedFences(), now());
  }

  @Override
  public <T> CompletionStage<T> write(String queue, Durability durability, Work<T> work) {
    try {
      while (!closed) {
        LockedQueue locked = queues.computeIfAbsent(queue, this::newQueue);
        Answer<T> answer = on(locked, work);
        if (answer != null) {
          return CompletableFuture.completedStage(answer.value());
        }
      }
      return closedStage();
    } catch (RuntimeException | Error failure) {
      return CompletableFuture.failedStage(failure);
    }
  }

  @Override
  public <T> CompletionStage<T> writeIfExists(
      String queue, T absent, Durability durability, Work<T> work) {
    if (closed) {
      return closedStage();
    }
    try {
      LockedQueue locked = queues.get(queue);
      Answer<T> answer = locked == null ? null : on(locked, work);
      return CompletableFuture.completedStage(answer == null ? absent : answer.value());
    } catch (RuntimeException | Error failure) {
      return CompletableFuture.failedStage(failure);
    }
  }

  private <T> @Nullable Answer<T> on(LockedQueue queue, Work<T> work) {
    Answer<T> answer = queue.on(work, clock);
    if (answer != null) {
      watchers.tellEarlier(queue.name(), answer.signal());
      if (answer.cancelRequested()) {
        watchers.tellCancelRequested(queue.name());
      }
      if (answer.maintenanceAt() < maintenanceAt) {
        maintenanceAt = answer.maintenanceAt();
        maintenanceListener.run();
      }
    }
    return answer;
  }

  @Override
  public <T> CompletionStage<T> answer(Supplier<T> call) {
    if (closed) {
      return closedStage();
    }
    try {
      return CompletableFuture.completedStage(call.get());
    } catch (RuntimeException | Error failure) {
      return CompletableFuture.failedStage(failure);
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public Durability.Reached reached(Durability asked) {
    return Durability.Reached.NOTHING;
  }

  @Override
  public @Nullable RetryableException refusesJobs() {
    return null;
  }

  @Override
  public List<String> queuesInNeed(long now) {
    return queues.entrySet().stream()
        .filter(queue -> queue.getValue().maintenanceAt() <= now)
        .map(Map.Entry::getKey)
        .toList();
  }

  @Override
  public long nextMaintenance() {
    maintenanceAt =
        queues.values().stream()
            .mapToLong(LockedQueue::maintenanceAt)
            .min()
            .orElse(ClaimResult.NEVER);
    return maintenanceAt;
  }

  @Override
  public CompletionStage<List<String>> queues() {
    return answer(() -> queues.keySet().stream().sorted().toList());
  }

  @Override
  public CompletionStage<Boolean> deleteQueue(String queue) {
    return deleteQueueIf(queue, any -> true);
  }

  @Override
  public CompletionStage<Boolean> deleteQueueIf(String queue, Predicate<QueueKernel> condition) {
    return answer(() -> {
      LockedQueue locked = queues.get(queue);
      OptionalLong lastFence = locked == null ? OptionalLong.empty() : locked.deleteIf(condition);
      if (lastFence.isEmpty()) {
        return false;
      }
      // Before the name is free again: a queue made under it begins above the fences of this one.
      data.raiseDeletedFences(lastFence.getAsLong());
      return queues.remove(queue, locked);
    });
  }

  @Override
  public <T> CompletionStage<T> storeData(Durability durability, Function<StoreData, T> work) {
    return answer(() -> {
      synchronized (data) {
        return work.apply(data);
      }
    });
  }

  @Override
  public NumberBlocks numbers() {
    return data.numbers();
  }

  @Override
  public CompletionStage<List<Finding>> selfCheck() {
    return answer(() ->
        List.of(
            new Finding(
                "durability",
                Finding.Verdict.WARNING,
                "jobs live on the heap of this process and end with it",
                "open embedded:FOLDER or redis://… for jobs that must not be lost")));
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  @Override
  public void close() {
    closed = true;
  }

  /**
   * One queue on the heap; does work under its lock, and takes back what failed work has changed.
   */
  static final class LockedQueue {
    private final ReentrantLock lock = new ReentrantLock();
    private final String name;
    private HeapTable table;
    private volatile QueueKernel kernel;
    private boolean deleted;

    LockedQueue(String name, long fenceFloor, long now) {
      this.name = name;
      this.table = new HeapTable(now);
      this.kernel = kernel(table, fenceFloor, new Observed(name), now);
    }

    /** What work came to, what to signal, and the moment of the next maintenance. */
    record Answer<T>(T value, long signal, boolean cancelRequested, long maintenanceAt) {}

    private QueueKernel kernel(HeapTable jobs, long lastFence, Observed observed, long now) {
      return new QueueKernel(name, jobs, jobs.memory(lastFence), observed, now);
    }

    String name() {
      return name;
    }

    /** When maintenance is due; may be asked from any thread. */
    long maintenanceAt() {
      return kernel.maintenanceAt();
    }

    /** Does work, or answers null when the queue was deleted after it was found. */
    <T> @Nullable Answer<T> on(Work<T> work, InstantSource clock) {
      lock.lock();
      try {
        if (deleted) {
          return null;
        }
        long now = clock.millis();
        Observed before = kernel.observed();
        try {
          T value = work.on(kernel, now);
          table.keepChanges();
          return new Answer<>(
              value, kernel.takeSignal(), kernel.takeCancelRequested(), kernel.maintenanceAt());
        } catch (RuntimeException | Error failure) {
          takeBack(failure, before, now);
          throw failure;
        }
      } finally {
        lock.unlock();
      }
    }

    // Work that fails has no effect: what it changed, perhaps in part, is taken back.
    private void takeBack(Throwable failure, Observed before, long now) {
      if (table.hasChanges() || !(failure instanceof DuetimeException)) {
        table = table.beforeChanges(now);
        kernel = kernel(table, kernel.lastFence(), before, now);
      }
    }

    /** Ends the queue if it fulfils a condition and has not ended; then answers its last fence. */
    OptionalLong deleteIf(Predicate<QueueKernel> condition) {
      lock.lock();
      try {
        if (deleted || !condition.test(kernel)) {
          return OptionalLong.empty();
        }
        deleted = true;
        return OptionalLong.of(kernel.lastFence());
      } finally {
        lock.unlock();
      }
    }
  }
}
