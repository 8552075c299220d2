package io.duetime.bench.load;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** How late a thread comes that only sleeps, to one millisecond after the other: the floor. */
public final class SleepingThread {
  private SleepingThread() {}

  /** Measures it for some time. */
  public static LatenessHistogram measure(Duration time) {
    LatenessHistogram log = new LatenessHistogram();
    long next = System.currentTimeMillis() + 1;
    long end = next + time.toMillis();
    while (next < end) {
      sleepUntil(next);
      log.came(next);
      next = Math.max(next, System.currentTimeMillis()) + 1;
    }
    return log;
  }

  private static void sleepUntil(long epochMillis) {
    long left = nanosUntil(epochMillis);
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = nanosUntil(epochMillis);
    }
  }

  /** By a clock finer than a millisecond, or the sleep would be up to one too long. */
  public static long nanosUntil(long epochMillis) {
    Instant now = Instant.now();
    return TimeUnit.MILLISECONDS.toNanos(epochMillis)
        - TimeUnit.SECONDS.toNanos(now.getEpochSecond())
        - now.getNano();
  }
}
