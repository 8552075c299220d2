package io.duetime.redis.internal.store;

import io.duetime.Durability;
import io.duetime.async.Stages;
import io.duetime.redis.internal.script.Scripts;
import io.duetime.redis.internal.store.RedisStore.ShardFailures;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import java.util.concurrent.CompletionStage;

/**
 * Opens shards at first use. Registers the queue before, and copies the settings of the home shard
 * to a shard of an epoch.
 */
public record ShardOpener(RedisStore store, ShardFailures failures) {
  /**
   * What a home shard tells about the shards of its queue.
   *
   * @param shards the live ones
   * @param text the live ones as they are written in the store
   * @param dropping the epoch whose shards are being removed, or empty
   * @param changes how often the settings have been changed
   * @param conf what scripts need of them
   * @param deletingSince since when the queue is being deleted, 0 if it is not
   * @param fence the last one given there
   * @param losses how often it has lost its data, as far as it knows
   * @param lostAt when it has last lost its data, 0 for never
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Home(
      QueueShards shards,
      String text,
      String dropping,
      long changes,
      byte[] conf,
      long deletingSince,
      long fence,
      long losses,
      long lostAt) {}

  /** Asks the home shard of a queue, and remembers the live epochs. */
  public CompletionStage<Home> home(String queue) {
    ShardKeys shard = store.home(queue);
    return store
        .run(shard, "epochs", new Arguments())
        .thenApply(this::home)
        .exceptionallyCompose(failure ->
            RedisStore.isAbsent(failure)
                ? Stages.done(new Home(store.shards().usual(), "", "", 0, new byte[0], 0, 0, 0, 0))
                : failures.tell(shard, store.script("epochs"), failure))
        .thenApply(home -> {
          store.shards().learn(queue, home.text);
          return home;
        });
  }

  private Home home(ScriptReply reply) {
    String text = reply.text("epochs");
    return new Home(
        store.shards().read(text),
        text,
        reply.text("dropping"),
        reply.number("changes"),
        reply.bytes("conf"),
        reply.number("deleting"),
        reply.number("fence"),
        reply.number("losses"),
        reply.number("lostAt"));
  }

  /**
   * Registers a queue and opens its shard; answers whether it is open. Notes that the queue needs
   * maintenance at once; maintenance notes the next time itself.
   */
  public CompletionStage<Boolean> open(ShardKeys shard, Durability durability) {
    if (shard.shard().epoch() == 0) {
      return store
          .register(shard.queue(), durability)
          .thenCompose(fence -> store.run(shard, "open", homeArguments(shard.queue(), fence)))
          .thenApply(opened -> true);
    }
    return home(shard.queue())
        .thenCompose(home ->
            home.shards.contains(shard.shard())
                ? open(shard, home, durability)
                : Stages.done(false));
  }

  private Arguments homeArguments(String queue, long fence) {
    return Arguments.of(
        Scripts.LAYOUT_VERSION, fence, 0, "", 1, beginning(), store.shards().lastSplit(queue));
  }

  /** The epochs of a queue that was never split; empty for the home shard alone. */
  private String beginning() {
    QueueShards usual = store.shards().usual();
    return usual.equals(QueueShards.UNSPLIT) ? "" : usual.text();
  }

  private CompletionStage<Boolean> open(ShardKeys shard, Home home, Durability durability) {
    return store
        .register(shard.queue(), durability)
        // The home shard leaves the live epochs as soon as it is empty: its fence counts, because
        // its jobs may have been claimed.
        .thenCompose(known -> raise(shard, home, home.fence))
        .thenApply(opened -> opened.number("opened") >= 0);
  }

  /** Opens a shard of an epoch, or only raises its fence beyond a given one. */
  public CompletionStage<ScriptReply> raise(ShardKeys shard, Home home, long fence) {
    return store.run(
        shard,
        "open",
        Arguments.of(
            Scripts.LAYOUT_VERSION,
            fence,
            home.changes,
            home.conf,
            home.shards.shardsInEpochOf(shard.shard()),
            "",
            ""));
  }
}
