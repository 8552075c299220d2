package io.duetime.wheel;

import io.duetime.wheel.WheelLevels.WheelSlot;
import java.util.function.Consumer;

/**
 * Holds timers until their deadlines: a hierarchical timing wheel with ticks of one millisecond.
 *
 * <h2>The idea</h2>
 *
 * <p>Write a deadline as a number in base 64: eleven digits do for any {@code long}. Level <i>n</i>
 * of the wheel has one slot for each value of digit <i>n</i>, and a slot is a list. A timer waits
 * at the highest digit in which its deadline still differs from the current time, in the slot of
 * that digit's value. So level 0 holds what is due within the current 64 ms, a slot for each
 * millisecond; level 1 what is due within the current 4,096 ms, in slots of 64 ms; and so on. When
 * time reaches the beginning of a slot above level 0, one more digit has become equal, and the
 * slot's timers move down, each to the next digit that differs; if none does, it is due. So a timer
 * moves at most once a level, and in the end is alone with those of its very millisecond.
 *
 * <p>All timers of a level are due before all timers of the levels above it, and no slot behind the
 * current digit is ever in use. A word of 64 bits for each level tells which slots are, and another
 * word which levels are, so that the next slot is found by counting trailing zeros, twice. What is
 * empty costs nothing: a jump of a century over no timers is one step.
 *
 * <p>Adding, cancelling and moving a timer is O(1). {@link #advance} is O(1) for each timer and
 * level passed.
 *
 * <p>Hierarchical wheels are scheme 7 of G. Varghese and T. Lauck, <i>Hashed and Hierarchical
 * Timing Wheels: Data Structures for the Efficient Implementation of a Timer Facility</i>, SOSP
 * 1987. To choose the level by the highest differing digit is how radix heaps choose their bucket
 * (R. Ahuja, K. Mehlhorn, J. Orlin, R. Tarjan, <i>Faster Algorithms for the Shortest Path
 * Problem</i>, 1990). To find the next event by a bitmap of occupied slots is common in calendars
 * of operating systems, such as the pending map of Linux's timer wheel and the run queues of many
 * schedulers.
 *
 * <h2>Order</h2>
 *
 * <p>Timers expire in ascending order of their deadlines, and those of one millisecond in the order
 * they were scheduled. Timers that were already due when they were scheduled come first in the
 * following {@link #advance}, in the order they were scheduled.
 *
 * <h2>Time</h2>
 *
 * <p>The wheel has no clock and no thread. Its time is what {@link #advance} was last told, and
 * never goes back. A deadline is compared with nothing else.
 *
 * <p>Not thread-safe.
 *
 * @param <T> the timers it holds
 */
@SuppressWarnings("ReferenceEquality") // a link is an identity
public final class TimingWheel<T extends WheelTimer> {
  /** What {@link #nextExpiry} answers when nothing is scheduled. */
  public static final long NEVER = Long.MAX_VALUE;

  /** What is due later than now. */
  final WheelLevels levels = new WheelLevels();

  /** What time has reached, in the order to be handed out. */
  final TimerList due = new TimerList();

  /** What a sink scheduled that was already due: kept apart, or an advance might never end. */
  final TimerList dueNextTime = new TimerList();

  long currentMillis;
  int size;
  private boolean advancing;

  /**
   * Makes an empty wheel.
   *
   * @param currentMillis the wheel's time until it is first advanced, 0 or later
   */
  public TimingWheel(long currentMillis) {
    requireNotNegative(currentMillis);
    this.currentMillis = currentMillis;
  }

  /** Returns the number of timers scheduled and neither expired nor cancelled. */
  public int size() {
    return size;
  }

  /** Returns the wheel's time. */
  public long currentMillis() {
    return currentMillis;
  }

  /**
   * Puts a timer into the wheel; takes O(1).
   *
   * @param timer a timer that is not scheduled
   * @param deadlineMillis the moment from which it is due, any from 0 to {@link Long#MAX_VALUE};
   *     one that the wheel's time has reached is due in the next {@link #advance}, even to the same
   *     time
   * @throws IllegalStateException if the timer is in a wheel already
   */
  public void schedule(T timer, long deadlineMillis) {
    requireNotNegative(deadlineMillis);
    if (timer.isScheduled()) {
      throw new IllegalStateException("already scheduled for " + timer.deadlineMillis);
    }
    timer.deadlineMillis = deadlineMillis;
    size++;
    if (advancing && deadlineMillis <= currentMillis) {
      dueNextTime.add(timer);
    } else {
      listFor(timer).add(timer);
    }
  }

  /**
   * Takes a timer out of the wheel before it expires; takes O(1).
   *
   * @param timer a timer of this wheel, or one that is not scheduled
   * @return whether it was scheduled; a timer that is being handed to a sink no longer is
   */
  public boolean cancel(T timer) {
    if (!timer.isScheduled()) {
      return false;
    }
    size--;
    if (timer.deadlineMillis > currentMillis) {
      levels.remove(timer, currentMillis);
    } else {
      timer.unlink();
    }
    return true;
  }

