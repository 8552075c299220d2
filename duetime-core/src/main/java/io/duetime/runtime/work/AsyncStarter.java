package io.duetime.runtime.work;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Begins jobs that go on without a thread: one task at a time begins as many as are allowed. */
final class AsyncStarter extends Starter {
  private final AtomicInteger inFlight = new AtomicInteger();

  /** The events that the task has not looked at yet; the first one starts the task. */
  private final AtomicInteger events = new AtomicInteger();

  AsyncStarter(int size, HandlerPool pool, Consumer<RejectedExecutionException> whenRefused) {
    super(size, pool, whenRefused);
  }

  @Override
  void ended() {
    inFlight.decrementAndGet();
    if (!waiting.isEmpty()) {
      start();
    }
  }

  @Override
  void replaced(Run<?> run) {
    inFlight.decrementAndGet();
    if (run.keepsThread()) {
      // Its task cannot look at events; another one does.
      pool.addThreads(1);
      events.set(0);
    }
    start();
  }

  @Override
  void start() {
    if (events.getAndIncrement() > 0) {
      return;
    }
    try {
      pool.executor().execute(this::begin);
    } catch (RejectedExecutionException refused) {
      events.set(0);
      whenRefused.accept(refused);
    }
  }

  private void begin() {
    int seen;
    do {
      seen = events.get();
      Runnable job;
      while (inFlight.get() < size && (job = waiting.poll()) != null) {
        inFlight.incrementAndGet();
        job.run();
        if (job instanceof Run<?> run && run.keepsThread()) {
          pool.addThreads(-1);
          return;
        }
      }
    } while (events.addAndGet(-seen) != 0);
  }
}
