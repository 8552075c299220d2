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

  /** The keys of a shard. */
  public ShardKeys shard(String queue, ShardId shard) {
    String tag = shard.epoch() == 0 ? queue : queue + "@" + shard.epoch() + "." + shard.index();
    return new ShardKeys(queue, shard, prefix + "{" + tag + "}:");
  }

  /** The names of all queues. */
  public byte[] queues() {
    return name("queues");
  }

  /** When queues need maintenance. */
  public byte[] maintenance() {
    return name("maintenance");
  }

  /** How far the sweep over all queues has come; stored beside the names of queues. */
  public byte[] swept() {
    return name("{" + prefix + "queues}:swept");
  }

  /** The next free number. */
  public byte[] nextNumber() {
    return name("{#numbers}:next");
  }

  /** The blocks of numbers. */
  public byte[] numberBlocks() {
    return name("{#numbers}:blocks");
  }

  /** The documents of a collection. */
  public byte[] documents(String collection) {
    return name("{#documents." + collection + "}:documents");
  }

  /** The names of the documents of a collection. */
  public byte[] documentNames(String collection) {
    return name("{#documents." + collection + "}:names");
  }

  /** The entries of the audit log. */
  public byte[] auditEntries() {
    return name("{#audit}:entries");
  }

  /** The channel on which a process hears its own heartbeat at a node. */
  public byte[] heartbeat(String process, String node) {
    return name("beat:" + process + ":" + node);
  }

  /** The keys that a script about the whole store declares, in its order. */
  public byte[][] of(Script script) {
    return script.keys().stream().map(this::named).toArray(byte[][]::new);
  }

  private byte[] named(String name) {
    return switch (name) {
      case "queues" -> queues();
      case "swept" -> swept();
      case "maintenance" -> maintenance();
      case "next" -> nextNumber();
      case "blocks" -> numberBlocks();
      case "entries" -> auditEntries();
      default -> throw new IllegalArgumentException("the store has no key " + name);
    };
  }

  private byte[] name(String end) {
    return (prefix + end).getBytes(StandardCharsets.UTF_8);
  }
}
