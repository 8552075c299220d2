package io.duetime.internal.kernel;

/**
 * When a queue needs upkeep next, so that the many queues in which nothing happens cost one look at
 * a number. Written by whoever works on the queue, read by anybody.
 */
final class NextUpkeep {
  private volatile long at;

  /** Something will have to be seen to at this moment. */
  void notAfter(long moment) {
    if (moment < at) {
      at = moment;
    }
  }

  /** Everything has been seen to up to now. */
  void is(long moment) {
    at = moment;
  }

  long at() {
    return at;
  }
}
