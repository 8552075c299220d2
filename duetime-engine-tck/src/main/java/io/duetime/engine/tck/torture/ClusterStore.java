package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.torture.Fault.Kind;
import io.duetime.engine.tck.torture.process.Child;
import io.duetime.engine.tck.torture.process.Pause;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A Redis Cluster of three masters, each with a replica, all of which fsync each write. */
final class ClusterStore implements TestedStore {
  private static final int MASTERS = 3;
  private static final int SLOTS = 16_384;
  private static final int NODES = 2 * MASTERS;
  private static final long LIMIT_MILLIS = 60_000;

  private final List<RedisNode> nodes = new ArrayList<>();

  ClusterStore(Path folder) {
    for (int i = 0; i < NODES; i++) {
      nodes.add(
          new RedisNode(
              "node-" + i,
              folder,
              List.of("--cluster-enabled", "yes", "--cluster-node-timeout", "2000")));
    }
  }

  @Override
  public void start() {
    nodes.forEach(node -> node.process().start());
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
        node -> lines(node).filter(ClusterStore::isConnected).count() == NODES);
    for (int i = MASTERS; i < NODES; i++) {
      nodes.get(i).call("CLUSTER", "REPLICATE", id(nodes.get(i - MASTERS)));
    }
    if (!heal()) {
      throw new IllegalStateException("the cluster does not come up");
    }
  }

  private void await(String what, java.util.function.Predicate<RedisNode> good) {
    if (!Pause.until(LIMIT_MILLIS, () -> nodes.stream().allMatch(good))) {
      throw new IllegalStateException("no " + what);
    }
  }

  private static Stream<String> lines(RedisNode node) {
    return node.call("CLUSTER", "NODES").lines();
  }

  private static boolean isConnected(String line) {
    return line.contains(" connected");
  }

  private static String id(RedisNode node) {
    return node.call("CLUSTER", "MYID");
  }

  @Override
  public boolean heal() {
    for (RedisNode node : nodes) {
      node.process().resume();
      node.process().start();
    }
    return Pause.until(LIMIT_MILLIS, () -> nodes.stream().allMatch(ClusterStore::isWell));
  }

  private static boolean isWell(RedisNode node) {
    String replication = node.call("INFO", "replication");
    return node.call("CLUSTER", "INFO").contains("cluster_state:ok")
        && (replication.contains("role:master") || replication.contains("master_link_status:up"));
  }

  @Override
  public String uri() {
    return "redis-cluster://"
        + nodes.stream().map(node -> "127.0.0.1:" + node.port()).collect(Collectors.joining(","))
        + "?appendfsync=always&refresh=5s";
  }

  @Override
  public String directUri() {
    return uri();
  }

  @Override
  public List<Child> processes() {
    return nodes.stream().map(RedisNode::process).toList();
  }

  @Override
  public boolean isFsynced() {
    return true;
  }

  @Override
  public int replicas() {
    return 1;
  }

  @Override
  public Set<Kind> possible() {
    Set<Kind> kinds = EnumSet.allOf(Kind.class);
    kinds.removeAll(impossible().keySet());
    return kinds;
  }

  @Override
  public Map<Kind, String> impossible() {
    String net = "left out: nodes announce their own addresses, which no proxy is before";
    return Map.of(
        Kind.DELAY, net,
        Kind.LOSS, net,
        Kind.ONE_WAY, net,
        Kind.HALF_OPEN, net,
        Kind.CUT, net,
        Kind.DISK_FULL, "left out: the single Redis shows it");
  }

  @Override
  public boolean mayLoseUnconfirmed() {
    return true;
  }

  @Override
  public @Nullable String strike(Fault fault) {
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
    RedisNode source = nodes.get(pick % NODES);
    List<RedisNode> masters =
        nodes.stream()
            .filter(node -> node.call("INFO", "replication").contains("role:master"))
            .toList();
    List<RedisNode> targets = masters.stream().filter(node -> node != source).toList();
    String slot = masters.contains(source) ? slotWithKeys(source, pick) : null;
    if (slot == null || targets.isEmpty()) {
      return null;
    }
    RedisNode target = targets.get(pick % targets.size());
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
    List<String> keys = List.of(node.call("KEYS", "dt*").split(" "));
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

  @Override
  public void close() {
    processes().forEach(Child::kill);
  }
}
