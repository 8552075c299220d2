package io.duetime.bench.comparison;

import io.duetime.bench.peer.Job;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;

/** How late jobs came, in microseconds. Thread-safe. */
final class Arrivals implements Consumer<Job> {
  private static final double[] CURVE = {
    1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99, 99.5, 99.9
  };

  private final Histogram late = new SynchronizedHistogram(TimeUnit.MINUTES.toMicros(10), 3);
  private final Set<String> ids = ConcurrentHashMap.newKeySet();
  private final AtomicLong early = new AtomicLong();
  private final AtomicLong earliestMicros = new AtomicLong();
  private final AtomicLong doubled = new AtomicLong();

  @Override
  public void accept(Job job) {
    long micros = ChronoUnit.MICROS.between(Instant.ofEpochMilli(job.dueMillis()), Instant.now());
    if (!ids.add(job.id())) {
      doubled.incrementAndGet();
      return;
    }
    if (micros < 0) {
      early.incrementAndGet();
      earliestMicros.accumulateAndGet(-micros, Math::max);
    }
    late.recordValue(Math.min(Math.max(micros, 0), late.getHighestTrackableValue()));
  }

  long count() {
    return ids.size();
  }

  /** Waits until so many have come, or none any more for some time after a moment. */
  void await(long expected, long dueMillis, double waitSeconds) throws InterruptedException {
    long limit = dueMillis + (long) (waitSeconds * 1_000);
    while (count() < expected && System.currentTimeMillis() < limit) {
      Thread.sleep(1);
    }
  }

  /** Writes what came of so many. */
  void write(long expected) {
    Child.put("jobs", expected);
    Child.put("lost", Math.max(0, expected - count()));
    Child.put("doubled", doubled.get());
    Child.put("early", early.get());
    Child.put("earliest", earliestMicros.get() / 1e3);
    if (count() > 0) {
      Child.put("p50", late.getValueAtPercentile(50) / 1e3);
      Child.put("p99", late.getValueAtPercentile(99) / 1e3);
      Child.put("max", late.getMaxValue() / 1e3);
      for (double percentile : CURVE) {
        Child.put("curve." + percentile, late.getValueAtPercentile(percentile) / 1e3);
      }
    }
  }
}
