package io.duetime.wheel;

/**
 * A timer of a {@link TimingWheel}, to be extended by the class that has the deadline.
 *
 * <p>The links of the wheel's lists are fields of the timer itself: a pending timer is one object,
 * and scheduling or cancelling it allocates nothing. A timer is in one wheel at most; after it has
 * expired or was cancelled it may be scheduled again, in any wheel.
 *
 * <p>Not thread-safe: the wheel's owner guards its timers together with the wheel.
 */
@SuppressWarnings("ReferenceEquality") // a link is an identity
public abstract class WheelTimer {
  long deadlineMillis;

  // A timer in no list is linked to itself: so links are never null and unlinking has no branch.
  WheelTimer previous = this;
  WheelTimer next = this;

  /** Makes a timer that is in no wheel. */
  protected WheelTimer() {}

  /** Returns the moment this timer was last scheduled for, 0 if it never was. */
  public final long deadlineMillis() {
    return deadlineMillis;
  }

  /** Returns whether this timer is in a wheel, waiting to expire. */
  public final boolean isScheduled() {
    return next != this;
  }

  final void unlink() {
    previous.next = next;
    next.previous = previous;
    previous = this;
    next = this;
  }
}
