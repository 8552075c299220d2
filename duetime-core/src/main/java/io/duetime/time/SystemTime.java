package io.duetime.time;

import io.duetime.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/** The system's clocks and one daemon thread that calls back. */
public final class SystemTime implements TimeSource, AutoCloseable {
  private static final Duration LONGEST = Duration.ofDays(365);

  private final ScheduledThreadPoolExecutor timers;
  private final BriefWait briefWait = new BriefWait(System::nanoTime, Thread::yield);

  /** Starts no thread yet; the first task does. */
  public SystemTime() {
    timers = new ScheduledThreadPoolExecutor(1, Threads.daemons("duetime-timer"));
    timers.setRemoveOnCancelPolicy(true);
    timers.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** The system's clock alone. */
  public static InstantSource clock() {
    return InstantSource.system();
  }

  @Override
  public Instant instant() {
    return Instant.now();
  }

  @Override
  public long millis() {
    return System.currentTimeMillis();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Timer after(Duration delay, Runnable task) {
    // A year is longer than any wait without another look, and its nanoseconds fit.
    long nanos = (delay.compareTo(LONGEST) > 0 ? LONGEST : delay).toNanos();
    try {
      Future<?> timer = timers.schedule(() -> run(task), nanos, TimeUnit.NANOSECONDS);
      return () -> timer.cancel(false);
    } catch (RejectedExecutionException closed) {
      return () -> {};
    }
  }

  @Override
  public void await(CompletableFuture<?> future) throws InterruptedException {
    briefWait.await(future, TimeSource.super::await);
  }

  /** Forgets all tasks that have not begun; later ones are forgotten at once. */
  @Override
  public void close() {
    timers.shutdownNow();
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error failure) {
      // Asked for here, as loading a logging library costs a short command more than all its work.
      LoggerFactory.getLogger(SystemTime.class)
          .error("A task of the timer failed; the timer goes on", failure);
    }
  }
}
