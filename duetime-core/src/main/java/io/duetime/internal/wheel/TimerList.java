package io.duetime.internal.wheel;

/** Timers in the order they were appended: a circular doubly linked list, closed by this object. */
@SuppressWarnings("ReferenceEquality") // a link is an identity
class TimerList extends WheelTimer {

  final boolean isEmpty() {
    return next == this;
  }

  final void append(WheelTimer timer) {
    WheelTimer last = previous;
    timer.previous = last;
    timer.next = this;
    last.next = timer;
    previous = timer;
  }

  /** Moves all timers of another list, in their order, behind those of this one. */
  final void appendAll(TimerList other) {
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
}
