package io.duetime.internal.kernel.state;

import io.duetime.QueueSettings;
import io.duetime.QueueSettings.Rate;
import io.duetime.internal.kernel.job.JobHead.Stage;
import org.jspecify.annotations.Nullable;

/** Says how many jobs a queue may give out now, and when it may give out more. */
public final class Limiter {
  private final QueueState state;
  private @Nullable TokenBucket bucket;

  public Limiter(QueueState state, long now) {
    this.state = state;
    // What was claimed just before the store was opened is not known: begin with an empty bucket.
    this.bucket = bucketFor(state.settings().rate().orElse(null), now, false);
  }

  /** Takes over changed limits; an unchanged rate keeps its tokens. */
  public void changed(QueueSettings before, QueueSettings after, long now) {
    Rate rate = after.rate().orElse(null);
    if (rate == null || !rate.equals(before.rate().orElse(null))) {
      bucket = bucketFor(rate, now, true);
    }
  }

  /** How many of {@code wanted} may be claimed. */
  public int permits(int wanted, long now) {
    QueueSettings settings = state.settings();
    if (settings.isPausedAt(now)) {
      return 0;
    }
    long permits = wanted;
    if (settings.maxRunning() > 0) {
      permits = Math.min(permits, settings.maxRunning() - state.table().count(Stage.LEASED));
    }
    if (bucket != null) {
      permits = Math.min(permits, bucket.available(now));
    }
    return (int) Math.max(permits, 0);
  }

  /** Jobs have been claimed. */
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
    QueueSettings settings = state.settings();
    if (settings.isPausedAt(now)) {
      return settings.pausedUntilMillis();
    }
    long at = bucket == null ? now : bucket.nextTokenAt(now);
    if (isFull(settings)) {
      at = Math.max(at, state.table().nextLeaseDeadline());
    }
    return at;
  }

  /** Whether a limit other than the pause keeps READY jobs waiting. */
  public boolean isFull() {
    return isFull(state.settings());
  }

  private boolean isFull(QueueSettings settings) {
    return settings.maxRunning() > 0 && state.table().count(Stage.LEASED) >= settings.maxRunning();
  }

  private static @Nullable TokenBucket bucketFor(@Nullable Rate rate, long now, boolean full) {
    return rate == null ? null : new TokenBucket(rate, now, full);
  }
}
