package io.duetime.bench.wheel.jmh;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The JDK's {@link ScheduledThreadPoolExecutor}, which lives by the wall clock. */
final class ExecutorTimers implements PendingTimers {
  private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1);
  private final Future<?>[] futures;

  ExecutorTimers(int pending) {
    futures = new Future<?>[pending];
    executor.setRemoveOnCancelPolicy(true); // or cancelled timers would stay until they are due
  }

  @Override
  public void schedule(int index, long delayMillis) {
    futures[index] = executor.schedule(() -> {}, delayMillis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void cancel(int index) {
    futures[index].cancel(false);
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
