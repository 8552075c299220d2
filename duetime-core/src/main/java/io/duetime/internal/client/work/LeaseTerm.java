package io.duetime.internal.client.work;

/**
 * How long this process may count on one lease, on the monotonic clock. It is counted from before
 * the claim, or the extension, was sent, so that it never ends later here than in the store. Thread
 * safe.
 */
final class LeaseTerm {
  private static final int PARTS = 3;

  private final long leaseNanos;

  // Guarded by this.
  private long untilNanos;
  private long extendAtNanos;
  private boolean underWay;
  private boolean ending;

  LeaseTerm(long leaseNanos, long sentNanos) {
    this.leaseNanos = leaseNanos;
    begin(sentNanos);
  }

  /** The store has granted the lease, or extended it, by a call that was sent at a moment. */
  synchronized void begin(long sentNanos) {
    untilNanos = sentNanos + leaseNanos;
    extendAtNanos = sentNanos + leaseNanos / PARTS;
    underWay = false;
  }

  /** An extension could not be made; it is tried again. */
  synchronized void failed(long againAtNanos) {
    extendAtNanos = againAtNanos;
    underWay = false;
  }

  /** Lets the lease run out. */
  synchronized void letLapse() {
    ending = true;
  }

  /** Whether an extension is to be sent by now; then the caller sends it. */
  synchronized boolean claimExtension(long byNanos) {
    if (ending || underWay || extendAtNanos - byNanos > 0) {
      return false;
    }
    underWay = true;
    return true;
  }

  synchronized boolean isOver(long nowNanos) {
    return untilNanos - nowNanos <= 0;
  }

  /** How long until there is something to do about it. */
  synchronized long nextNanos(long nowNanos) {
    long moment = ending || underWay ? untilNanos : Math.min(extendAtNanos, untilNanos);
    return Math.max(0, moment - nowNanos);
  }
}
