package io.duetime.bench.load;

import io.duetime.engine.DueTime;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Schedules jobs at every tick of a fixed rate, whether or not those before have been answered,
 * with delays between the least and the greatest.
 *
 * @param perSecond jobs a second
 * @param atOnce how many of them each tick schedules, by one call
 */
public record SteadyLoad(
    int perSecond, int atOnce, Duration time, Duration minDelay, Duration maxDelay) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** One job at every tick. */
  public SteadyLoad(int perSecond, Duration time, Duration minDelay, Duration maxDelay) {
    this(perSecond, 1, time, minDelay, maxDelay);
  }

  /** Runs it, and waits until all have come. */
  public LatenessHistogram run(TimedConsumer consumer) throws InterruptedException {
    LatenessHistogram log = consumer.log();
    SplittableRandom random = new SplittableRandom(1);
    long interval = TimeUnit.SECONDS.toNanos(atOnce) / perSecond;
    long ticks = perSecond * time.toSeconds() / atOnce;
    long start = System.nanoTime();
    for (long i = 0; i < ticks; i++) {
      sleepUntil(start + i * interval);
      log.producerLag(System.nanoTime() - (start + i * interval));
      log.expect(atOnce, consumer.schedule(dues(random)));
    }
    log.awaitAll(PATIENCE);
    return log;
  }

  private List<DueTime> dues(SplittableRandom random) {
    return random
        .longs(atOnce, minDelay.toMillis(), maxDelay.toMillis())
        .mapToObj(DueTime::after)
        .toList();
  }

  private static void sleepUntil(long nanoTime) {
    long left = nanoTime - System.nanoTime();
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = nanoTime - System.nanoTime();
    }
  }
}
