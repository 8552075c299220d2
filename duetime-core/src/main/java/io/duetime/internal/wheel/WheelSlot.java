package io.duetime.internal.wheel;

/**
 * The timers of one slot, and how early the earliest of them is.
 *
 * <p>The inherited {@code deadlineMillis} is a lower bound of the timers' deadlines. It is their
 * minimum unless {@code stale}: then a timer that had just this deadline was cancelled, and whether
 * another one has it is not known.
 */
@SuppressWarnings("ReferenceEquality") // a link is an identity
final class WheelSlot extends TimerList {
  boolean stale;

  WheelSlot() {
    forget();
  }

  /** Takes note of a deadline that is being added. */
  void expect(long millis) {
    if (millis <= deadlineMillis) {
      deadlineMillis = millis;
      stale = false;
    }
  }

  /** Unlinks a timer of this slot. */
  void remove(WheelTimer timer) {
    timer.unlink();
    stale |= timer.deadlineMillis == deadlineMillis;
    if (seam == timer) {
      closeSeam();
    }
  }

  /** Forgets what is known of the timers, because they go away. */
  void forget() {
    deadlineMillis = Long.MAX_VALUE;
    stale = false;
    closeSeam();
  }

  /** Returns the earliest deadline; walks the list if the timer that had it was cancelled. */
  long earliestMillis() {
    if (stale) {
      deadlineMillis = walkToEarliest();
      stale = false;
    }
    return deadlineMillis;
  }

  private long walkToEarliest() {
    long earliest = Long.MAX_VALUE;
    for (WheelTimer timer = next; timer != this; timer = timer.next) {
      if (timer.deadlineMillis == deadlineMillis) {
        return deadlineMillis; // nothing is below the bound
      }
      earliest = Math.min(earliest, timer.deadlineMillis);
    }
    return earliest;
  }
}
