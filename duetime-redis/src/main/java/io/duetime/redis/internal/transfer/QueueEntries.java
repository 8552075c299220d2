package io.duetime.redis.internal.transfer;

import io.duetime.ConfigureOutcome;
import io.duetime.Durability;
import io.duetime.QueueSettings;
import io.duetime.engine.ShardId;
import io.duetime.internal.async.Stages;
import io.duetime.internal.kernel.transfer.StoreEntry;
import io.duetime.redis.internal.admin.QueueKeeper;
import io.duetime.redis.internal.store.Scores;
import io.duetime.redis.internal.store.ShardOpener;
import io.duetime.redis.internal.store.StoreAccess;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Exports and imports the settings and fences of queues. */
public final class QueueEntries {
  private final StoreAccess store;
  private final QueueKeeper queues;
  private final ShardOpener opener;

  public QueueEntries(StoreAccess store, QueueKeeper queues, ShardOpener opener) {
    this.store = store;
    this.queues = queues;
    this.opener = opener;
  }

  CompletionStage<StoreEntry> of(String queue) {
    return queues
        .settings(queue)
        .thenCompose(settings ->
            store
                .shards()
                .fresh(queue)
                .thenCompose(shards -> Stages.inTurn(shards.all(), shard -> fence(queue, shard)))
                .thenApply(fences -> entry(queue, settings, highest(fences))));
  }

  // A version counts the changes in one store.
  private static StoreEntry entry(String queue, QueueSettings settings, long fence) {
    return new StoreEntry.Queue(queue, settings.toBuilder().anyVersion().build(), fence);
  }

  private CompletionStage<Long> fence(String queue, ShardId shard) {
    return store
        .read("HGET", store.keys().shard(queue, shard).key("meta"), "fence")
        .thenApply(fence -> fence == null ? 0L : Scores.read(fence));
  }

  private static long highest(List<Long> fences) {
    return fences.stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /**
   * Creates the queue, raises the fences of its shards beyond that of the entry, and stores the
   * settings if the queue has the defaults; answers whether it stored them.
   */
  CompletionStage<Boolean> take(StoreEntry.Queue entry) {
    return raise(entry)
        .thenCompose(raised -> queues.settings(entry.queue()))
        .thenCompose(settings ->
            !settings.equals(QueueSettings.DEFAULT)
                    || entry.settings().equals(QueueSettings.DEFAULT)
                ? Stages.done(false)
                : configure(entry, settings));
  }

  /** Keeps settings that another caller has changed meanwhile. */
  private CompletionStage<Boolean> configure(StoreEntry.Queue entry, QueueSettings known) {
    QueueSettings.Builder taken = entry.settings().toBuilder().anyVersion();
    known.version().ifPresent(taken::version);
    return queues
        .configure(entry.queue(), taken.build())
        .thenApply(configured -> configured.outcome() == ConfigureOutcome.STORED);
  }

  /** Shards that are opened later begin with the fence of the home shard. */
  private CompletionStage<?> raise(StoreEntry.Queue entry) {
    return opener
        .open(store.keys().shard(entry.queue(), ShardId.ONLY), Durability.NONE)
        .thenCompose(opened -> opener.home(entry.queue()))
        .thenCompose(home ->
            Stages.inTurn(
                home.shards().all(),
                shard ->
                    opener.raise(store.keys().shard(entry.queue(), shard), home, entry.fences())));
  }
}
