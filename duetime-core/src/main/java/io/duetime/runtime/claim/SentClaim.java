package io.duetime.runtime.claim;

import io.duetime.DuetimeException;
import io.duetime.engine.ClaimResult;
import java.util.List;

/**
 * A claim under way from one shard, with the room that claimants have set aside for its jobs.
 * Touched by events of one serial alone.
 */
final class SentClaim {
  /** Room of one claimant; 0 after it was released. */
  record Share(Claimant claimant, int room) {}

  private final ShardClaimer shard;
  private final long number;
  private final long atNanos;
  private List<Share> shares;

  SentClaim(ShardClaimer shard, long atNanos, List<Share> shares) {
    this.shard = shard;
    this.number = shard.asked();
    this.atNanos = atNanos;
    this.shares = shares;
  }

  ShardClaimer shard() {
    return shard;
  }

  /** The number of the claim in its shard. */
  long number() {
    return number;
  }

  /** Monotonic time before the claim was sent. */
  long atNanos() {
    return atNanos;
  }

  List<Share> shares() {
    return shares;
  }

  /** How many jobs to claim. */
  int max() {
    return shares.stream().mapToInt(Share::room).sum();
  }

  /** Answers the claimants without jobs, as far as their room was not released. */
  void deliverNothing(ClaimResult nothing) {
    for (Share share : shares) {
      if (share.room > 0) {
        share.claimant.deliver(nothing, share.room, atNanos);
      }
    }
  }

  /** Answers the claimants without jobs, and leaves their room to other claims. */
  void releaseRoom(ClaimResult nothing) {
    shard.late();
    deliverNothing(nothing);
    shares = shares.stream().map(share -> new Share(share.claimant, 0)).toList();
  }

  void failed(DuetimeException cause) {
    shares.forEach(share -> share.claimant.failed(cause, share.room));
  }
}
