package io.duetime.engine;

import io.duetime.InvalidRequestException;

/**
 * Identifies a shard (partition) of a queue, whose jobs are ordered and counted together.
 *
 * @param epoch grows whenever the number of shards changes
 * @param index 0 to the number of shards of that epoch − 1
 */
public record ShardId(int epoch, int index) {
  /** Checks that neither is negative. */
  public ShardId {
    if (epoch < 0 || index < 0) {
      throw new InvalidRequestException("shard", epoch + "." + index, "numbers from 0 on");
    }
  }

  /** The shard of a queue that has only one. */
  public static final ShardId ONLY = new ShardId(0, 0);
}
