package io.duetime.internal.client.claim;

import io.duetime.DuetimeException;
import io.duetime.engine.ClaimResult;

/**
 * Wants jobs of a queue: a worker, or a caller that waits. Called by the loop, one call at a time.
 */
public interface Claimant {
  /** The lease and the name to claim with. */
  Terms terms();

  /**
   * Sets aside room, which the next {@link #deliver} is about.
   *
   * @param most how many jobs there are for it at most
   * @return for how many jobs; 0 for none now
   */
  int reserve(int most);

  /**
   * Gets what was claimed, at most what was reserved, perhaps nothing.
   *
   * @param sentNanos monotonic time before the claim was sent, from which leases count
   */
  void deliver(ClaimResult claimed, int reserved, long sentNanos);

  /** Hears that the store could not be asked; what was reserved is free again. */
  void failed(DuetimeException failure, int reserved);

  /** Whether it goes to the end of the loop after an answer that brought it nothing. */
  default boolean yields() {
    return false;
  }

  /** Hears that the loop is closed. */
  void closed();

  /** How many claims may be under way at once for its sake. */
  int claimers();

  /**
   * What claims have to share to be made in one.
   *
   * @param leaseMillis how long jobs are held
   * @param consumer the holder's name
   */
  record Terms(long leaseMillis, String consumer) {}
}
