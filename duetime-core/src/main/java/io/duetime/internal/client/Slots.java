package io.duetime.internal.client;

/**
 * Room for handlers, and a bound on jobs whose end the store has not confirmed yet, so that a store
 * that is slow to confirm slows the claiming. Thread safe.
 */
final class Slots {
  private static final int LEAST_UNSETTLED = 1_000;

  private final int size;
  private final int maxUnsettled;

  // Guarded by this.
  private int free;
  private int unsettled;

  Slots(int size) {
    this.size = size;
    this.free = size;
    this.maxUnsettled = Math.max(LEAST_UNSETTLED, 4 * size);
  }

  /** Takes all the room there is. */
  synchronized int reserve() {
    int room = Math.min(free, maxUnsettled - unsettled - (size - free));
    if (room <= 0) {
      return 0;
    }
    free -= room;
    return room;
  }

  /** Gives back room that was not used. */
  synchronized void giveBack(int slots) {
    free += slots;
  }

  /** A handler has ended; its job is still to be settled. */
  synchronized void ended() {
    free++;
    unsettled++;
  }

  /** A job of an ended handler has been settled, or cannot be. */
  synchronized void settled() {
    unsettled--;
  }

  /** How many are taken. */
  synchronized int taken() {
    return size - free;
  }

  /** Whether nothing is under way at all. */
  synchronized boolean isIdle() {
    return free == size && unsettled == 0;
  }
}
