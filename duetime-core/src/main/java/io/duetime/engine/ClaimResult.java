package io.duetime.engine;

import java.util.List;

/**
 * The answer to a claim: the jobs, and when to come back.
 *
 * @param jobs in the order of claiming: priority, due time, id
 * @param nowMillis the store's clock
 * @param comeBackAtMillis when to claim again: at or before now if more jobs are ready, {@link
 *     #NEVER} if no due time is known; a {@link Watcher} signals an earlier one
 * @param claimNumber the number of this claim among all claims from its shard, which tells signals
 *     about later claims from those about earlier ones; 0 if the engine numbers none
 */
public record ClaimResult(
    List<ClaimedJob> jobs, long nowMillis, long comeBackAtMillis, long claimNumber) {
  /** No due time is known. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Creates the answer to a claim without a number. */
  public ClaimResult(List<ClaimedJob> jobs, long nowMillis, long comeBackAtMillis) {
    this(jobs, nowMillis, comeBackAtMillis, 0);
  }

  /** Returns the leases of the jobs. */
  public List<LeaseToken> leases() {
    return jobs.stream().map(ClaimedJob::lease).toList();
  }
}
