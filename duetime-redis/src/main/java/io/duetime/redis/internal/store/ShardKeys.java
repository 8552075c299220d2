package io.duetime.redis.internal.store;

import io.duetime.engine.ShardId;
import io.duetime.redis.internal.script.Script;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** The keys of one shard. Immutable. */
public final class ShardKeys {
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

  private final String queue;
  private final ShardId shard;
  private final byte[] begin;

  ShardKeys(String queue, ShardId shard, String begin) {
    this.queue = queue;
    this.shard = shard;
    this.begin = begin.getBytes(StandardCharsets.UTF_8);
  }

  /** The queue whose shard it is. */
  public String queue() {
    return queue;
  }

  /** Which shard of the queue. */
  public ShardId shard() {
    return shard;
  }

  /** The key of a name such as {@code jobs}. */
  public byte[] key(String name) {
    byte[] key = new byte[begin.length + name.length()];
    System.arraycopy(begin, 0, key, 0, begin.length);
    for (int i = 0; i < name.length(); i++) {
      key[begin.length + i] = (byte) name.charAt(i);
    }
    return key;
  }

  /** The keys that a script declares, in its order. */
  public byte[][] of(Script script) {
    return script.keys().stream().map(this::key).toArray(byte[][]::new);
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
