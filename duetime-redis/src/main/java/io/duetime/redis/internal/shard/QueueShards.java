package io.duetime.redis.internal.shard;

import io.duetime.engine.ShardId;
import java.util.List;

/**
 * The shards of one queue.
 *
 * @param all those that may have jobs, over all live epochs
 */
public record QueueShards(List<ShardId> all) {
  /** A queue that was never split. */
  public static final QueueShards UNSPLIT = new QueueShards(List.of(ShardId.ONLY));

  /** Where a job with this id lies, or is made. */
  public ShardId of(String id) {
    return all.get(0);
  }

  /** Whether a shard is one of them. */
  public boolean contains(ShardId shard) {
    return all.contains(shard);
  }
}
