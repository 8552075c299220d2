package io.duetime.kernel.state;

import io.duetime.QueueSettings;
import io.duetime.QueueSettings.Rate;
import io.duetime.kernel.job.JobHead.Stage;
import org.jspecify.annotations.Nullable;

/** Says how many jobs a queue may give out now, and when it may give out more. */
public final class Limiter {
  private final JobTable table;
  private QueueSettings settings;
  private @Nullable TokenBucket bucket;

  Limiter(JobTable table, QueueSettings settings, long now) {
    this.table = table;
    this.settings = settings;
    // What was claimed just before the store was opened is not known: begin with an empty bucket.
    this.bucket = bucketFor(settings.rate().orElse(null), now, false);
  }

  /** Takes over changed limits; an unchanged rate keeps its tokens. */
  void changed(QueueSettings after, long now) {
    Rate rate = after.rate().orElse(null);
    if (rate == null || !rate.equals(settings.rate().orElse(null))) {
      bucket = bucketFor(rate, now, true);
    }
    settings = after;
  }

  /** How many of {@code wanted} may be claimed. */
  public int permits(int wanted, long now) {
    if (settings.isPausedAt(now)) {
      return 0;
    }
    long permits = wanted;
    if (settings.maxRunning() > 0) {
      permits = Math.min(permits, settings.maxRunning() - table.count(Stage.LEASED));
    }
    if (bucket != null) {
      permits = Math.min(permits, bucket.available(now));
    }
    return (int) Math.max(permits, 0);
  }

  public void claimed(int count) {
    if (bucket != null) {
      bucket.spend(count);
    }
  }

  /** A job was released before it was begun; answers whether that releases a token for another. */
  public boolean released() {
    if (bucket == null) {
      return false;
    }
    bucket.release();
    return true;
  }

  /** The first moment at which the limits allow a claim. */
  public long nextPermitAt(long now) {
    if (settings.isPausedAt(now)) {
      return settings.pausedUntilMillis();
    }
    long at = bucket == null ? now : bucket.nextTokenAt(now);
    if (isFull()) {
      at = Math.max(at, table.leased().next());
    }
    return at;
  }

  /** Whether a limit other than the pause keeps READY jobs waiting. */
  public boolean isFull() {
    return settings.maxRunning() > 0 && table.count(Stage.LEASED) >= settings.maxRunning();
  }

  private static @Nullable TokenBucket bucketFor(@Nullable Rate rate, long now, boolean full) {
    return rate == null ? null : new TokenBucket(rate, now, full);
  }

  /**
   * A token bucket: {@code permits} tokens come in evenly over each {@code per}, and at most {@code
   * burst} gather.
   *
   * <p>Kept in units of 1/permits of a token's time, so that no rounding lets more through than
   * allowed. A clock that steps back brings no tokens until it has caught up.
   */
  static final class TokenBucket {
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

    int available(long now) {
      fill(now);
      return (int) tokens;
    }

    /** Spends tokens; tokens that are missing are taken from future ones. */
    void spend(int count) {
      tokens -= count;
    }

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
}
