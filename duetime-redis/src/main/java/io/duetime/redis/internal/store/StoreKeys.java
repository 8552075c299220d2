package io.duetime.redis.internal.store;

import io.duetime.engine.ShardId;
import io.duetime.redis.internal.script.Script;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The names of all keys of a store, as {@code docs/formats/redis.md} has them. Immutable. */
public final class StoreKeys {
  private static final int MANY = 5_000;

  private final String prefix;

  /** The keys of recent calls: to make them takes longer than to send them. */
  private final Map<ScriptPlace, byte[][]> recent = new ConcurrentHashMap<>();

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

  /** The keys of a shard that a script declares, in its order; not to be changed. */
  public byte[][] of(ShardKeys shard, Script script) {
    ScriptPlace place = new ScriptPlace(shard.begin, script.name());
    byte[][] known = recent.get(place);
    if (known == null) {
      if (recent.size() >= MANY) {
        recent.clear();
      }
      known = script.keys().stream().map(shard::key).toArray(byte[][]::new);
      recent.put(place, known);
    }
    return known;
  }

  private record ScriptPlace(String begin, String script) {}

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

  /**
   * The keys of one shard.
   *
   * @param begin what all of them begin with
   */
  public record ShardKeys(String queue, ShardId shard, String begin) {
    private static final Set<String> HASHES =
        Set.of(
            "meta",
            "jobs",
            "runs",
            "late",
            "hours",
            "copies",
            "leaving",
            "aside",
            "recurring",
            "ticks",
            "numbers",
            "swept");

    /** The key of a name such as {@code jobs}; a queue's settings are fields of {@code meta}. */
    public byte[] key(String name) {
      return (begin + name).getBytes(StandardCharsets.UTF_8);
    }

    /** The channel on which the shard signals jobs that are due earlier than expected. */
    public byte[] channel() {
      return key("wake");
    }

    /** The type of a key by its name, in the words of the command TYPE. */
    static String typeOf(String name) {
      return name.equals("next") ? "string" : HASHES.contains(name) ? "hash" : "zset";
    }
  }
}
