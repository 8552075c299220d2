package io.duetime.redis.internal.store;

import io.duetime.engine.ShardId;
import io.duetime.redis.internal.script.Script;
import java.nio.charset.StandardCharsets;
import java.util.Set;

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

  /** The key of a name such as {@code jobs}. */
  public byte[] key(String name) {
    return (begin + name).getBytes(StandardCharsets.UTF_8);
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
