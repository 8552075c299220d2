package io.duetime.internal.client.work;

import java.time.Duration;

/**
 * Room for the jobs of a worker: one for each handler, and ahead of those twice as many as its
 * handlers were seen to finish while the last claim travelled. As the next claim is sent when half
 * of the jobs in hand are done, handlers that short do not wait for its answer, and slow ones have
 * no job waiting behind them. Handlers that had finished all they had before the answer came could
 * have done more: then the number ahead doubles.
 *
 * <p>While jobs wait for a handler, room is given only by halves: a few large claims cost less than
 * many small ones. Ends that the store has not confirmed take room too once there are many, so that
 * a store that is slow to confirm slows the claiming. Thread safe.
 */
final class Slots {
  private static final int LEAST_UNSETTLED = 1_000;

  /** Enough to keep handlers that do nothing busy while a claim travels. */
  private static final int MOST_AHEAD = 500;

  /** What handlers finish in a longer time than this says nothing of a round trip. */
  private static final long LONGEST_ROUND_TRIP = Duration.ofMillis(5).toNanos();

  private final int size;
  private final int maxUnsettled;

  // Guarded by this.
  private int ahead;
  private int reserved;
  private int waiting;
  private int running;
  private int unsettled;
  private long begun;
  private long ended;
  private long endedBefore;
  private int inHandBefore;

  Slots(int size) {
    this.size = size;
    this.maxUnsettled = Math.max(LEAST_UNSETTLED, 4 * size);
  }

  /** Reserves the room there is, for so many jobs at most. */
  synchronized int reserve(int most) {
    int room = Math.min(most, room());
    if (room <= 0) {
      return 0;
    }
    inHandBefore = waiting + running;
    endedBefore = ended;
    reserved += room;
    return room;
  }

  /** Releases room that was not used. */
  synchronized void release(int slots) {
    reserved -= slots;
  }

  /**
   * Uses room that was reserved: so many jobs wait for a handler.
   *
   * @param nanos how long the claim that brought them took
   */
  synchronized void use(int jobs, long nanos) {
    reserved -= jobs;
    waiting += jobs;
    if (inHandBefore > 0) {
      ahead = Math.max(0, Math.min(MOST_AHEAD, newAhead(nanos)));
    }
  }

  private int newAhead(long nanos) {
    int finished = (int) (ended - endedBefore);
    if (nanos > LONGEST_ROUND_TRIP) {
      return (int) (2L * finished * LONGEST_ROUND_TRIP / nanos) - size;
    }
    return finished >= inHandBefore ? 2 * ahead + finished : 2 * finished - size;
  }

  /** A job has begun; whether there is room. */
  synchronized boolean begun() {
    waiting--;
    running++;
    begun++;
    return room() > 0;
  }

  /** Jobs that waited are not begun any more. */
  synchronized void withdraw(int jobs) {
    waiting -= jobs;
    ahead = 0;
  }

  /** A handler has ended, and its job is still to be settled; whether there is room. */
  synchronized boolean ended() {
    running--;
    unsettled++;
    ended++;
    return room() > 0;
  }

  /** A job of an ended handler has been settled, or cannot be; whether that made room. */
  synchronized boolean settled() {
    boolean wasFull = room() <= 0;
    unsettled--;
    return wasFull && room() > 0;
  }

  /** How many jobs have begun so far. */
  synchronized long begunSoFar() {
    return begun;
  }

  /** Whether more jobs are in hand than there are handlers. */
  synchronized boolean isAhead() {
    return waiting + running > size;
  }

  /** Whether nothing is under way at all. */
  synchronized boolean isIdle() {
    return reserved + waiting + running + unsettled == 0;
  }

  private int room() {
    int inHand = reserved + waiting + running;
    int room = Math.min(size + ahead - inHand, maxUnsettled - unsettled - inHand);
    return waiting > 0 && 2 * room < size + ahead ? 0 : room;
  }
}
