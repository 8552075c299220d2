package io.duetime.redis.internal.engine;

import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.shard.QueueShards;
import io.duetime.redis.internal.watch.QueueWatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A queue that somebody watches, with its shards and those who claim from it. Thread safe. */
final class WatchedQueue {
  private final String name;
  private final Store store;
  private final Runnable missed;
  private final QueueWatch watch;

  // Guarded by this.
  private final Map<ShardId, Listening> shards = new HashMap<>();
  private final Map<String, Long> consumers = new HashMap<>();
  private boolean closed;

  /** How many watch it; guarded by {@link WakeUps}. */
  int watchers;

  private record Listening(WatchedShard shard, RedisLink.Subscription channel) {}

  WatchedQueue(String name, Store store, Runnable missed, Consumer<Watcher.Signal> watchers) {
    this.name = name;
    this.store = store;
    this.missed = missed;
    this.watch = new QueueWatch(name, watchers);
  }

  QueueWatch watch() {
    return watch;
  }

  /** There is a new epoch: asks which shards there are; that it is news is told by the map. */
  void relearn() {
    store.shards().fresh(name);
  }

  /** Listens to all its shards, once it is known which they are. */
  void listen() {
    store
        .shards()
        .of(name)
        .whenComplete((all, failure) -> {
          if (all != null) {
            listen(all);
          }
        });
  }

  private synchronized void listen(QueueShards all) {
    if (closed) {
      return;
    }
    for (ShardId shard : all.all()) {
      if (!shards.containsKey(shard)) {
        WatchedShard fresh = new WatchedShard(this, store.keys().shard(name, shard), missed);
        shards.put(
            shard, new Listening(fresh, store.link().subscribe(fresh.keys().channel(), fresh)));
      }
    }
    shards.values().removeIf(listening -> isLeft(listening, all));
  }

  private boolean isLeft(Listening listening, QueueShards all) {
    ShardId shard = listening.shard.keys().shard();
    if (all.contains(shard)) {
      return false;
    }
    listening.channel.close();
    watch.forget(shard);
    return true;
  }

  synchronized List<WatchedShard> shards() {
    return shards.values().stream().map(Listening::shard).toList();
  }

  /** A consumer claims. */
  synchronized void claimedBy(String consumer, long nanos) {
    consumers.put(consumer, nanos);
  }

  /** Those who have claimed since a moment. */
  synchronized List<String> consumersSince(long nanos) {
    consumers.values().removeIf(last -> last - nanos < 0);
    return new ArrayList<>(consumers.keySet());
  }

  synchronized void close() {
    closed = true;
    shards.values().forEach(listening -> listening.channel.close());
    shards.clear();
  }
}
