package io.duetime.redis.internal.engine;

import io.duetime.engine.ClaimRequest;

/**
 * Begins claims.
 *
 * @param damaged puts jobs aside that cannot be understood
 * @param upkeep notes what leases ask for
 * @param wakeUps know who watches the queue
 */
record ClaimsBegun(DamagedJobs damaged, UpkeepNotes upkeep, WakeUps wakeUps) {
  ClaimUnderWay begin(String queue, ClaimRequest request) {
    return begin(queue, request, wakeUps.claimedBy(queue, request.consumer()));
  }

  /** What goes on of a claim beside it. */
  ClaimUnderWay beside(ClaimUnderWay one) {
    return begin(one.queue, one.request, one.isWatched).as(one);
  }

  private ClaimUnderWay begin(String queue, ClaimRequest request, boolean isWatched) {
    return new ClaimUnderWay(queue, request, isWatched, damaged, upkeep);
  }
}
