package io.duetime.internal.client;

/**
 * Room for handlers, and a bound on jobs whose end the store has not confirmed yet, so that a store
 * that is slow to confirm slows the claiming.
 *
 * <p>While a job still waits for its thread there is no room: handlers that end sooner than threads
 * come to all jobs are given a few large claims, not many small ones. Thread safe.
 */
final class Slots {
  private static final int LEAST_UNSETTLED = 1_000;

  private final int size;
  private final int maxUnsettled;

  // Guarded by this.
  private int free;
  private int waiting;
  private int unsettled;

  Slots(int size) {
    this.size = size;
    this.free = size;
    this.maxUnsettled = Math.max(LEAST_UNSETTLED, 4 * size);
  }

  /** Takes all the room there is. */
  synchronized int reserve() {
    if (waiting > 0) {
      return 0;
    }
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

  /** Room that was taken is used: so many jobs wait for their threads. */
  synchronized void use(int jobs) {
    waiting += jobs;
  }

  /** A job does not wait any more; whether that may have made room. */
  synchronized boolean begun() {
    waiting--;
    return waiting == 0;
  }

  /** Jobs that waited are not begun any more. */
  synchronized void withdraw(int jobs) {
    waiting -= jobs;
    free += jobs;
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
