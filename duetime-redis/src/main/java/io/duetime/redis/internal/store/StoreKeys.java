package io.duetime.redis.internal.store;

import io.duetime.engine.ShardId;
import io.duetime.redis.internal.script.Script;
import java.nio.charset.StandardCharsets;

/** The names of all keys of a store, as {@code docs/formats/redis.md} has them. Immutable. */
public final class StoreKeys {
  private final String prefix;

  /** All keys begin with a prefix and a colon. */
  public StoreKeys(String prefix) {
    this.prefix = prefix + ":";
  }

  public ShardKeys shard(String queue, ShardId shard) {
    String tag = shard.epoch() == 0 ? queue : queue + "@" + shard.epoch() + "." + shard.index();
    return new ShardKeys(queue, shard, prefix + "{" + tag + "}:");
  }

  /** The documents of a collection. */
  public byte[] documents(String collection) {
    return name("{#documents." + collection + "}:documents");
  }

  /** The names of the documents of a collection. */
  public byte[] documentNames(String collection) {
    return name("{#documents." + collection + "}:names");
  }

  /** The channel on which a process hears its own heartbeat at a node. */
  public byte[] heartbeat(String process, String node) {
    return name("beat:" + process + ":" + node);
  }

  /** The keys that a script about the whole store declares, in its order. */
  public byte[][] of(Script script) {
    return script.keys().stream().map(this::key).toArray(byte[][]::new);
  }

  /** A key of the whole store by its name in scripts. */
  public byte[] key(String name) {
    return switch (name) {
      case "queues", "maintenance" -> name(name);
      // Beside the names of queues.
      case "swept" -> name("{" + prefix + "queues}:swept");
      case "next", "blocks" -> name("{#numbers}:" + name);
      case "entries" -> name("{#audit}:entries");
      default -> throw new IllegalArgumentException("the store has no key " + name);
    };
  }

  private byte[] name(String end) {
    return (prefix + end).getBytes(StandardCharsets.UTF_8);
  }
}
