package io.duetime.redis.internal.engine;

import io.duetime.engine.ClaimRequest;
import io.duetime.redis.internal.watch.OwnClaim;

/**
 * Begins claims.
 *
 * @param damaged puts jobs aside that cannot be understood
 * @param upkeep notes what leases ask for
 * @param wakeUps know who watches the queue
 */
record ClaimsBegun(DamagedJobs damaged, UpkeepNotes upkeep, WakeUps wakeUps) {
  ClaimUnderWay begin(String queue, ClaimRequest request) {
    return begin(queue, request, wakeUps.claim(queue, request.consumer()));
  }

  /** What goes on of a claim beside it. */
  ClaimUnderWay beside(ClaimUnderWay one) {
    return begin(one.queue, one.request, one.own).as(one);
  }

  private ClaimUnderWay begin(String queue, ClaimRequest request, OwnClaim own) {
    return new ClaimUnderWay(queue, request, own, damaged, upkeep);
  }
}
