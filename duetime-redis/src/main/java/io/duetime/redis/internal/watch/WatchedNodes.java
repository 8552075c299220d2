package io.duetime.redis.internal.watch;

import io.duetime.RetryableException;
import io.duetime.TimeSource;
import io.duetime.TimeSource.Timer;
import io.duetime.async.Stages;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.RedisLink.Node;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.watch.WatchedQueue.PresenceNoter;
import io.duetime.redis.internal.watch.WatchedQueue.WatchedShard;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
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

  /**
   * After this time the driver uses the nodes that it has announced: before Lettuce 7.7 it
   * announced them first.
   */
  private static final Duration USED = Duration.ofMillis(100);

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
      if (nodes.containsKey(UNKNOWN)) {
        follow();
      }
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
    follow();
    List<WatchedNode> all;
    synchronized (this) {
      all = new ArrayList<>(nodes.values());
    }
    all.forEach(WatchedNode::allSoon);
    time.after(USED, this::follow);
  }

  /** Moves each shard to the node that has its slot now. */
  private synchronized void follow() {
    for (WatchedShard shard : List.copyOf(places.keySet())) {
      WatchedNode before = places.get(shard);
      if (before != null && !before.node().equals(nodeOf(shard))) {
        before.remove(shard);
        place(shard);
      }
    }
    closeEmpty();
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

  /**
   * Checks the watched shards of one node: a few in each turn, in rotation, and at once those whose
   * messages may have been missed. Thread safe.
   */
  static final class WatchedNode {
    /** The number of shards that are checked in a turn of a second. */
    static final int PER_TURN = 200;

    /** The largest batch of shards that are checked at once. */
    private static final int TOGETHER = 500;

    private static final byte[] TOLD = "told".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] EPOCHS = "epochs".getBytes(StandardCharsets.US_ASCII);

    private final RedisLink link;
    private final Node node;
    private final TimeSource time;
    private final Heartbeat heartbeat;
    private final PresenceNoter noter;

    // Guarded by this.
    private final Set<WatchedShard> rotation = new LinkedHashSet<>();
    private final Set<WatchedShard> urgent = new LinkedHashSet<>();
    private final Set<WatchedShard> unnoted = new LinkedHashSet<>();
    private boolean turning;
    private boolean hurrying;

    WatchedNode(RedisStore store, TimeSource time, String process, Node node) {
      this.link = store.link();
      this.node = node;
      this.time = time;
      byte[] channel = store.keys().heartbeat(process, node.id());
      this.heartbeat = new Heartbeat(store.link(), node, time, channel);
      this.noter = new PresenceNoter(store, time, process);
    }

    Node node() {
      return node;
    }

    Heartbeat heartbeat() {
      return heartbeat;
    }

    /** Watches a shard: listens to its channel, where the node is known. */
    synchronized void add(WatchedShard shard) {
      rotation.add(shard);
      if (!node.equals(UNKNOWN)) {
        shard.channel = link.subscribe(node, shard.keys().channel(), shard);
      }
    }

    synchronized void remove(WatchedShard shard) {
      if (shard.channel != null) {
        shard.channel.close();
        shard.channel = null;
      }
      rotation.remove(shard);
      urgent.remove(shard);
      unnoted.remove(shard);
    }

    synchronized boolean isEmpty() {
      return rotation.isEmpty();
    }

    /** Checks the next shards, unless answers of the last turn are missing. */
    void turn() {
      List<WatchedShard> next;
      int turns;
      synchronized (this) {
        if (turning || rotation.isEmpty()) {
          return;
        }
        turning = true;
        next = take(rotation, PER_TURN);
        rotation.addAll(next);
        turns = (rotation.size() + PER_TURN - 1) / PER_TURN;
      }
      check(next)
          .thenCompose(done -> noter.noteWhereDue(next, turns))
          .whenComplete((done, failure) -> turned());
    }

    private synchronized void turned() {
      turning = false;
    }

    // A script that makes claimers come back earlier writes the moment to a field before it
    // publishes
    // a message, so that this field replaces every lost message.
    private CompletionStage<?> check(List<WatchedShard> shards) {
      List<byte[]> keys = shards.stream().map(shard -> shard.keys().key("meta")).toList();
      return Stages.receiveAll(
          shards, link.readTogether("HMGET", keys, TOLD, EPOCHS), WatchedShard::checked);
    }

    private static List<WatchedShard> take(Set<WatchedShard> from, int most) {
      List<WatchedShard> taken = new ArrayList<>();
      for (Iterator<WatchedShard> all = from.iterator(); all.hasNext() && taken.size() < most; ) {
        taken.add(all.next());
        all.remove();
      }
      return taken;
    }

    void allSoon() {
      List<WatchedShard> all;
      synchronized (this) {
        all = List.copyOf(rotation);
      }
      soon(all);
    }

    /** Checks shards at once; shards that are added during a check form the next batch. */
    synchronized void soon(List<WatchedShard> shards) {
      for (WatchedShard shard : shards) {
        if (rotation.contains(shard)) {
          urgent.add(shard);
          if (shard.notedAtNanos().isEmpty()) {
            unnoted.add(shard);
          }
        }
      }
      if (!hurrying && !urgent.isEmpty()) {
        hurrying = true;
        time.after(Duration.ZERO, this::hurry);
      }
    }

    /** Checks all urgent shards before noting presence. */
    private void hurry() {
      List<WatchedShard> checked;
      List<WatchedShard> noted = List.of();
      int turns;
      synchronized (this) {
        checked = take(urgent, TOGETHER);
        if (checked.isEmpty()) {
          noted = take(unnoted, TOGETHER);
        }
        hurrying = !checked.isEmpty() || !noted.isEmpty();
        turns = (rotation.size() + PER_TURN - 1) / PER_TURN;
        if (!hurrying) {
          return;
        }
      }
      (checked.isEmpty() ? noter.noteWhereDue(noted, turns) : check(checked))
          .whenComplete((done, failure) -> hurry());
    }
  }
}
