package io.duetime.redis.internal.link;

import io.duetime.redis.fixture.RedisCluster;
import io.duetime.redis.fixture.RedisProcess;

/** Moves the slot of a key from its master to another, step by step. */
final class Moving {
  private final RedisCluster cluster;
  private final RedisProcess source;
  private final RedisProcess target;
  private final String slot;

  private Moving(RedisCluster cluster, RedisProcess source, RedisProcess target, String slot) {
    this.cluster = cluster;
    this.source = source;
    this.target = target;
    this.slot = slot;
  }

  static Moving slotOf(RedisCluster cluster, String key) {
    RedisProcess source = cluster.masterOf(key);
    RedisProcess target = cluster.masters().get(cluster.masters().get(0) == source ? 1 : 0);
    return new Moving(cluster, source, target, source.call("CLUSTER", "KEYSLOT", key));
  }

  RedisProcess source() {
    return source;
  }

  void begin() {
    target.call("CLUSTER", "SETSLOT", slot, "IMPORTING", cluster.id(source));
    source.call("CLUSTER", "SETSLOT", slot, "MIGRATING", cluster.id(target));
  }

  void moveKeys() {
    source.call("CLUSTER", "GETKEYSINSLOT", slot, "100").lines().forEach(this::move);
  }

  /** Moves one key alone. */
  void move(String key) {
    source.call("MIGRATE", "127.0.0.1", Integer.toString(target.port()), key, "0", "5000");
  }

  void end() {
    target.call("CLUSTER", "SETSLOT", slot, "NODE", cluster.id(target));
    source.call("CLUSTER", "SETSLOT", slot, "NODE", cluster.id(target));
  }
}
