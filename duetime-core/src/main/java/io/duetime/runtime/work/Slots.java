package io.duetime.runtime.work;

import java.time.Duration;

/**
 * Computes how many jobs a worker claims: one for each handler, and ahead of those twice as many as
 * its handlers finished while the last claim travelled. The next claim is sent when half of the
 * jobs are done. So very short handlers do not wait for its answer, and behind slow handlers no job
 * waits. If the handlers finished all their jobs before the answer came, they could have done more:
 * then the number ahead doubles.
 *
 * <p>While jobs wait for a handler, room is given only by halves: a few large claims cost less than
 * many small ones. Many ends that the store has not confirmed also use room, so that a slow store
 * slows the claiming. Thread safe.
 */
final class Slots {
  private static final int LEAST_UNSETTLED = 1_000;

  /** Enough to keep handlers busy that do nothing while a claim travels. */
  private static final int MOST_AHEAD = 500;

  /** The longest claim from which a round trip can be judged. */
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

  /** Reserves the free room, for at most {@code most} jobs. */
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
   * Uses reserved room for jobs that wait for a handler.
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

  /** Notes that a job has begun; answers whether room is free. */
  synchronized boolean begun() {
    waiting--;
    running++;
    begun++;
    return room() > 0;
  }

  /** Notes that waiting jobs will not begin. */
  synchronized void withdraw(int jobs) {
    waiting -= jobs;
    ahead = 0;
  }

  /**
   * Notes that a handler has ended and its job is not settled yet; answers whether room is free.
   */
  synchronized boolean ended() {
    running--;
    unsettled++;
    ended++;
    return room() > 0;
  }

  /**
   * Notes that the job of an ended handler is settled or cannot be; answers whether that made room.
   */
  synchronized boolean settled() {
    boolean wasFull = room() <= 0;
    unsettled--;
    return wasFull && room() > 0;
  }

  /** How many jobs have begun so far. */
  synchronized long begunSoFar() {
    return begun;
  }

  /** Whether the worker has more jobs than handlers. */
  synchronized boolean isAhead() {
    return waiting + running > size;
  }

  /** Whether the worker has no job. */
  synchronized boolean isIdle() {
    return reserved + waiting + running + unsettled == 0;
  }

  private int room() {
    int inHand = reserved + waiting + running;
    int room = Math.min(size + ahead - inHand, maxUnsettled - unsettled - inHand);
    return waiting > 0 && 2 * room < size + ahead ? 0 : room;
  }
}
