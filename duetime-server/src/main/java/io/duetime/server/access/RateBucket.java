package io.duetime.server.access;

/** Allows a number of events a second, and as many at once after a second without any. */
final class RateBucket {
  private static final double NANOS = 1_000_000_000;

  private final double perSecond;
  private final double most;
  private double left;
  private long atNanos;

  RateBucket(double perSecond, double most, long nowNanos) {
    this.perSecond = perSecond;
    this.most = most;
    this.left = most;
    this.atNanos = nowNanos;
  }

  /** Whether an event is allowed now. */
  synchronized boolean hasOne(long nowNanos) {
    left = Math.min(most, left + (nowNanos - atNanos) / NANOS * perSecond);
    atNanos = nowNanos;
    return left >= 1;
  }

  /** Counts an event; false if none is allowed now. */
  synchronized boolean take(long nowNanos) {
    boolean isAllowed = hasOne(nowNanos);
    if (isAllowed) {
      left--;
    }
    return isAllowed;
  }
}
