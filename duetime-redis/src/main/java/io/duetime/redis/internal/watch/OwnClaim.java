package io.duetime.redis.internal.watch;

import io.duetime.engine.ShardId;

/** A claim of this process under way. What others did meanwhile is told once it is answered. */
public interface OwnClaim {
  /** A claim from a queue that nobody here watches. */
  OwnClaim UNWATCHED =
      new OwnClaim() {
        @Override
        public boolean isWatched() {
          return false;
        }

        @Override
        public void answered(ShardId shard, long number, long comeBackAt) {}

        @Override
        public void ended() {}
      };

  /** Whether somebody of this process watches the queue. */
  boolean isWatched();

  /**
   * A shard has answered.
   *
   * @param number the number of the claim among all claims from the shard
   * @param comeBackAt when to come back to it
   */
  void answered(ShardId shard, long number, long comeBackAt);

  /** Whoever claimed has the answer, or hears of its failure. */
  void ended();
}
