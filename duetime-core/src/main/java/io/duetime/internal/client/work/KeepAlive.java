package io.duetime.internal.client.work;

import io.duetime.internal.time.Threads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * Keeps the JVM alive by a thread that waits. The other threads of a worker end when there are no
 * jobs for a while, and those that wait for jobs serve all workers of the store.
 */
public final class KeepAlive {
  private KeepAlive() {}

  /** Keeps the JVM alive until {@code end} completes. */
  @SuppressWarnings("FutureReturnValueIgnored") // the latch tells the end
  public static void until(String worker, CompletableFuture<?> end) {
    CountDownLatch ended = new CountDownLatch(1);
    end.whenComplete((done, failure) -> ended.countDown());
    Threads.keepingAlive("duetime-keep-alive-" + worker).newThread(() -> await(ended)).start();
  }

  private static void await(CountDownLatch ended) {
    try {
      ended.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
