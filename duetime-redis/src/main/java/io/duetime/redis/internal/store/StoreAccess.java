package io.duetime.redis.internal.store;

import io.duetime.engine.ShardId;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.script.Scripts;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What all components of an engine share.
 *
 * @param link calls the servers
 * @param scripts that run there
 * @param keys the names of the keys
 * @param shards where jobs are stored
 * @param time the store's clock
 */
public record StoreAccess(
    RedisLink link, Scripts scripts, StoreKeys keys, ShardMap shards, StoreTime time) {
  public Script script(String name) {
    return scripts.get(name);
  }

  /** The home shard of a queue. */
  public ShardKeys home(String queue) {
    return keys.shard(queue, ShardId.ONLY);
  }

  /** Reads with a plain command, as {@link RedisLink#read} does. */
  public CompletionStage<@Nullable Object> read(String command, byte[] key, String... more) {
    byte[][] arguments =
        Stream.of(more).map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    return link.read(command, key, arguments);
  }

  /** Runs a script about the whole store. */
  public CompletionStage<@Nullable Object> run(Script script, Arguments arguments) {
    return time.send(arguments, all -> link.run(script, keys.of(script), all));
  }

  /** Runs a script on one shard, whether or not it is open. */
  public CompletionStage<@Nullable Object> run(
      ShardKeys shard, Script script, Arguments arguments) {
    return time.send(arguments, all -> link.run(script, shard.of(script), all));
  }
}
