package io.duetime.runtime.claim;

import io.duetime.DuetimeException;
import io.duetime.engine.ClaimResult;

/**
 * Receives jobs of a queue: a worker, or a caller that waits. The claimer makes one call at a time.
 */
public interface Claimant {
  /** Returns the lease and the name for its claims. */
  Terms terms();

  /**
   * Reserves room, which the next {@link #deliver} or {@link #failed} uses or frees.
   *
   * @param most the most jobs that the claim can bring it
   * @return the number of jobs; 0 for none now
   */
  int reserve(int most);

  /**
   * Receives the jobs of a claim: at most as many as reserved, perhaps none.
   *
   * @param sentNanos monotonic time before the claim was sent, from which leases count
   */
  void deliver(ClaimResult claimed, int reserved, long sentNanos);

  /** Learns that the claim failed; the reserved room is free again. */
  void failed(DuetimeException failure, int reserved);

  /** Whether it is served last after an answer without jobs for it. */
  default boolean yields() {
    return false;
  }

  /** Learns that the claimer is closed. */
  void closed();

  /** The most claims that may be under way at once for it. */
  int claimers();

  /**
   * The properties that claimants must share to be served by one claim.
   *
   * @param leaseMillis how long jobs are leased
   * @param consumer the consumer's name
   */
  record Terms(long leaseMillis, String consumer) {}
}
