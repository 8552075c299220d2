package io.duetime.redis.internal.watch;

import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.watch.WatchedShard.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A watched queue, with its shards and the consumers that claim from it. Thread safe. */
final class WatchedQueue {
  private final String name;
  private final RedisStore store;
  private final WatchedNodes nodes;
  private final Consumer<Watcher.Signal> watchers;

  // Guarded by this.
  private final Map<ShardId, Listening> shards = new HashMap<>();
  private final Map<String, Long> consumers = new HashMap<>();
  private boolean closed;

  /** The number of its watchers; guarded by {@link WakeUps}. */
  int count;

  private record Listening(WatchedShard shard, RedisLink.Subscription channel) {}

  WatchedQueue(
      String name, RedisStore store, WatchedNodes nodes, Consumer<Watcher.Signal> watchers) {
    this.name = name;
    this.store = store;
    this.nodes = nodes;
    this.watchers = watchers;
  }

  /** Passes a message of one of its shards to the watchers. */
  void tell(ShardId shard, Message message) {
    watchers.accept(message.signal(name, shard));
  }

  /** Reads the shards again after a new epoch; the shard map reports the change. */
  void relearn() {
    store.freshShards(name);
  }

  /** Learns the live epochs that the home shard has told. */
  void learn(@Nullable Object epochs) {
    String text = epochs instanceof byte[] told ? new String(told, StandardCharsets.US_ASCII) : "";
    store.shards().learn(name, text);
  }

  /** Subscribes to all its shards as soon as they are known. */
  void listen() {
    store
        .shardsOf(name)
        .whenComplete((all, failure) -> {
          if (all != null) {
            listen(all);
          } else {
            nodes.later(this::listenUnlessClosed);
          }
        });
  }

  private void listenUnlessClosed() {
    if (!isClosed()) {
      listen();
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized void listen(QueueShards all) {
    if (closed) {
      return;
    }
    for (ShardId shard : all.all()) {
      if (!shards.containsKey(shard)) {
        WatchedShard fresh = new WatchedShard(this, store.shard(name, shard), nodes);
        nodes.add(fresh);
        shards.put(
            shard, new Listening(fresh, store.link().subscribe(fresh.keys().channel(), fresh)));
      }
    }
    shards.values().removeIf(listening -> isLeft(listening, all));
  }

  private boolean isLeft(Listening listening, QueueShards all) {
    boolean isLeft = !all.contains(listening.shard.keys().shard());
    if (isLeft) {
      end(listening);
    }
    return isLeft;
  }

  private void end(Listening listening) {
    listening.channel.close();
    nodes.remove(listening.shard);
  }

  synchronized void claimedBy(String consumer, long nanos) {
    consumers.put(consumer, nanos);
  }

  synchronized List<String> consumersSince(long nanos) {
    consumers.values().removeIf(last -> last - nanos < 0);
    return new ArrayList<>(consumers.keySet());
  }

  synchronized void close() {
    closed = true;
    shards.values().forEach(this::end);
    shards.clear();
  }
}
