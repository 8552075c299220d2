package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.torture.Fault.Kind;
import io.duetime.engine.tck.torture.process.Child;
import io.duetime.engine.tck.torture.process.Pause;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A Redis Cluster of three masters, each with a replica, all of which fsync each write. */
final class ClusterStore extends TestedStore {
  private static final int MASTERS = 3;
  private static final int SLOTS = 16_384;
  private static final int NODES = 2 * MASTERS;
  private static final long LIMIT_MILLIS = 60_000;
  private static final List<String> OPTIONS =
      List.of("--cluster-enabled", "yes", "--cluster-node-timeout", "2000");

  private final List<RedisNode> nodes;

  ClusterStore(Path folder) {
    nodes =
        IntStream.range(0, NODES)
            .mapToObj(i -> RedisNode.in(folder, "node-" + i, OPTIONS))
            .toList();
    nodes.forEach(node -> processes.add(node.process()));
    uri =
        nodes.stream()
            .map(node -> "127.0.0.1:" + node.port())
            .collect(Collectors.joining(",", "redis-cluster://", "?appendfsync=always&refresh=5s"));
    directUri = uri;
    replicas = 1;
    mayLoseUnconfirmed = true;
    for (Kind kind : Kind.values()) {
      if (kind.group == Fault.Group.NET) {
        impossible.put(kind, "left out: nodes announce their own addresses");
      }
    }
    impossible.put(Kind.DISK_FULL, "left out: the single Redis shows it");
  }

  @Override
  void start() {
    processes.forEach(Child::start);
    await("nodes that answer", RedisNode::answers);
    for (int i = 0; i < MASTERS; i++) {
      Stream<String> slots =
          IntStream.range(i * SLOTS / MASTERS, (i + 1) * SLOTS / MASTERS)
              .mapToObj(Integer::toString);
      RedisNode master = nodes.get(i);
      master.call(Stream.concat(Stream.of("CLUSTER", "ADDSLOTS"), slots).toArray(String[]::new));
      master.call("CLUSTER", "SET-CONFIG-EPOCH", "" + (i + 1));
    }
    nodes.forEach(node -> node.call("CLUSTER", "MEET", "127.0.0.1", "" + nodes.get(0).port()));
    await("nodes that know all", node -> connections(node) == NODES);
    for (int i = MASTERS; i < NODES; i++) {
      nodes.get(i).call("CLUSTER", "REPLICATE", id(nodes.get(i - MASTERS)));
    }
    super.start();
  }

  private void await(String what, Predicate<RedisNode> good) {
    if (!Pause.until(LIMIT_MILLIS, () -> nodes.stream().allMatch(good))) {
      throw new IllegalStateException("no " + what);
    }
  }

  private static long connections(RedisNode node) {
    String known = node.call("CLUSTER", "NODES");
    return known.lines().filter(line -> line.contains(" connected")).count();
  }

  private static String id(RedisNode node) {
    return node.call("CLUSTER", "MYID");
  }

  private static boolean isMaster(RedisNode node) {
    return node.call("INFO", "replication").contains("role:master");
  }

  private static boolean follows(RedisNode replica) {
    return replica.call("INFO", "replication").contains("master_link_status:up");
  }

  @Override
  boolean isReady() {
    return nodes.stream()
        .allMatch(node ->
            node.call("CLUSTER", "INFO").contains("cluster_state:ok")
                && (isMaster(node) || follows(node)));
  }

  @Override
  @Nullable String strike(Fault fault) {
    return fault.kind() == Kind.FAIL_OVER ? failOver(fault) : moveSlot(fault);
  }

  private @Nullable String failOver(Fault fault) {
    List<RedisNode> replicas = nodes.stream().filter(ClusterStore::follows).toList();
    if (replicas.isEmpty()) {
      return null;
    }
    RedisNode replica = fault.pick(replicas);
    return replica.call("CLUSTER", "FAILOVER").equals("OK") ? replica.process().name() : null;
  }

  // A queue's keys are in the slot of its name in braces; those of a shard too.
  private @Nullable String moveSlot(Fault fault) {
    List<RedisNode> masters = new ArrayList<>(nodes);
    masters.removeIf(node -> !isMaster(node));
    Collections.rotate(masters, fault.pick());
    for (RedisNode source : masters) {
      String slot = slotWithKeys(source, fault);
      if (slot != null && masters.size() > 1) {
        masters.remove(source);
        return moveSlot(slot, source, fault.pick(masters));
      }
    }
    return null;
  }

  private static @Nullable String slotWithKeys(RedisNode node, Fault fault) {
    String key = fault.pick(List.of(node.call("KEYS", "dt*").split(" ", -1)));
    return key.isEmpty() || key.startsWith("-") ? null : node.call("CLUSTER", "KEYSLOT", key);
  }

  private @Nullable String moveSlot(String slot, RedisNode source, RedisNode target) {
    String owner = id(target);
    if (!target.call("CLUSTER", "SETSLOT", slot, "IMPORTING", id(source)).equals("OK")
        || !source.call("CLUSTER", "SETSLOT", slot, "MIGRATING", owner).equals("OK")) {
      return null;
    }
    if (!moveKeys(slot, source, target)) {
      return "slot " + slot + ", not finished";
    }
    target.call("CLUSTER", "SETSLOT", slot, "NODE", owner);
    nodes.forEach(node -> node.call("CLUSTER", "SETSLOT", slot, "NODE", owner));
    return "slot " + slot;
  }

  private static boolean moveKeys(String slot, RedisNode source, RedisNode target) {
    return Pause.until(
        LIMIT_MILLIS,
        () -> {
          String key = source.call("CLUSTER", "GETKEYSINSLOT", slot, "1");
          if (!key.isEmpty() && !key.startsWith("-")) {
            source.call("MIGRATE", "127.0.0.1", "" + target.port(), key, "0", "5000");
          }
          return key.isEmpty();
        });
  }
}
