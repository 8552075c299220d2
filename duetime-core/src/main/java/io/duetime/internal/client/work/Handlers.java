package io.duetime.internal.client.work;

import java.util.Collection;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Runs jobs in their order, so many at once. A thread of the worker's own goes on with the next job
 * that waits; an executor that others use too gets a task for each job.
 *
 * <p>A task that begins starts the next one if there are jobs left, so that jobs that take no time
 * wake one thread or two, not all of them. Thread safe.
 */
final class Handlers {
  private final int size;
  private final HandlerPool pool;
  private final Consumer<RejectedExecutionException> whenRefused;
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger busy = new AtomicInteger();

  /** Whether a task has been started that has not looked for a job yet. */
  private final AtomicBoolean starting = new AtomicBoolean();

  Handlers(int size, HandlerPool pool, Consumer<RejectedExecutionException> whenRefused) {
    this.size = size;
    this.pool = pool;
    this.whenRefused = whenRefused;
  }

  /** Adds a job behind those that wait. */
  void add(Runnable job) {
    waiting.add(job);
    start();
  }

  /** Takes out jobs that are not to be run any more. */
  void forget(Collection<? extends Runnable> jobs) {
    waiting.removeAll(Set.copyOf(jobs));
  }

  /** Ends threads of the worker's own once they have nothing to do. */
  void close() {
    pool.close();
  }

  private void start() {
    if (busy.getAndUpdate(now -> Math.min(size, now + 1)) >= size) {
      return;
    }
    if (!starting.compareAndSet(false, true)) {
      // The task that is about to begin sees this job, or starts another task for it.
      busy.decrementAndGet();
      return;
    }
    try {
      pool.executor().execute(this::run);
    } catch (RejectedExecutionException refused) {
      starting.set(false);
      busy.decrementAndGet();
      whenRefused.accept(refused);
    }
  }

  private void run() {
    starting.set(false);
    Runnable job = waiting.poll();
    startIfNeeded();
    try {
      while (job != null) {
        job.run();
        job = pool.own() == null ? null : waiting.poll();
      }
    } finally {
      busy.decrementAndGet();
      startIfNeeded();
    }
  }

  private void startIfNeeded() {
    if (!waiting.isEmpty()) {
      start();
    }
  }
}
