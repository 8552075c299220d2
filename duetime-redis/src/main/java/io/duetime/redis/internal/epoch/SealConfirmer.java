package io.duetime.redis.internal.epoch;

import io.duetime.Durability;
import io.duetime.Durability.Reached;
import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.async.Stages;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.RedisStore;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes sure that a seal survives the failure of its node. In a cluster a replica may take over a
 * shard without its last writes while the other shards keep theirs: a seal that no replica has may
 * be lost after a job was created in a newer epoch, and the old shard would create the same id
 * again. The same applies to an epoch that the home shard has published.
 *
 * <p>Remembers what a replica has confirmed, so that each shard, epoch and process waits once.
 * Thread safe.
 */
public final class SealConfirmer {
  private static final Durability ONE_REPLICA = Durability.replicas(1, Duration.ofSeconds(2));
  private static final int MANY = 100_000;

  private final RedisStore store;
  private final Set<Seal> confirmed = ConcurrentHashMap.newKeySet();

  public SealConfirmer(RedisStore store) {
    this.store = store;
  }

  private record Seal(String queue, ShardId shard, int epoch) {}

  /** Whether a call that seals a shard for an epoch has to wait for a replica. */
  public boolean isWanted(String queue, ShardId shard, int epoch) {
    return !confirmed.contains(new Seal(queue, shard, epoch))
        && store.link().failsOverAlone(store.shard(queue, shard).key("meta"));
  }

  /** The requested durability, and at least one replica. */
  public static Durability atLeastOneReplica(Durability asked) {
    boolean isLonger = asked.timeout().compareTo(ONE_REPLICA.timeout()) > 0;
    return new Durability(
        asked.fsynced(),
        Math.max(asked.replicas(), ONE_REPLICA.replicas()),
        isLonger ? asked.timeout() : ONE_REPLICA.timeout());
  }

  /** Notes how durable a seal has become; answers whether it may be relied on. */
  public boolean confirm(String queue, ShardId shard, int epoch, Reached reached) {
    if (reached.replicas() < ONE_REPLICA.replicas()) {
      return false;
    }
    if (confirmed.size() >= MANY) {
      confirmed.clear();
    }
    confirmed.add(new Seal(queue, shard, epoch));
    return true;
  }

  /** The failure when no replica has confirmed. */
  public static RetryableException unconfirmed(String queue) {
    return new RetryableException(
        ErrorCode.STORE_UNAVAILABLE,
        "queue "
            + queue
            + " got other shards, and no replica has confirmed it yet: a job made now might be"
            + " made twice when its master fails");
  }

  /** Whether a home shard has published the newest epoch of its queue. */
  public enum Publication {
    /** Published, and confirmed by a replica. */
    CONFIRMED,
    /** Published, but only the master is known to have it. */
    UNCONFIRMED,
    /** The home shard knows of no such epoch. */
    UNKNOWN
  }

  /** Finds out whether the home shard has published the newest epoch durably. */
  public CompletionStage<Publication> publication(String queue, QueueShards shards) {
    int newest = shards.newest().number();
    if (shards.isUnsplit() || !isWanted(queue, ShardId.ONLY, newest)) {
      return Stages.done(Publication.CONFIRMED);
    }
    // Cancels nothing but writes, so that the wait that follows covers all earlier writes.
    return store
        .ifThere(store.home(queue), "cancel", Arguments.of(0), ONE_REPLICA)
        .thenApply(answer -> {
          if (answer.isEmpty() || answer.get().number("sealed") < newest) {
            return Publication.UNKNOWN;
          }
          return confirm(queue, ShardId.ONLY, newest, answer.get().reached())
              ? Publication.CONFIRMED
              : Publication.UNCONFIRMED;
        });
  }
}
