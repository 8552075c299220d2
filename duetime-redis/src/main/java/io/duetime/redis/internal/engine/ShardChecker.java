package io.duetime.redis.internal.engine;

import io.duetime.redis.internal.link.RedisLink;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks watched shards when claimers are to come back. Whatever makes that earlier writes it beside
 * the jobs before it publishes a message, so one field makes good every message that was lost.
 */
final class ShardChecker {
  private static final Logger LOG = LoggerFactory.getLogger(ShardChecker.class);
  private static final byte[] TOLD = "told".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] EPOCHS = "epochs".getBytes(StandardCharsets.US_ASCII);

  private final RedisLink link;

  ShardChecker(Store store) {
    this.link = store.link();
  }

  /**
   * Checks shards of one node; completes, never with a failure, when all have answered or failed.
   */
  CompletionStage<?> check(List<WatchedShard> shards) {
    List<byte[]> keys = shards.stream().map(shard -> shard.keys().key("meta")).toList();
    return Stages.all(
        shards, link.readTogether("HMGET", keys, TOLD, EPOCHS), ShardChecker::hear);
  }

  private static void hear(
      WatchedShard shard, @Nullable Object answer, @Nullable Throwable failure) {
    if (answer instanceof List<?> fields) {
      shard.checked(fields.get(0), fields.get(1));
    } else {
      LOG.debug("A shard of {} could not be checked", shard.keys().queue(), failure);
    }
  }
}
