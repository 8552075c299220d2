package io.duetime.runtime.work;

import java.util.concurrent.TimeUnit;

/**
 * Computes how long this process may rely on one lease, on the monotonic clock. It counts from
 * before the claim or extension was sent, and leaves out a millisecond because the store rounds its
 * clock down, so that it never ends later here than in the store. Thread safe.
 */
final class LeaseTerm {
  private static final int PARTS = 3;

  private static final long ROUNDING = TimeUnit.MILLISECONDS.toNanos(1);

  /** How long a note waits after the claim, or the extension before. */
  private static final long NOTE_PAUSE = TimeUnit.SECONDS.toNanos(1);

  private final long leaseNanos;

  // Guarded by this.
  private long beganNanos;
  private long untilNanos;
  private long extendAtNanos;
  private boolean underWay;
  private boolean checking;
  private long checkAtNanos;
  private boolean noted;
  private boolean ending;

  LeaseTerm(long leaseNanos, long sentNanos) {
    this.leaseNanos = leaseNanos;
    begin(sentNanos);
  }

  /** Notes that the store granted or extended the lease by a call that was sent at a moment. */
  synchronized void begin(long sentNanos) {
    untilNanos = sentNanos + leaseNanos - ROUNDING;
    beganNanos = sentNanos;
    extendAtNanos = sentNanos + leaseNanos / PARTS;
    underWay = false;
    noted = false;
    checking &= checkAtNanos - sentNanos > 0;
  }

  /** Makes an extension due at a moment, unless the newest that was answered was sent since. */
  synchronized void checkAt(long nanos) {
    checking = nanos - beganNanos >= 0;
    checkAtNanos = nanos;
  }

  /** Makes an extension due that carries a note. */
  synchronized void noted() {
    noted = true;
  }

  private long noteAtNanos() {
    return beganNanos + NOTE_PAUSE;
  }

  /** Notes that an extension failed and must be repeated. */
  synchronized void failed(long againAtNanos) {
    extendAtNanos = againAtNanos;
    checkAtNanos = againAtNanos;
    noted = false; // the repeated extension carries the note
    underWay = false;
  }

  /** Stops extensions, so that the lease lapses. */
  synchronized void letLapse() {
    ending = true;
  }

  /** Whether an extension is due, to keep the lease or to check it; then the caller sends it. */
  synchronized boolean claimExtension(long nowNanos, long byNanos) {
    boolean isDue =
        extendAtNanos - byNanos <= 0
            || (checking && checkAtNanos - nowNanos <= 0)
            || (noted && noteAtNanos() - nowNanos <= 0);
    if (ending || underWay || !isDue) {
      return false;
    }
    underWay = true;
    return true;
  }

  synchronized boolean isOver(long nowNanos) {
    return untilNanos - nowNanos <= 0;
  }

  /** How long it is until the next extension, or until the lease is over. */
  synchronized long nextNanos(long nowNanos) {
    long next = untilNanos - nowNanos;
    if (!ending && !underWay) {
      next = Math.min(next, extendAtNanos - nowNanos);
      next = noted ? Math.min(next, noteAtNanos() - nowNanos) : next;
      next = checking ? Math.min(next, checkAtNanos - nowNanos) : next;
    }
    return Math.max(0, next);
  }
}
