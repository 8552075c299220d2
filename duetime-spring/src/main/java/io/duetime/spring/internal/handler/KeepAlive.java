package io.duetime.spring.internal.handler;

import io.duetime.internal.time.Threads;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the JVM alive from the start of handlers to their end: their own threads end when there are
 * no jobs for a while, and an application without a web server would end with them. Thread safe.
 */
public final class KeepAlive {
  // Guarded by this.
  private @Nullable CountDownLatch end;

  /** Begins, if it has not begun. */
  public synchronized void start() {
    if (end == null) {
      CountDownLatch awaited = new CountDownLatch(1);
      end = awaited;
      Threads.keepingAlive("duetime-keep-alive").newThread(() -> await(awaited)).start();
    }
  }

  /** Ends, if it has begun. */
  public synchronized void stop() {
    if (end != null) {
      end.countDown();
      end = null;
    }
  }

  private static void await(CountDownLatch awaited) {
    try {
      awaited.await();
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }
}
