package io.duetime;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Provides the time, timers and waiting. Set another source with {@link
 * DuetimeSettings.Builder#time} to move time in tests; {@code duetime-test} contains one.
 *
 * <p>Implementations are thread safe.
 */
public interface TimeSource extends InstantSource {
  /**
   * A monotonic clock, in nanoseconds since an arbitrary moment; only differences have a meaning.
   */
  long nanoTime();

  /**
   * Runs a short task once, after a delay, on the timer's thread.
   *
   * @param delay how long from now; zero or less for as soon as possible
   */
  Timer after(Duration delay, Runnable task);

  /**
   * Waits until a future is complete, also exceptionally or by cancellation. A source that moves
   * its own time moves it meanwhile.
   */
  default void await(CompletableFuture<?> future) throws InterruptedException {
    try {
      future.get();
    } catch (ExecutionException | java.util.concurrent.CancellationException ended) {
      // The caller reads the outcome from the future.
      return;
    }
  }

  /** A task that a timer will run. */
  @FunctionalInterface
  interface Timer {
    /** Cancels the task unless it has begun; may be called twice. */
    void cancel();
  }
}
