package io.duetime.engine;

import java.util.List;

/**
 * What a claim took and when to come back.
 *
 * @param jobs in the order of claiming: priority, due time, id
 * @param nowMillis the store's clock
 * @param comeBackAtMillis when there may be more: at or before now when more is ready at once,
 *     {@link #NEVER} when nothing is known to come; {@link Watcher} tells of anything earlier
 * @param claimNumber the number of this claim among all claims from its shard, so that a claimer
 *     can tell news of later claims from news of its own and earlier ones; 0 where an engine
 *     numbers none
 */
public record ClaimResult(
    List<ClaimedJob> jobs, long nowMillis, long comeBackAtMillis, long claimNumber) {
  /** Nothing is known to become due. */
  public static final long NEVER = Long.MAX_VALUE;

  /** The answer to a claim that has no number. */
  public ClaimResult(List<ClaimedJob> jobs, long nowMillis, long comeBackAtMillis) {
    this(jobs, nowMillis, comeBackAtMillis, 0);
  }
}
