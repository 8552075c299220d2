package io.duetime;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Tells the time and calls back later. Give one of your own to {@link DuetimeSettings.Builder#time}
 * to move time in tests; {@code duetime-test} has one ready.
 *
 * <p>Implementations are thread safe.
 */
public interface TimeSource extends InstantSource {
  /**
   * A clock that never goes back, in nanoseconds since some fixed moment; only differences mean
   * something.
   */
  long nanoTime();

  /**
   * Runs a task once, after a delay. The task runs on the timer's thread and is short.
   *
   * @param delay how long from now; zero or less for as soon as possible
   */
  Timer after(Duration delay, Runnable task);

  /**
   * Waits until a future is complete, however it completes. A source that moves its own time moves
   * it on meanwhile.
   */
  default void await(CompletableFuture<?> future) throws InterruptedException {
    try {
      future.get();
    } catch (ExecutionException | java.util.concurrent.CancellationException ended) {
      // However it completes: whoever waits looks for itself.
      return;
    }
  }

  /** One task that has been put off. */
  @FunctionalInterface
  interface Timer {
    /** Keeps the task from running unless it has begun; may be called twice. */
    void cancel();
  }
}
