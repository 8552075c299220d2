package io.duetime.wheel;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The slots of all levels and which of them are occupied.
 *
 * <p>A slot's position is its level and its digit in one number. The position of a timer follows
 * from its deadline and the time alone, and stays the same until time reaches the slot's beginning;
 * so neither the timer nor the slot needs to remember it.
 */
final class WheelLevels {
  static final int DIGIT_BITS = 6;
  static final int SLOTS = 1 << DIGIT_BITS;
  static final int LEVELS = (Long.SIZE - 1 + DIGIT_BITS - 1) / DIGIT_BITS;

  /** The slots by position; null where no timer has ever been. */
  final @Nullable WheelSlot[] slots = new @Nullable WheelSlot[LEVELS * SLOTS];

  /** Bit d of word n is set when the slot of digit d on level n has timers. */
  final long[] occupiedSlots = new long[LEVELS];

  /** Bit n is set when level n has timers. */
  int occupiedLevels;

  boolean isEmpty() {
    return occupiedLevels == 0;
  }

  /**
   * Marks the slot of a deadline after now as having a timer, and returns it for one to be added.
   */
  WheelSlot expect(long deadlineMillis, long nowMillis) {
    int position = positionOf(deadlineMillis, nowMillis);
    int level = position >>> DIGIT_BITS;
    occupiedSlots[level] |= 1L << position; // the shift takes the digit alone
    occupiedLevels |= 1 << level;
    WheelSlot slot = slots[position];
    if (slot == null) {
      slot = new WheelSlot();
      slots[position] = slot;
    }
    slot.expect(deadlineMillis);
    return slot;
  }

  /** Removes a timer whose deadline is after now. */
  void remove(WheelTimer timer, long nowMillis) {
    int position = positionOf(timer.deadlineMillis, nowMillis);
    WheelSlot slot = slotAt(position);
    slot.remove(timer);
    if (slot.isEmpty()) {
      vacate(position);
    }
  }

  /** Returns the position of the earliest slot that has timers; there must be one. */
  int firstPosition() {
    int level = Integer.numberOfTrailingZeros(occupiedLevels);
    return (level << DIGIT_BITS) | Long.numberOfTrailingZeros(occupiedSlots[level]);
  }

  /** Returns the earliest deadline; there must be one. */
  long earliestMillis() {
    return slotAt(firstPosition()).earliestMillis();
  }

  /** Marks a slot as having no timers, and returns it for its timers to be taken away. */
  WheelSlot vacate(int position) {
    int level = position >>> DIGIT_BITS;
    long others = occupiedSlots[level] & ~(1L << position);
    occupiedSlots[level] = others;
    if (others == 0) {
      occupiedLevels &= ~(1 << level);
    }
    WheelSlot slot = slotAt(position);
    slot.forget();
    return slot;
  }

  /** Returns the first millisecond of a slot that has timers. */
  static long startOf(int position, long nowMillis) {
    int shift = (position >>> DIGIT_BITS) * DIGIT_BITS;
    long digit = position & (SLOTS - 1);
    return (((nowMillis >>> shift) & -SLOTS) | digit) << shift;
  }

  /** Returns where a deadline after now belongs: at the highest digit in which the two differ. */
  static int positionOf(long deadlineMillis, long nowMillis) {
    int highestBit = Long.SIZE - 1 - Long.numberOfLeadingZeros(deadlineMillis ^ nowMillis);
    int level = highestBit / DIGIT_BITS;
    int digit = (int) (deadlineMillis >>> (level * DIGIT_BITS)) & (SLOTS - 1);
    return (level << DIGIT_BITS) | digit;
  }

  private WheelSlot slotAt(int position) {
    return Objects.requireNonNull(slots[position]);
  }

  /**
   * The timers of one slot, and how early the earliest of them is.
   *
   * <p>The inherited {@code deadlineMillis} is a lower bound of the timers' deadlines. It is their
   * minimum unless {@code stale}: then a timer that had just this deadline was cancelled, and
   * whether another one has it is not known.
   */
  @SuppressWarnings("ReferenceEquality") // a link is an identity
  static final class WheelSlot extends TimerList {
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
}
