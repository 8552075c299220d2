package io.duetime.engine.tck;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what another thread is about to do. */
final class Awaiting {
  /** Only what never comes reaches this. */
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

  private Awaiting() {}

  static void until(String what, BooleanSupplier there) {
    long start = System.nanoTime();
    while (!there.getAsBoolean()) {
      if (System.nanoTime() - start > LIMIT_NANOS) {
        throw new AssertionError("never came: " + what);
      }
      Thread.onSpinWait();
    }
  }
}
