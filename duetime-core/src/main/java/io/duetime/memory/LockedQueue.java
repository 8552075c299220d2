package io.duetime.memory;

import io.duetime.DuetimeException;
import io.duetime.kernel.LocalStore.Work;
import io.duetime.kernel.QueueKernel;
import io.duetime.kernel.state.QueueState.Observed;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One queue on the heap; does work under its lock, and takes back what failed work has changed. */
final class LockedQueue {
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
