package io.duetime.bench.load;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;
import org.jspecify.annotations.Nullable;

/** How late jobs came, in microseconds. Thread-safe. */
public final class LatenessHistogram {
  private static final long LONGEST_MICROS = Duration.ofMinutes(10).toSeconds() * 1_000_000;

  private final Histogram late = new SynchronizedHistogram(LONGEST_MICROS, 3);
  private final AtomicLong early = new AtomicLong();
  private final AtomicLong expected = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicReference<@Nullable Throwable> whyRefused = new AtomicReference<>();
  private final AtomicLong longestLagNanos = new AtomicLong();

  /** A job came now that was due at a moment. */
  public void came(long dueAtMillis) {
    long micros = ChronoUnit.MICROS.between(Instant.ofEpochMilli(dueAtMillis), Instant.now());
    if (micros < 0) {
      early.incrementAndGet();
    }
    late.recordValue(Math.min(Math.max(micros, 0), LONGEST_MICROS));
  }

  /** Jobs have been scheduled by one call and are to come. */
  public void expect(int jobs, CompletionStage<?> answer) {
    expected.addAndGet(jobs);
    answer.whenComplete((done, failure) -> {
      if (failure != null) {
        refused.incrementAndGet();
        whyRefused.compareAndSet(null, failure);
      }
    });
  }

  /** The producer was so far behind its plan. */
  public void producerLag(long nanos) {
    longestLagNanos.accumulateAndGet(nanos, Math::max);
  }

  /** Waits until all that were scheduled have come. */
  public void awaitAll(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (late.getTotalCount() < expected.get()) {
      if (System.nanoTime() > end || refused.get() > 0) {
        throw new IllegalStateException(
            late.getTotalCount()
                + " of "
                + expected
                + " jobs came; "
                + refused
                + " calls were refused",
            whyRefused.get());
      }
      Thread.sleep(10);
    }
  }

  /** How late, in ms, the given part of a hundred came at the most. */
  public double millisAt(double percentile) {
    return late.getValueAtPercentile(percentile) / 1_000.0;
  }

  /** How many came early. */
  public long early() {
    return early.get();
  }

  /** How many have come. */
  public long jobs() {
    return late.getTotalCount();
  }

  /** How far the producer was behind its plan at the worst. */
  public double producerLagMillis() {
    return longestLagNanos.get() / 1e6;
  }

  /** The heading of a table of {@link #row rows}, one for each who was measured. */
  public static void printHeading(PrintStream out) {
    out.println("| who | p50 | p90 | p99 | p99.9 | max | early | jobs | producer's greatest lag |");
    out.println("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
  }

  /** Cells of a table: p50, p90, p99, p99.9, the greatest; how many came early, and how many. */
  public String row() {
    return "%s | %s | %s | %s | %s | %d | %,d | %.1f"
        .formatted(
            millis(50),
            millis(90),
            millis(99),
            millis(99.9),
            millis(100),
            early(),
            jobs(),
            producerLagMillis());
  }

  private String millis(double percentile) {
    return "%.2f".formatted(millisAt(percentile));
  }
}
