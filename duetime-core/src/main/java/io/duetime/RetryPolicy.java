package io.duetime;

import java.time.Duration;

/** How often a job is tried and how long to wait between attempts. */
public final class RetryPolicy {
  /** Ten attempts, 1 s doubling to 1 h. */
  public static final RetryPolicy DEFAULT = new RetryPolicy(10);

  private final int maxAttempts;

  private RetryPolicy(int maxAttempts) {
    this.maxAttempts = maxAttempts;
  }

  /** One attempt. */
  public static RetryPolicy none() {
    return new RetryPolicy(1);
  }

  /** How many attempts at most; {@link Integer#MAX_VALUE} for no end. */
  public int maxAttempts() {
    return maxAttempts;
  }

  /** How long to wait after a failed attempt, in milliseconds. */
  public long delayMillis(String id, int attempt) {
    return Math.min(Duration.ofHours(1).toMillis(), 1000L << Math.min(attempt - 1, 20));
  }
}
