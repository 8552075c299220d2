package io.duetime.redis.internal.shard;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Knows the shards of queues. Thread safe. */
public interface ShardMap {
  /** Knows that no queue is split. */
  ShardMap UNSPLIT = queue -> CompletableFuture.completedStage(QueueShards.UNSPLIT);

  /** The shards of a queue, as far as is known now. */
  CompletionStage<QueueShards> of(String queue);
}
