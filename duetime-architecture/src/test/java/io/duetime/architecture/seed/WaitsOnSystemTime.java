package io.duetime.architecture.seed;

import java.util.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Each statement waits on the system's time in another way. */
public final class WaitsOnSystemTime {
  public static final int WAYS = 9;

  private final Object lock = new Object();

  void ways(CompletableFuture<String> future) throws InterruptedException {
    Thread.sleep(1);
    TimeUnit.SECONDS.sleep(1);
    LockSupport.parkNanos(1);
    LockSupport.parkUntil(this, 1);
    synchronized (lock) {
      lock.wait(1);
    }
    future.orTimeout(1, TimeUnit.SECONDS);
    future.completeOnTimeout("", 1, TimeUnit.SECONDS);
    CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);
    new Timer();
  }
}
