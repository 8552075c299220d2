package io.duetime.bench.load;

import io.duetime.engine.DueTime;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Schedules a job at every tick of a fixed rate, whether or not the one before has been answered,
 * with a delay between the least and the greatest.
 */
public record SteadyLoad(int perSecond, Duration time, Duration minDelay, Duration maxDelay) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Runs it, and waits until all have come. */
  public LatenessLog run(TimedConsumer consumer) throws InterruptedException {
    LatenessLog log = consumer.log();
    SplittableRandom random = new SplittableRandom(1);
    long interval = TimeUnit.SECONDS.toNanos(1) / perSecond;
    long count = perSecond * time.toSeconds();
    long start = System.nanoTime();
    for (long i = 0; i < count; i++) {
      sleepUntil(start + i * interval);
      log.producerLag(System.nanoTime() - (start + i * interval));
      long delay = random.nextLong(minDelay.toMillis(), maxDelay.toMillis());
      log.expect(1, consumer.schedule(List.of(DueTime.after(delay))));
    }
    log.awaitAll(PATIENCE);
    return log;
  }

  private static void sleepUntil(long nanoTime) {
    long left = nanoTime - System.nanoTime();
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = nanoTime - System.nanoTime();
    }
  }
}
