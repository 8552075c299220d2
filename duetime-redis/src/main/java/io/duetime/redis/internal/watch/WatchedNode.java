package io.duetime.redis.internal.watch;

import io.duetime.TimeSource;
import io.duetime.internal.async.Stages;
import io.duetime.redis.internal.call.StoreAccess;
import io.duetime.redis.internal.link.Node;
import io.duetime.redis.internal.link.RedisLink;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * The watched shards of one node: a few are checked in each turn, in rotation, and those of which
 * messages may have been missed at once. Thread safe.
 */
final class WatchedNode {
  /** How many are checked in a turn of a second. */
  static final int PER_TURN = 200;

  /** How many of those that are checked at once travel together. */
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

  WatchedNode(StoreAccess store, TimeSource time, String process, Node node) {
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

  synchronized void add(WatchedShard shard) {
    rotation.add(shard);
  }

  synchronized void remove(WatchedShard shard) {
    rotation.remove(shard);
    urgent.remove(shard);
    unnoted.remove(shard);
  }

  synchronized boolean isEmpty() {
    return rotation.isEmpty();
  }

  /** Checks those that are next, unless the answers of the last turn are still to come. */
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

  // Whatever lets claimers come back earlier writes it beside the jobs before it publishes a
  // message, so one field makes good every message that was lost.
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

  /** Checks shards at once; those that come while others are asked go together after them. */
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

  /** All are checked before any presence is noted. */
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
