package io.duetime.wheel;

/**
 * Timers in the order they were added: a circular doubly linked list, closed by this object.
 *
 * <p>A list can be filled from another one that is walked from both ends at once. Then the timers
 * that came from the front and those that came from the back meet at a seam, and it is at the seam
 * that each further one goes in.
 */
@SuppressWarnings("ReferenceEquality") // a link is an identity
class TimerList extends WheelTimer {
  /** The last timer that came from the front; this list itself when no seam is open. */
  WheelTimer seam = this;

  final boolean isEmpty() {
    return next == this;
  }

  final void add(WheelTimer timer) {
    link(previous, timer, this);
  }

  /** Adds what is before everything that came from the back; the seam must have been closed. */
  final void addFromFront(WheelTimer timer) {
    link(seam, timer, seam.next);
    seam = timer;
  }

  /** Adds what is behind everything that came from the front. */
  final void addFromBack(WheelTimer timer) {
    link(seam, timer, seam.next);
  }

  /** Forgets the seam, or it would keep a timer alive that is no longer in the list. */
  final void closeSeam() {
    seam = this;
  }

  /** Moves all timers of another list, in their order, behind those of this one. */
  final void addAll(TimerList other) {
    if (other.isEmpty()) {
      return;
    }
    previous.next = other.next;
    other.next.previous = previous;
    previous = other.previous;
    previous.next = this;
    other.abandon();
  }

  /** Unlinks and returns the first timer; the list must not be empty. */
  final WheelTimer removeFirst() {
    WheelTimer first = next;
    first.unlink();
    return first;
  }

  /** Makes this list empty without touching what was in it. */
  final void abandon() {
    previous = this;
    next = this;
  }

  private static void link(WheelTimer before, WheelTimer timer, WheelTimer after) {
    timer.previous = before;
    timer.next = after;
    before.next = timer;
    after.previous = timer;
  }
}
