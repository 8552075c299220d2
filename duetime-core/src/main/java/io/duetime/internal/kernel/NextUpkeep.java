package io.duetime.internal.kernel;

/**
 * When a queue needs upkeep next, so that the many queues in which nothing happens cost one look at
 * a number. The moment is written by the thread that works on the queue and read by any; the rest
 * is that thread's.
 */
final class NextUpkeep {
  private volatile long at;
  private boolean mayExpire;

  /** Whether jobs that may expire were there before. */
  NextUpkeep(boolean mayExpire) {
    this.mayExpire = mayExpire;
  }

  /** Something will have to be seen to at this moment. */
  void notAfter(long moment) {
    if (moment < at) {
      at = moment;
    }
  }

  /** A waiting job expires at this moment. */
  void expiresAt(long moment) {
    mayExpire = true;
    notAfter(moment);
  }

  /** No job waits or runs. */
  void nothingExpires() {
    mayExpire = false;
  }

  /** Whether a job that waits or runs may expire. */
  boolean mayExpire() {
    return mayExpire;
  }

  /** Everything has been seen to up to now. */
  void is(long moment) {
    at = moment;
  }

  long at() {
    return at;
  }
}
