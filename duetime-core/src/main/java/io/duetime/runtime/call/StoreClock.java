package io.duetime.runtime.call;

import io.duetime.TimeSource;
import java.time.Duration;
import java.time.Instant;

/**
 * Estimates the store's clock. A store in this process has the same clock. Each answer of another
 * store names a moment between question and answer; the narrowest recent bounds are kept. Thread
 * safe.
 */
public final class StoreClock {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Clocks drift by up to 0.05 %: old bounds widen at this rate. */
  private static final long DRIFT_DIVISOR = 2_000;

  private final TimeSource time;
  private final boolean same;

  // Guarded by this. Store time minus monotonic time, in nanoseconds, is between the two.
  private long low;
  private long high;
  private long learnedAt;
  private boolean known;

  /** Creates a clock; {@code same} if the store uses the clock of this process. */
  public StoreClock(TimeSource time, boolean same) {
    this.time = time;
    this.same = same;
  }

  /** Learns from an answer that the store gave at its {@code nowMillis}. */
  public synchronized void learn(long nowMillis, long sentNanos) {
    if (same) {
      return;
    }
    long received = time.nanoTime();
    long sampleLow = nowMillis * NANOS_PER_MILLI - received;
    long sampleHigh = (nowMillis + 1) * NANOS_PER_MILLI - sentNanos;
    long drift = (received - learnedAt) / DRIFT_DIVISOR;
    long newLow = Math.max(sampleLow, low - drift);
    long newHigh = Math.min(sampleHigh, high + drift);
    boolean stepped = !known || newLow > newHigh;
    low = stepped ? sampleLow : newLow;
    high = stepped ? sampleHigh : newHigh;
    learnedAt = received;
    known = true;
  }

  /** Returns how long it is until the store's clock shows a moment; negative if it has passed. */
  public Duration until(long epochMillis) {
    Instant now = now();
    Instant moment = Instant.ofEpochMilli(epochMillis);
    return Duration.between(now, moment);
  }

  /** Estimates what the store's clock shows now. */
  public synchronized Instant now() {
    if (same || !known) {
      return time.instant();
    }
    long nanos = time.nanoTime() + low + (high - low) / 2;
    return Instant.ofEpochSecond(0, nanos);
  }
}
