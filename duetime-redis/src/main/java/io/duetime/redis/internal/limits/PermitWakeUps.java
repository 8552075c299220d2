package io.duetime.redis.internal.limits;

import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.engine.Watcher.Signal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Wakes the claimers of shards that were refused a permit when the home shard signals that jobs may
 * be claimable: only the home shard signals a returned permit. Thread safe.
 */
public final class PermitWakeUps {
  private final ConcurrentMap<String, Set<ShardId>> refused = new ConcurrentHashMap<>();

  /** Notes whether a claim of this process from a shard was refused a permit. */
  public void note(String queue, ShardId shard, boolean isRefused) {
    if (isRefused) {
      refused.compute(
          queue,
          (name, known) -> {
            Set<ShardId> shards = known == null ? ConcurrentHashMap.newKeySet() : known;
            shards.add(shard);
            return shards;
          });
    } else if (!refused.isEmpty()) {
      refused.computeIfPresent(
          queue,
          (name, shards) -> {
            shards.remove(shard);
            return shards.isEmpty() ? null : shards;
          });
    }
  }

  /** Wraps a watcher: signals of the home shard are repeated for the refused shards. */
  public Watcher over(Watcher watcher) {
    return signal -> {
      watcher.signal(signal);
      if (signal.kind() == Watcher.Kind.EARLIER && signal.shard().equals(ShardId.ONLY)) {
        // In random order, so that each shard is first at times.
        List<ShardId> shards = new ArrayList<>(refused.getOrDefault(signal.queue(), Set.of()));
        Collections.shuffle(shards);
        for (ShardId shard : shards) {
          watcher.signal(
              new Signal(signal.queue(), shard, signal.kind(), signal.comeBackAtMillis()));
        }
      }
    };
  }
}
