package io.duetime.cli.transfer;

import io.duetime.TimeSource;
import io.duetime.time.Threads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a signal end an import between two pages, so that its sum is printed. An import that ends in
 * another way can be run again, too.
 */
final class StopHook implements AutoCloseable {
  private static final int GRACE_SECONDS = 10;

  private final CompletableFuture<Void> stop = new CompletableFuture<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook = Threads.daemons("duetime-import-stop").newThread(this::stopAndAwait);

  StopHook() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  boolean isStopped() {
    return stop.isDone();
  }

  /** Waits for a time or until the import is stopped. */
  void pause(TimeSource time, Duration pause) throws InterruptedException {
    CompletableFuture<Void> over = new CompletableFuture<>();
    TimeSource.Timer timer = time.after(pause, () -> over.complete(null));
    time.await(CompletableFuture.anyOf(over, stop));
    timer.cancel();
  }

  private void stopAndAwait() {
    stop.complete(null);
    try {
      ended.await(GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    ended.countDown();
    if (!isStopped()) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }
}
