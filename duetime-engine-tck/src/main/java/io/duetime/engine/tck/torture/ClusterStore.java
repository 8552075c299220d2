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
            .mapToObj(i -> new RedisNode("node-" + i, folder, OPTIONS))
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
      nodes
          .get(i)
          .call(Stream.concat(Stream.of("CLUSTER", "ADDSLOTS"), slots).toArray(String[]::new));
      nodes.get(i).call("CLUSTER", "SET-CONFIG-EPOCH", "" + (i + 1));
    }
    nodes.forEach(node -> node.call("CLUSTER", "MEET", "127.0.0.1", "" + nodes.get(0).port()));
    await(
        "nodes that know all",
        node ->
            node.call("CLUSTER", "NODES")
                    .lines()
                    .filter(line -> line.contains(" connected"))
                    .count()
                == NODES);
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

  private static String id(RedisNode node) {
    return node.call("CLUSTER", "MYID");
  }

  @Override
  boolean isReady() {
    return nodes.stream().allMatch(ClusterStore::isWell);
  }

  private static boolean isWell(RedisNode node) {
    String replication = node.call("INFO", "replication");
    return node.call("CLUSTER", "INFO").contains("cluster_state:ok")
        && (replication.contains("role:master") || replication.contains("master_link_status:up"));
  }

  @Override
  @Nullable String strike(Fault fault) {
    return switch (fault.kind()) {
      case FAIL_OVER -> failOver(fault.pick());
      case MOVE_SLOT -> moveSlot(fault.pick());
      default -> null;
    };
  }

  private @Nullable String failOver(int pick) {
    List<RedisNode> replicas =
        nodes.stream()
            .filter(node -> node.call("INFO", "replication").contains("master_link_status:up"))
            .toList();
    if (replicas.isEmpty()) {
      return null;
    }
    RedisNode replica = replicas.get(pick % replicas.size());
    return replica.call("CLUSTER", "FAILOVER").equals("OK") ? replica.process().name() : null;
  }

  // A queue's keys are in the slot of its name in braces; those of a shard too.
  private @Nullable String moveSlot(int pick) {
    List<RedisNode> masters = new ArrayList<>(nodes);
    masters.removeIf(node -> !node.call("INFO", "replication").contains("role:master"));
    Collections.rotate(masters, pick);
    RedisNode source =
        masters.stream().filter(node -> slotWithKeys(node, pick) != null).findFirst().orElse(null);
    String slot = source == null ? null : slotWithKeys(source, pick);
    if (source == null || slot == null || masters.size() == 1) {
      return null;
    }
    masters.remove(source);
    RedisNode target = masters.get(pick % masters.size());
    if (!target.call("CLUSTER", "SETSLOT", slot, "IMPORTING", id(source)).equals("OK")
        || !source.call("CLUSTER", "SETSLOT", slot, "MIGRATING", id(target)).equals("OK")) {
      return null;
    }
    boolean moved = moveKeys(source, target, slot);
    if (moved) {
      String owner = id(target);
      target.call("CLUSTER", "SETSLOT", slot, "NODE", owner);
      nodes.forEach(node -> node.call("CLUSTER", "SETSLOT", slot, "NODE", owner));
    }
    return "slot " + slot + (moved ? "" : ", not finished");
  }

  private static @Nullable String slotWithKeys(RedisNode node, int pick) {
    List<String> keys = List.of(node.call("KEYS", "dt*").split(" ", -1));
    String key = keys.get(pick % keys.size());
    return key.isEmpty() || key.startsWith("-") ? null : node.call("CLUSTER", "KEYSLOT", key);
  }

  private static boolean moveKeys(RedisNode source, RedisNode target, String slot) {
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
