package io.duetime.internal.memory;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.RetryableException;
import io.duetime.engine.Capabilities;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Finding;
import io.duetime.internal.kernel.QueueKernel;
import io.duetime.internal.kernel.state.Observed;
import io.duetime.internal.kernel.transfer.CommonEntries;
import io.duetime.internal.kernel.transfer.NumberBlocks;
import io.duetime.internal.kernel.transfer.StoreEntry;
import io.duetime.internal.local.LocalEngine;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps jobs on the heap of this process. Every call does its work on the caller's thread, under a
 * lock of the queue. Its calls are checked before they come here.
 */
final class HeapEngine extends LocalEngine {
  private static final Capabilities CAPABILITIES =
      new Capabilities("memory", false, false, false, Durability.NONE);

  private final ConcurrentMap<String, LockedQueue> queues = new ConcurrentHashMap<>();
  private final NumberBlocks numbers = new NumberBlocks();
  private final AtomicLong deletedFences = new AtomicLong();
  private volatile boolean closed;
  private volatile Runnable maintenanceListener = () -> {};

  /** When maintenance is due by what its listener was last told. */
  private volatile long maintenanceAt = ClaimResult.NEVER;

  HeapEngine(InstantSource clock, int maxPayloadBytes) {
    super(clock, maxPayloadBytes);
  }

  private static final class LockedQueue {
    final ReentrantLock lock = new ReentrantLock();
    final String name;
    HeapTable table;
    volatile QueueKernel kernel;
    boolean deleted;

    LockedQueue(String name, long fenceFloor, long now) {
      this.name = name;
      this.table = new HeapTable(now);
      this.kernel = kernel(fenceFloor, new Observed(), now);
    }

    private QueueKernel kernel(long lastFence, Observed observed, long now) {
      return new QueueKernel(name, table, table.memory(lastFence), observed, now);
    }

    // Work that fails has no effect: what it changed, perhaps in part, is taken back.
    <T> T on(Work<T> work, long now) {
      Observed before = kernel.observed();
      try {
        T value = work.on(kernel, now);
        table.keepChanges();
        return value;
      } catch (RuntimeException | Error failure) {
        if (table.hasChanges() || !(failure instanceof DuetimeException)) {
          table = table.beforeChanges(now);
          kernel = kernel(kernel.lastFence(), before, now);
        }
        throw failure;
      }
    }
  }

  void whenMaintenanceIsEarlier(Runnable task) {
    maintenanceListener = task;
  }

  private LockedQueue newQueue(String name) {
    return new LockedQueue(name, deletedFences.get(), now());
  }

  @Override
  protected <T> CompletionStage<T> write(String queue, Durability durability, Work<T> work) {
    return guarded(() -> {
      while (true) {
        LockedQueue locked = queues.computeIfAbsent(queue, this::newQueue);
        Answer<T> answer = on(queue, locked, work);
        if (answer != null) {
          return answer.value;
        }
      }
    });
  }

  @Override
  protected <T> CompletionStage<T> read(String queue, T absent, Work<T> work) {
    return guarded(() -> {
      LockedQueue locked = queues.get(queue);
      Answer<T> answer = locked == null ? null : on(queue, locked, work);
      return answer == null ? absent : answer.value;
    });
  }

  @Override
  protected <T> CompletionStage<T> writeIfThere(
      String queue, T absent, Durability durability, Work<T> work) {
    return read(queue, absent, work);
  }

  // Null when the queue was deleted between being found and being locked.
  private <T> @Nullable Answer<T> on(String name, LockedQueue queue, Work<T> work) {
    T value;
    long signal;
    long upkeepAt;
    queue.lock.lock();
    try {
      if (queue.deleted) {
        return null;
      }
      value = queue.on(work, now());
      signal = queue.kernel.takeSignal();
      upkeepAt = queue.kernel.upkeepAt();
    } finally {
      queue.lock.unlock();
    }
    signal(name, signal);
    if (upkeepAt < maintenanceAt) {
      maintenanceAt = upkeepAt;
      maintenanceListener.run();
    }
    return new Answer<>(value);
  }

  private record Answer<T>(T value) {}

  @FunctionalInterface
  private interface Call<T> {
    T get();
  }

  private <T> CompletionStage<T> guarded(Call<T> call) {
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
  protected boolean isClosed() {
    return closed;
  }

  @Override
  protected Durability.Reached reached(Durability asked) {
    return Durability.Reached.NOTHING;
  }

  @Override
  protected @Nullable RetryableException refusesJobs() {
    return null;
  }

  @Override
  protected List<String> queuesInNeed(long now) {
    return queues.entrySet().stream()
        .filter(queue -> queue.getValue().kernel.upkeepAt() <= now)
        .map(Map.Entry::getKey)
        .toList();
  }

  @Override
  protected long nextUpkeep() {
    maintenanceAt =
        queues.values().stream()
            .mapToLong(queue -> queue.kernel.upkeepAt())
            .min()
            .orElse(ClaimResult.NEVER);
    return maintenanceAt;
  }

  @Override
  public CompletionStage<List<String>> queues() {
    return guarded(() -> queues.keySet().stream().sorted().toList());
  }

  @Override
  public CompletionStage<Boolean> deleteQueue(String queue) {
    return guarded(() -> {
      LockedQueue locked = queues.get(queue);
      if (locked == null) {
        return false;
      }
      locked.lock.lock();
      try {
        locked.deleted = true;
        // Before the name is free again: whoever takes it begins above the fences of this one.
        deletedFences.accumulateAndGet(locked.kernel.lastFence(), Math::max);
      } finally {
        locked.lock.unlock();
      }
      return queues.remove(queue, locked);
    });
  }

  @Override
  public CompletionStage<Long> reserveNumbers(String queue, int size) {
    return guarded(() -> numbers.reserve(queue, size).first());
  }

  @Override
  public CompletionStage<Optional<String>> queueOfNumber(long number) {
    return guarded(() -> numbers.queueOf(number));
  }

  @Override
  public CompletionStage<OptionalLong> lastNumber() {
    return guarded(numbers::last);
  }

  @Override
  protected CompletionStage<List<StoreEntry>> common() {
    return guarded(() -> CommonEntries.of(deletedFences.get(), numbers));
  }

  @Override
  protected CompletionStage<List<Boolean>> takeCommon(List<StoreEntry> entries) {
    return guarded(() ->
        entries.stream()
            .map(entry ->
                CommonEntries.take(
                    entry, upTo -> deletedFences.accumulateAndGet(upTo, Math::max), numbers::take))
            .toList());
  }

  @Override
  public CompletionStage<List<Finding>> selfCheck() {
    return guarded(() ->
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
}
