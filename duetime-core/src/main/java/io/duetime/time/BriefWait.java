package io.duetime.time;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Waits without parking for an answer that comes within microseconds: while a caller is parked, its
 * processor falls asleep, and waking both takes a third of a call to a store on the same machine.
 *
 * <p>A caller yields its processor again and again only if it waits alone and calls in a loop: the
 * last answers came quickly, and the very last only a moment ago. All others park at once. Where
 * answers are slow, or other threads need the processors, most waits park. Thread safe.
 */
final class BriefWait {
  /** How long a wait may yield, and how brief and how recent the wait before it was. */
  static final long LONGEST_NANOS = 100_000;

  /** How many waits park after one that was longer. */
  static final int PARKED_AFTER_LONG = 10;

  private final LongSupplier nanoTime;
  private final Runnable yielding;
  private final AtomicInteger waiting = new AtomicInteger();

  // Written by all waits: a mixture of two of them only makes the next one park, or yield.
  private volatile long endNanos;
  private volatile int parkedNext = 1;

  BriefWait(LongSupplier nanoTime, Runnable yielding) {
    this.nanoTime = nanoTime;
    this.yielding = yielding;
  }

  /** Waits until a future is complete; parks if that takes long. */
  void await(CompletableFuture<?> future, Parking parking) throws InterruptedException {
    long begin = nanoTime.getAsLong();
    boolean isAlone = waiting.getAndIncrement() == 0;
    try {
      if (isAlone && parkedNext == 0 && begin - endNanos < LONGEST_NANOS) {
        yieldUntilDone(future, begin);
      }
      parking.await(future);
    } finally {
      waiting.getAndDecrement();
      ended(begin, nanoTime.getAsLong());
    }
  }

  private void ended(long begin, long end) {
    endNanos = end;
    parkedNext = end - begin < LONGEST_NANOS ? Math.max(0, parkedNext - 1) : PARKED_AFTER_LONG;
  }

  private void yieldUntilDone(CompletableFuture<?> future, long begin) {
    while (!future.isDone() && waiting.get() == 1 && nanoTime.getAsLong() - begin < LONGEST_NANOS) {
      yielding.run();
    }
  }

  /** Waits as long as it takes, without using the processor. */
  interface Parking {
    void await(CompletableFuture<?> future) throws InterruptedException;
  }
}
