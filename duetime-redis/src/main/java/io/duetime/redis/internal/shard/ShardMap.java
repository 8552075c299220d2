package io.duetime.redis.internal.shard;

import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Knows the shards of queues. Thread safe. */
public interface ShardMap {
  /** The shards of a queue, as far as is known; shards that were sealed since say so. */
  CompletionStage<QueueShards> of(String queue);

  /** The shards of a queue, asked for now. */
  CompletionStage<QueueShards> fresh(String queue);

  /**
   * Somebody has told the live epochs of a queue.
   *
   * @param epochs as they are written in the store; empty for a queue that was never split
   * @return whether that was news
   */
  boolean learn(String queue, String epochs);

  /** The shards that the live epochs name, as they are written in the store; empty for none. */
  QueueShards read(String epochs);

  /** Calls somebody with the name of each queue whose shards turn out to have changed. */
  void onChange(Consumer<String> listener);

  /** What is known of a queue stands no longer. */
  void forget(String queue);

  /** The shards of a queue that was never split. */
  QueueShards usual();
}
