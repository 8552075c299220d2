package io.duetime.server.beanstalkd;

import io.duetime.engine.LeaseToken;

/**
 * A job that a connection has reserved.
 *
 * @param number its number
 * @param lease the lease that the server extends
 * @param owner the connection's session
 * @param ttrNanos how long the client may work on it
 * @param deadlineNanos when that time is over, by the monotonic clock
 * @param claimedNanos when it was claimed
 */
record Reservation(
    long number,
    LeaseToken lease,
    Session owner,
    long ttrNanos,
    long deadlineNanos,
    long claimedNanos) {
  /** Returns the reservation with its time starting again. */
  Reservation touched(long nowNanos) {
    return new Reservation(number, lease, owner, ttrNanos, nowNanos + ttrNanos, claimedNanos);
  }

  long leftNanos(long nowNanos) {
    return deadlineNanos - nowNanos;
  }
}
