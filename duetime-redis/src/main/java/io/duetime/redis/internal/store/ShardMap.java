package io.duetime.redis.internal.store;

import io.duetime.StoreFailureException;
import io.duetime.async.Stages;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.link.RedisLink;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Knows the shards of queues: reads their live epochs once from their home shards; later changes
 * have to be reported. Thread safe.
 */
public final class ShardMap {
  private static final int MANY = 100_000;
  private static final byte[] EPOCHS = "epochs".getBytes(StandardCharsets.US_ASCII);

  private final RedisLink link;
  private final StoreKeys keys;
  private final QueueShards usual;
  private final ConcurrentMap<String, QueueShards> known = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, String> split = new ConcurrentHashMap<>();
  private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

  /** Queues that were never split have the home shard alone. */
  public ShardMap(RedisLink link, StoreKeys keys) {
    this(link, keys, QueueShards.UNSPLIT);
  }

  /** Uses other shards for a queue that was never split. */
  public ShardMap(RedisLink link, StoreKeys keys, QueueShards usual) {
    this.link = link;
    this.keys = keys;
    this.usual = usual;
  }

  /** The known shards of a queue; a shard that was sealed since then tells it. */
  public CompletionStage<QueueShards> of(String queue) {
    QueueShards shards = known.get(queue);
    return shards == null ? fresh(queue) : Stages.done(shards);
  }

  /** The current shards of a queue, read from its home shard. */
  public CompletionStage<QueueShards> fresh(String queue) {
    return link.read("HGET", keys.shard(queue, ShardId.ONLY).key("meta"), EPOCHS)
        .thenApply(epochs -> {
          String text =
              epochs == null ? "" : new String((byte[]) epochs, StandardCharsets.US_ASCII);
          return learnt(queue, text);
        });
  }

  private QueueShards learnt(String queue, String text) {
    try {
      learn(queue, text);
      return read(text);
    } catch (StoreFailureException damaged) {
      throw new StoreFailureException(
          damaged.code(), "queue " + queue + ": " + damaged.getMessage(), damaged);
    }
  }

  /** The shards that live epochs name, as they are written in the store; empty for none. */
  public QueueShards read(String text) {
    return text.isEmpty() ? usual : QueueShards.parse(text);
  }

  /**
   * Learns the live epochs of a queue.
   *
   * @param epochs as they are written in the store; empty for a queue that was never split
   * @return whether they have changed
   */
  public boolean learn(String queue, String epochs) {
    QueueShards shards = read(epochs);
    if (known.size() >= MANY) {
      known.clear();
      split.clear();
    }
    if (!epochs.isEmpty()) {
      split.put(queue, epochs);
    }
    QueueShards before = known.put(queue, shards);
    boolean isNews = before != null && !shards.equals(before);
    if (isNews) {
      listeners.forEach(listener -> listener.accept(queue));
    }
    return isNews;
  }

  /** Calls a listener with the name of each queue whose shards turn out to have changed. */
  public void onChange(Consumer<String> listener) {
    listeners.add(listener);
  }

  /**
   * The last live epochs that a queue was known to have, as they are written in the store; empty
   * for none. A home shard that has lost its data no longer tells them.
   */
  public String lastSplit(String queue) {
    return split.getOrDefault(queue, "");
  }

  public void forget(String queue) {
    known.remove(queue);
    split.remove(queue);
  }

  /** The shards of a queue that was never split. */
  public QueueShards usual() {
    return usual;
  }
}
