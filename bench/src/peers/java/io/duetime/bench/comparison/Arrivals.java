package io.duetime.bench.comparison;

import io.duetime.bench.peer.Peer.Handler;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;

/** How late jobs came, in microseconds. Thread-safe. */
final class Arrivals implements Handler {
  /** Percentiles of the curve in the plot. */
  private static final double[] CURVE = {
    1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99, 99.5, 99.9
  };

  private final Histogram late = new SynchronizedHistogram(TimeUnit.MINUTES.toMicros(10), 3);
  private final Set<String> ids = ConcurrentHashMap.newKeySet();
  private final AtomicLong early = new AtomicLong();
  private final AtomicLong earliestMicros = new AtomicLong();
  private final AtomicLong doubled = new AtomicLong();

  @Override
  public void handle(String id, long dueMillis, long lateMicros) {
    if (!ids.add(id)) {
      doubled.incrementAndGet();
      return;
    }
    if (lateMicros < 0) {
      early.incrementAndGet();
      earliestMicros.accumulateAndGet(-lateMicros, Math::max);
    }
    late.recordValue(Math.min(Math.max(lateMicros, 0), late.getHighestTrackableValue()));
  }

  long count() {
    return ids.size();
  }

  /** Waits until so many have come, or some time after a moment has passed. */
  void await(long expected, long dueMillis, double waitSeconds) throws InterruptedException {
    long limit = dueMillis + (long) (waitSeconds * 1_000);
    while (count() < expected && System.currentTimeMillis() < limit) {
      Thread.sleep(1);
    }
  }

  /** Writes what came of so many. */
  void write(long expected) {
    Child.put("jobs", expected);
    Child.put("undelivered", Math.max(0, expected - count()));
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
