package io.duetime.internal.async;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Ever longer pauses while something fails: doubling, and at random between half and whole. */
public final class Pauses {
  private final RandomGenerator random;
  private final long firstNanos;
  private final long longestNanos;
  private int failures;

  /** Pauses that begin with {@code first} and grow to {@code longest}, each with jitter. */
  public Pauses(RandomGenerator random, Duration first, Duration longest) {
    this.random = random;
    this.firstNanos = first.toNanos();
    this.longestNanos = longest.toNanos();
  }

  /** The pause after one more failure. */
  public Duration next() {
    long whole = Math.min(longestNanos, firstNanos << Math.min(failures, 20));
    failures++;
    return Duration.ofNanos(whole - random.nextLong(whole / 2 + 1));
  }

  /** Whether it fails at present. */
  public boolean isFailing() {
    return failures > 0;
  }

  /** Begins anew. */
  public void succeeded() {
    failures = 0;
  }
}
