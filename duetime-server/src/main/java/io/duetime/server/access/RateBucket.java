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
  boolean take(long nowNanos) {
    return take(1, nowNanos);
  }

  /**
   * Counts several events at once; false if none of them is allowed now. More than are allowed at
   * once need a full bucket, and further ones then wait for as long as these would have taken.
   */
  synchronized boolean take(int count, long nowNanos) {
    boolean isAllowed = hasOne(nowNanos) && left >= Math.min(count, most);
    if (isAllowed) {
      left -= count;
    }
    return isAllowed;
  }
}
