package io.duetime.engine.tck.torture.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits, as torture happens in real time. */
public final class Pause {
  private static final long LOOK_MILLIS = 20;

  private Pause() {}

  /** Waits; returns at once if the thread was interrupted. */
  public static void millis(long millis) {
    try {
      new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until something holds; answers whether it did in time. */
  public static boolean until(long limitMillis, BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMillis);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
        return false;
      }
      millis(LOOK_MILLIS);
    }
    return true;
  }
}
