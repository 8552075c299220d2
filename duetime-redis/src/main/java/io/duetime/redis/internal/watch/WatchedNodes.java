package io.duetime.redis.internal.watch;

import io.duetime.RetryableException;
import io.duetime.TimeSource;
import io.duetime.TimeSource.Timer;
import io.duetime.redis.internal.link.RedisLink.Node;
import io.duetime.redis.internal.store.RedisStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Checks watched shards node by node. Each node has a heartbeat every half second, and some of its
 * shards are checked every second, so that the load of an idle process does not grow with the
 * number of watched shards. Thread safe.
 */
final class WatchedNodes {
  private static final Duration BEAT = Duration.ofMillis(500);
  private static final int BEATS_PER_TURN = 2;

  /** The node of shards whose node is not known. */
  private static final Node UNKNOWN = new Node("", "an unknown node");

  private final RedisStore store;
  private final TimeSource time;
  private final String process = UUID.randomUUID().toString();

  // Guarded by this.
  private final Map<Node, WatchedNode> nodes = new HashMap<>();
  private final Map<WatchedShard, WatchedNode> places = new HashMap<>();
  private @Nullable Timer timer;
  private boolean closed;
  private int beats;

  WatchedNodes(RedisStore store, TimeSource time) {
    this.store = store;
    this.time = time;
  }

  /**
   * Starts the heartbeat, at a random moment, so that processes that start together do not beat
   * together.
   */
  synchronized void start() {
    if (timer == null && !closed) {
      arm(Duration.ofNanos(ThreadLocalRandom.current().nextLong(BEAT.toNanos())));
    }
  }

  private void arm(Duration delay) {
    timer = time.after(delay, this::beat);
  }

  private void beat() {
    List<WatchedNode> all;
    boolean isTurn;
    synchronized (this) {
      if (closed) {
        return;
      }
      arm(BEAT);
      isTurn = beats++ % BEATS_PER_TURN == 0;
      all = new ArrayList<>(nodes.values());
    }
    for (WatchedNode node : all) {
      node.heartbeat().beat();
      if (isTurn) {
        node.turn();
      }
    }
  }

  /** Runs an action a second later, to repeat what has failed. */
  void later(Runnable again) {
    time.after(BEAT.multipliedBy(BEATS_PER_TURN), again);
  }

  synchronized void add(WatchedShard shard) {
    if (!closed) {
      place(shard);
    }
  }

  private void place(WatchedShard shard) {
    WatchedNode node = nodes.computeIfAbsent(nodeOf(shard), this::open);
    places.put(shard, node);
    node.add(shard);
  }

  private Node nodeOf(WatchedShard shard) {
    try {
      return store.link().nodeOf(shard.keys().channel());
    } catch (RetryableException unknownNode) {
      return UNKNOWN;
    }
  }

  private WatchedNode open(Node node) {
    WatchedNode fresh = new WatchedNode(store, time, process, node);
    if (!node.equals(UNKNOWN)) {
      fresh.heartbeat().start();
    }
    return fresh;
  }

  synchronized void remove(WatchedShard shard) {
    WatchedNode node = places.remove(shard);
    if (node != null) {
      node.remove(shard);
      closeEmpty();
    }
  }

  private void closeEmpty() {
    nodes
        .values()
        .removeIf(node -> {
          if (node.isEmpty()) {
            node.heartbeat().close();
          }
          return node.isEmpty();
        });
  }

  /** Checks a shard at once, because its messages may have been missed. */
  void soon(WatchedShard shard) {
    WatchedNode node;
    synchronized (this) {
      node = places.get(shard);
    }
    if (node != null) {
      node.soon(List.of(shard));
    }
  }

  /**
   * Checks all shards at once, because nodes may have changed and messages may have been missed.
   */
  void restored() {
    List<WatchedNode> all;
    synchronized (this) {
      for (WatchedShard shard : List.copyOf(places.keySet())) {
        WatchedNode before = places.get(shard);
        if (before != null && !before.node().equals(nodeOf(shard))) {
          before.remove(shard);
          place(shard);
        }
      }
      closeEmpty();
      all = new ArrayList<>(nodes.values());
    }
    all.forEach(WatchedNode::allSoon);
  }

  synchronized void close() {
    closed = true;
    if (timer != null) {
      timer.cancel();
    }
    nodes.values().forEach(node -> node.heartbeat().close());
    nodes.clear();
    places.clear();
  }
}
