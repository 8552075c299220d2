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
        public long comeBackAt(ShardId shard) {
          return 0;
        }

        @Override
        public long lastNow() {
          return 0;
        }

        @Override
        public void asks(ShardId shard) {}

        @Override
        public void answered(ShardId shard, long now, long number, long comeBackAt) {}

        @Override
        public void unanswered(ShardId shard) {}

        @Override
        public void ended() {}
      };

  /** Whether somebody of this process watches the queue. */
  boolean isWatched();

  /**
   * Whether nothing is known to come in a shard before or at a moment: it has said so, and nothing
   * else was heard since.
   */
  default boolean comesLater(ShardId shard, long now) {
    return comeBackAt(shard) > now;
  }

  /** When to come back to a shard, as far as is known; 0 where it has not said so. */
  long comeBackAt(ShardId shard);

  /** The store's clock when it was told last; 0 if it was not. */
  long lastNow();

  /** A shard is being asked; what is heard of it from now on is not older than its answer. */
  void asks(ShardId shard);

  /**
   * A shard has answered.
   *
   * @param now the store's clock
   * @param number the number of the claim among all claims from the shard
   * @param comeBackAt when to come back to it
   */
  void answered(ShardId shard, long now, long number, long comeBackAt);

  /** A shard that was asked will not answer. */
  void unanswered(ShardId shard);

  /** Whoever claimed has the answer, or hears of its failure. */
  void ended();
}