  /**
   * Returns the earliest deadline of all timers, the wheel's time if one is already due, {@link
   * #NEVER} if there is none. An owner that sleeps until then is never late.
   *
   * <p>Takes O(1), except for the first call after the cancelling of the earliest timer, if that
   * was 64 ms or more ahead: then the other timers of its slot are walked, once. An owner that
   * already sleeps need not ask again because of a cancelling.
   */
  public long nextExpiry() {
    if (!due.isEmpty() || !dueNextTime.isEmpty()) {
      return currentMillis;
    }
    return levels.isEmpty() ? NEVER : levels.earliestMillis();
  }

  /**
   * Moves time forward and hands out every timer that is due.
   *
   * @see #advance(long, int, Consumer)
   */
  public int advance(long nowMillis, Consumer<? super T> sink) {
    return advance(nowMillis, Integer.MAX_VALUE, sink);
  }

  /**
   * Moves time forward and hands out timers that are due, a bounded number of them. If there are
   * more, time stays at the deadline it has come to, and the next call goes on from there.
   *
   * <p>A timer has left the wheel when the sink gets it, so the sink may schedule it again. It may
   * also schedule and cancel any other timer: what it schedules for a later millisecond that is not
   * after {@code nowMillis} is handed out in its turn by the same call; what it schedules for the
   * millisecond being handed out or an earlier one waits for the next call, so that every call
   * ends. What a sink throws ends the call, with the remaining timers in place.
   *
   * @param nowMillis the new time; nothing happens if it is before the wheel's time
   * @param limit the number of timers at which to stop, 1 or more
   * @param sink called with each timer
   * @return how many timers were handed out; when less than the limit, no more were due
   * @throws IllegalStateException if called by the sink
   */
  public int advance(long nowMillis, int limit, Consumer<? super T> sink) {
    requireAdvance(limit);
    if (nowMillis < currentMillis) {
      return 0;
    }
    advancing = true;
    try {
      int expired = 0;
      while (expired < limit && moveToDue(nowMillis)) {
        handOut(sink);
        expired++;
      }
      return expired;
    } finally {
      advancing = false;
      due.addAll(dueNextTime);
    }
  }

  /**
   * Visits every timer in the wheel, in no particular order. The visitor must not change the wheel.
   */
  public void forEach(Consumer<? super T> visitor) {
    visit(due, visitor);
    visit(dueNextTime, visitor);
    for (WheelSlot slot : levels.slots) {
      if (slot != null) {
        visit(slot, visitor);
      }
    }
  }

  /** Moves time up to the next timers that are due at the given time; false if there are none. */
  private boolean moveToDue(long nowMillis) {
    while (due.isEmpty()) {
      if (levels.isEmpty()) {
        currentMillis = nowMillis;
        return false;
      }
      int position = levels.firstPosition();
      long startMillis = WheelLevels.startOf(position, currentMillis);
      if (startMillis > nowMillis) {
        currentMillis = nowMillis;
        return false;
      }
      currentMillis = startMillis;
      enter(levels.vacate(position), position);
    }
    return true;
  }

  /** Empties a slot that time has reached: its timers are due or go to lower levels. */
  private void enter(WheelSlot slot, int position) {
    if (position < WheelLevels.SLOTS) {
      due.addAll(slot); // one millisecond
    } else {
      moveDown(slot);
    }
  }

  /**
   * Gives each timer its new place. Far-off timers are seldom in a cache, and a list makes the
   * processor wait for each before it learns of the next; walked from both ends it waits for two at
   * a time, which takes about half as long. All lists that timers go to were empty until now.
   */
  private void moveDown(WheelSlot slot) {
    WheelTimer front = slot.next;
    WheelTimer back = slot.previous;
    slot.abandon();
    while (front != back && front.next != back) {
      WheelTimer nextFront = front.next;
      WheelTimer nextBack = back.previous;
      listFor(front).addFromFront(front);
      listFor(back).addFromBack(back);
      front = nextFront;
      back = nextBack;
    }
    listFor(front).addFromFront(front);
    if (front != back) {
      listFor(back).addFromBack(back);
    }
    due.closeSeam();
  }

  /** Returns the list where a timer belongs, for it to be added there. */
  private TimerList listFor(WheelTimer timer) {
    return timer.deadlineMillis > currentMillis
        ? levels.expect(timer.deadlineMillis, currentMillis)
        : due;
  }

  @SuppressWarnings("unchecked") // only schedule() puts timers into the lists
  private void handOut(Consumer<? super T> sink) {
    T timer = (T) due.removeFirst();
    size--;
    sink.accept(timer);
  }

  @SuppressWarnings("unchecked") // only schedule() puts timers into the lists
  private void visit(TimerList list, Consumer<? super T> visitor) {
    for (WheelTimer timer = list.next; timer != list; timer = timer.next) {
      visitor.accept((T) timer);
    }
  }

  private void requireAdvance(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be 1 or more: " + limit);
    }
    if (advancing) {
      throw new IllegalStateException("a sink must not advance the wheel");
    }
  }

  private static void requireNotNegative(long millis) {
    if (millis < 0) {
      throw new IllegalArgumentException("time must be 0 or later: " + millis);
    }
  }
}
