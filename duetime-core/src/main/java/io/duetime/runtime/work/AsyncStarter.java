package io.duetime.runtime.work;

import java.util.Collection;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Begins jobs that go on without a thread: one task at a time begins as many as are allowed. */
final class AsyncStarter implements Starter {
  private final int size;
  private final HandlerPool pool;
  private final Consumer<RejectedExecutionException> whenRefused;
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger inFlight = new AtomicInteger();

  /** The events that the task has not looked at yet; the first one starts the task. */
  private final AtomicInteger events = new AtomicInteger();

  AsyncStarter(int size, HandlerPool pool, Consumer<RejectedExecutionException> whenRefused) {
    this.size = size;
    this.pool = pool;
    this.whenRefused = whenRefused;
  }

  @Override
  public void add(Runnable job) {
    waiting.add(job);
    look();
  }

  @Override
  public void forget(Collection<? extends Runnable> jobs) {
    waiting.removeAll(Set.copyOf(jobs));
  }

  @Override
  public void ended() {
    inFlight.decrementAndGet();
    if (!waiting.isEmpty()) {
      look();
    }
  }

  @Override
  public void close() {
    pool.close();
  }

  private void look() {
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
      }
    } while (events.addAndGet(-seen) != 0);
  }
}
