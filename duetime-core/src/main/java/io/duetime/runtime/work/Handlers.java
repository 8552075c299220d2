package io.duetime.runtime.work;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Runs jobs in their order, a limited number at once. A thread of the worker's own continues with
 * the next waiting job; a shared executor gets a task for each job.
 *
 * <p>A task that begins starts the next one if jobs are left, so that very short jobs wake one or
 * two threads, not all. Thread safe.
 */
final class Handlers extends Starter {
  private final AtomicInteger busy = new AtomicInteger();

  /** Whether a task was started that has not fetched a job yet. */
  private final AtomicBoolean starting = new AtomicBoolean();

  Handlers(int size, HandlerPool pool, Consumer<RejectedExecutionException> whenRefused) {
    super(size, pool, whenRefused);
  }

  @Override
  void ended() {
    // The thread that ran the job goes on by itself.
  }

  @Override
  void replaced(Run<?> run) {
    pool.addThreads(1);
    busy.decrementAndGet();
    startIfNeeded();
  }

  @Override
  void start() {
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
    boolean isReplaced = false;
    try {
      while (job != null && !isReplaced) {
        job.run();
        isReplaced = job instanceof Run<?> run && run.isReplaced();
        job = pool.own() == null || isReplaced ? null : waiting.poll();
      }
    } finally {
      if (isReplaced) {
        pool.addThreads(-1);
      } else {
        busy.decrementAndGet();
        startIfNeeded();
      }
    }
  }

  private void startIfNeeded() {
    if (!waiting.isEmpty()) {
      start();
    }
  }
}
