package io.duetime.async;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Computes pauses between attempts that fail: each twice as long as the one before, with jitter of
 * up to half.
 */
public final class Pauses {
  private final RandomGenerator random;
  private final long firstNanos;
  private final long longestNanos;
  private int failures;

  /** Creates pauses that grow from {@code first} to {@code longest}. */
  public Pauses(RandomGenerator random, Duration first, Duration longest) {
    this.random = random;
    this.firstNanos = first.toNanos();
    this.longestNanos = longest.toNanos();
  }

  public Duration next() {
    long whole = Math.min(longestNanos, firstNanos << Math.min(failures, 20));
    failures++;
    return Duration.ofNanos(whole - random.nextLong(whole / 2 + 1));
  }

  public boolean isFailing() {
    return failures > 0;
  }

  /** Starts again with the first pause. */
  public void succeeded() {
    failures = 0;
  }
}
