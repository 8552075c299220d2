package io.duetime.bench.harness;

import io.duetime.engine.DueTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;
import org.jspecify.annotations.Nullable;

/** How late jobs came, in microseconds. Thread-safe. */
public final class Lateness {
  private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(10);

  private final Histogram late = new SynchronizedHistogram(LONGEST_MICROS, 3);
  private final AtomicLong early = new AtomicLong();
  private final AtomicLong expected = new AtomicLong();
  private final AtomicReference<@Nullable Throwable> refusal = new AtomicReference<>();
  private final AtomicLong longestLagNanos = new AtomicLong();

  /** Schedules jobs, takes them as they become due, and notes how late each of them came. */
  public interface Consumer extends AutoCloseable {
    /** What it has noted so far. */
    Lateness log();

    /** Schedules a job for each time by one call; the answer comes once they are stored. */
    CompletionStage<?> schedule(List<DueTime> dues);

    @Override
    void close();
  }

  /** Schedules jobs by a plan and waits until all have come. */
  @FunctionalInterface
  public interface Load {
    /** Runs it with a consumer, and returns how late the jobs came. */
    Lateness run(Consumer consumer) throws InterruptedException;
  }

  /**
   * Schedules jobs at every tick of a fixed rate, whether or not those before have been answered.
   *
   * @param atOnce how many of them each tick schedules, by one call
   */
  public static Load steady(
      int perSecond, int atOnce, Duration time, long minDelayMillis, long maxDelayMillis) {
    return consumer -> {
      Lateness log = consumer.log();
      SplittableRandom random = new SplittableRandom(1);
      long interval = TimeUnit.SECONDS.toNanos(atOnce) / perSecond;
      long start = System.nanoTime();
      for (long i = 0; i < Math.max(1, time.toNanos() / interval); i++) {
        log.awaitTick(start + i * interval);
        List<DueTime> dues =
            random
                .longs(atOnce, minDelayMillis, maxDelayMillis + 1)
                .mapToObj(DueTime::after)
                .toList();
        log.expect(atOnce, consumer.schedule(dues));
      }
      return log.awaitAll();
    };
  }

  /** Schedules many jobs that are due some time ahead, within so many milliseconds. */
  public static Load burst(int jobs, Duration ahead, int withinMillis) {
    int batch = 500;
    return consumer -> {
      long first = System.currentTimeMillis() + ahead.toMillis();
      for (int scheduled = 0; scheduled < jobs; scheduled += batch) {
        List<DueTime> dues =
            IntStream.range(scheduled, Math.min(scheduled + batch, jobs))
                .mapToObj(i -> DueTime.at(first + i % withinMillis))
                .toList();
        consumer.log().expect(dues.size(), consumer.schedule(dues));
      }
      return consumer.log().awaitAll();
    };
  }

  /** Waits until a planned moment, and notes how far the producer is behind its plan. */
  private void awaitTick(long nanoTime) {
    await(nanoTime);
    longestLagNanos.accumulateAndGet(System.nanoTime() - nanoTime, Math::max);
  }

  /** Waits until a moment of {@code System.nanoTime()}. */
  public static void await(long nanoTime) {
    for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** Notes that a job came now that was due at a moment. */
  public void came(long dueAtMillis) {
    long micros = ChronoUnit.MICROS.between(Instant.ofEpochMilli(dueAtMillis), Instant.now());
    if (micros < 0) {
      early.incrementAndGet();
    }
    late.recordValue(Math.min(Math.max(micros, 0), LONGEST_MICROS));
  }

  /** Notes that jobs are to come which have been scheduled by one call. */
  private void expect(int jobs, CompletionStage<?> answer) {
    expected.addAndGet(jobs);
    answer.whenComplete((done, failure) -> {
      if (failure != null) {
        refusal.compareAndSet(null, failure);
      }
    });
  }

  /** Waits until all have come. */
  private Lateness awaitAll() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (late.getTotalCount() < expected.get()) {
      Throwable refused = refusal.get();
      if (refused != null || System.nanoTime() > end) {
        String came = late.getTotalCount() + " of " + expected + " jobs came";
        throw new IllegalStateException(came, refused);
      }
      Thread.sleep(10);
    }
    return this;
  }

  /** Percentiles, how many jobs came early, and the greatest lag of the producer. */
  public Figures figures() {
    return percentiles(late, "late", 1e3)
        .with("early", "%.0f", (double) early.get())
        .with("jobs", "%,.0f", (double) late.getTotalCount())
        .with("producer's lag, ms", "%.1f", longestLagNanos.get() / 1e6);
  }

  /** Percentiles of a histogram in ms, of which so many of its units are one. */
  public static Figures percentiles(Histogram histogram, String what, double unitsAMilli) {
    Figures figures = new Figures();
    for (double percentile : new double[] {50, 90, 99, 99.9}) {
      double value = histogram.getValueAtPercentile(percentile) / unitsAMilli;
      String name = "%.1f %s, ms".formatted(percentile, what).replace(".0", "");
      figures.with("p" + name, "%.2f", value);
    }
    return figures.with("most " + what + ", ms", "%.2f", histogram.getMaxValue() / unitsAMilli);
  }

  /** By a clock finer than a millisecond, or a sleep would be up to one too long. */
  static long nanosUntil(long epochMillis) {
    Instant now = Instant.now();
    return TimeUnit.MILLISECONDS.toNanos(epochMillis)
        - TimeUnit.SECONDS.toNanos(now.getEpochSecond())
        - now.getNano();
  }
}
