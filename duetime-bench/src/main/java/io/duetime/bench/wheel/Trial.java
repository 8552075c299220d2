package io.duetime.bench.wheel;

import java.util.Arrays;
import java.util.SplittableRandom;

/** One set of delays, and the order in which they are cancelled, for every store to go through. */
final class Trial {
  /** Fewer timers than this are measured again and again until they were as many. */
  private static final int TIMERS_PER_MEASUREMENT = 1_000_000;

  private final long[] deadlines;
  private final int[] cancelOrder;
  private final int rounds;
  private final long dueWithinAMinute;

  Trial(Delays delays, int timers, long seed) {
    deadlines = delays.draw(timers, seed);
    cancelOrder = shuffledIndexes(timers, seed);
    rounds = Math.max(1, TIMERS_PER_MEASUREMENT / timers);
    dueWithinAMinute =
        Arrays.stream(deadlines).filter(deadline -> deadline <= Delays.MINUTE_MILLIS).count();
  }

  /** Measures a store in every way; each measurement begins with an empty store. */
  TimerCost run(Entrant entrant) {
    System.gc(); // no store pays for the garbage of the one before
    TimerCost sum = new TimerCost(0, 0, 0);
    for (int round = 0; round < rounds; round++) {
      sum = sum.plus(scheduleAndCancel(entrant)).plus(scheduleAndExpire(entrant));
    }
    return new TimerCost(sum.schedule() / rounds / 2, sum.cancel() / rounds, sum.expire() / rounds);
  }

  /** Returns the bytes of heap that each timer takes while it is pending. */
  double weigh(Entrant entrant) {
    long before = HeapScale.liveBytes();
    try (TimerStore store = entrant.factory().get()) {
      store.schedule(deadlines);
      store.forgetHandles();
      return (double) (HeapScale.liveBytes() - before) / deadlines.length;
    }
  }

  private TimerCost scheduleAndCancel(Entrant entrant) {
    try (TimerStore store = entrant.factory().get()) {
      long start = System.nanoTime();
      store.schedule(deadlines);
      long scheduled = System.nanoTime();
      store.cancel(cancelOrder);
      long cancelled = System.nanoTime();
      return new TimerCost(perTimer(scheduled - start), perTimer(cancelled - scheduled), 0);
    }
  }

  private TimerCost scheduleAndExpire(Entrant entrant) {
    try (TimerStore store = entrant.factory().get()) {
      long start = System.nanoTime();
      store.schedule(deadlines);
      long scheduled = System.nanoTime();
      long expired = store.expireUntil(entrant.horizonMillis());
      long end = System.nanoTime();
      requireAll(entrant, expired);
      return new TimerCost(perTimer(scheduled - start), 0, (double) (end - scheduled) / expired);
    }
  }

  private double perTimer(long nanos) {
    return (double) nanos / deadlines.length;
  }

  /** A store that leaves timers behind would look fast. */
  private void requireAll(Entrant entrant, long expired) {
    long due =
        entrant.horizonMillis() == Delays.MINUTE_MILLIS ? dueWithinAMinute : deadlines.length;
    if (expired < due) {
      throw new AssertionError(
          "%s: only %,d of %,d expired".formatted(entrant.name(), expired, due));
    }
  }

  private static int[] shuffledIndexes(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] indexes = new int[count];
    for (int i = 0; i < count; i++) {
      int j = random.nextInt(i + 1);
      indexes[i] = indexes[j];
      indexes[j] = i;
    }
    return indexes;
  }
}
