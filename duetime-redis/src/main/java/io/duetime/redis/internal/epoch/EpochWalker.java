package io.duetime.redis.internal.epoch;

import io.duetime.engine.ShardId;
import io.duetime.internal.async.Stages;
import io.duetime.redis.internal.call.StoreAccess;
import io.duetime.redis.internal.shard.QueueShards;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Leads calls through the live epochs of a queue, and again where they have changed. What is looked
 * for by id is asked for in the newest epoch, in older ones, and once more in the newest, since a
 * record may have been carried there meanwhile; one that is still on its way is seen to arrive
 * first.
 */
public final class EpochWalker {
  private static final int MAX_ATTEMPTS = 20;

  private final StoreAccess store;
  private final EpochCarrier carrier;

  public EpochWalker(StoreAccess store, EpochCarrier carrier) {
    this.store = store;
    this.carrier = carrier;
  }

  /** How a walk goes on. */
  public enum Next {
    DONE,
    /** Again, if the shards are others than those that were asked. */
    IF_CHANGED,
    AGAIN
  }

  /** Asks the shards of a list that may be out of date. */
  @FunctionalInterface
  public interface Attempt {
    CompletionStage<Next> with(QueueShards shards);
  }

  /** Something that is looked for by id; touched by one call at a time. */
  public interface Search {
    /** The ids that are not found so far. */
    Collection<String> missing();

    /** Asks for what is missing where it may be; some have no further place, null. */
    CompletionStage<?> ask(Function<String, @Nullable ShardId> place, Staleness staleness);
  }

  /** Whether shards have said that there are others than those that are known. Thread safe. */
  public static final class Staleness {
    private final int newest;
    private final AtomicBoolean isStale = new AtomicBoolean();

    Staleness(QueueShards shards) {
      this.newest = shards.newest().number();
    }

    /** Notes the epoch for which a shard was sealed, 0 for none. */
    public void sealed(long epoch) {
      if (epoch > newest) {
        isStale.set(true);
      }
    }

    /** Notes a shard that is not open. */
    public void missing(ShardId shard) {
      if (shard.epoch() > 0) {
        isStale.set(true);
      }
    }
  }

  /**
   * Attempts with the shards that are known, and again with those there are now while that is asked
   * for; answers what the last attempt did.
   */
  public CompletionStage<Next> walk(String queue, Attempt attempt) {
    return store
        .shards()
        .of(queue)
        .thenCompose(shards -> walk(queue, attempt, shards, MAX_ATTEMPTS));
  }

  private CompletionStage<Next> walk(
      String queue, Attempt attempt, QueueShards shards, int attemptsLeft) {
    return attempt
        .with(shards)
        .thenCompose(next ->
            next == Next.DONE || attemptsLeft == 0
                ? Stages.done(next)
                : store
                    .shards()
                    .fresh(queue)
                    .thenCompose(now ->
                        next == Next.IF_CHANGED && now.equals(shards)
                            ? Stages.done(Next.DONE)
                            : walk(queue, attempt, now, attemptsLeft - 1)));
  }

  /** Asks for all that is missing, wherever it may be. */
  public CompletionStage<Next> search(String queue, Search search) {
    return walk(
        queue,
        shards -> {
          Staleness staleness = new Staleness(shards);
          return ask(queue, search, shards, staleness, 0)
              .thenApply(done ->
                  staleness.isStale.get() && !search.missing().isEmpty()
                      ? Next.IF_CHANGED
                      : Next.DONE);
        });
  }

  private CompletionStage<Boolean> ask(
      String queue, Search search, QueueShards shards, Staleness staleness, int round) {
    int last = shards.older().isEmpty() ? 0 : shards.older().size() + 1;
    if (round > last || search.missing().isEmpty()) {
      return Stages.done(true);
    }
    return (round > 0 && round == last
            ? arrive(queue, search.missing(), shards)
            : Stages.done(true))
        .thenCompose(arrived -> search.ask(id -> shards.candidate(id, round), staleness))
        .thenCompose(done -> ask(queue, search, shards, staleness, round + 1));
  }

  /** Sees what is on its way from older epochs arrive; answers whether all of it has. */
  public CompletionStage<Boolean> arrive(String queue, Collection<String> ids, QueueShards shards) {
    return ids.isEmpty() ? Stages.done(true) : carrier.finish(queue, ids, shards);
  }

  /** Asks all shards that there are now, one after the other, the home shard first. */
  public <T> CompletionStage<List<T>> all(String queue, Function<ShardId, CompletionStage<T>> one) {
    return store.shards().fresh(queue).thenCompose(shards -> Stages.inTurn(shards.all(), one));
  }
}
