package io.duetime.redis.internal.store;

import io.duetime.engine.ShardId;
import io.duetime.redis.internal.script.Script;
import java.nio.charset.StandardCharsets;

/** The keys of one shard. Immutable. */
public final class ShardKeys {
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
    byte[][] keys = new byte[script.keys().size()][];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = key(script.keys().get(i));
    }
    return keys;
  }

  /** The channel on which the shard signals jobs that are due earlier than expected. */
  public byte[] channel() {
    return key("wake");
  }
}
