package io.duetime.internal.kernel.state;

import io.duetime.QueueSettings.Rate;

/**
 * A token bucket: {@code permits} tokens come in evenly over each {@code per}, and at most {@code
 * burst} gather.
 *
 * <p>Kept in units of 1/permits of a token's time, so that no rounding lets more through than
 * allowed. A clock that steps back brings no tokens until it has caught up.
 */
final class TokenBucket {
  private final Rate rate;
  private final long perMillis;
  private long tokens;
  // Time that has not become a token yet, in milliseconds × permits; less than perMillis.
  private long remainder;
  private long countedTo;

  TokenBucket(Rate rate, long now, boolean full) {
    this.rate = rate;
    this.perMillis = rate.per().toMillis();
    this.tokens = full ? rate.burst() : 0;
    this.countedTo = now;
  }

  /** How many tokens there are. */
  int available(long now) {
    fill(now);
    return (int) tokens;
  }

  /** Spends tokens; tokens that are missing are taken from future ones. */
  void spend(int count) {
    tokens -= count;
  }

  /** Releases a token that was not used. */
  void release() {
    tokens = Math.min(tokens + 1, rate.burst());
  }

  /** When there is a token: now, or the moment the next one comes in. */
  long nextTokenAt(long now) {
    fill(now);
    if (tokens > 0) {
      return now;
    }
    long missing = (1 - tokens) * perMillis - remainder;
    return countedTo + (missing + rate.permits() - 1) / rate.permits();
  }

  private void fill(long now) {
    long elapsed = now - countedTo;
    if (elapsed <= 0) {
      return;
    }
    countedTo = now;
    // Beyond this the bucket is full in any case, and the product below might overflow.
    long enough = perMillis * (rate.burst() - tokens) / rate.permits() + perMillis;
    long units = Math.min(elapsed, enough) * rate.permits() + remainder;
    tokens = Math.min(tokens + units / perMillis, rate.burst());
    remainder = tokens == rate.burst() ? 0 : units % perMillis;
  }
}
