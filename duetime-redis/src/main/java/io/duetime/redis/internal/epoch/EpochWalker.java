package io.duetime.redis.internal.epoch;

import io.duetime.async.Stages;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.RedisStore;
import java.util.Collection;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Leads calls through the live epochs of a queue, and repeats them when the epochs have changed. A
 * search by id asks the newest epoch, the older ones, and the newest again, because a record may
 * have been carried there meanwhile. Before that last question, jobs on their way are delivered.
 */
public record EpochWalker(RedisStore store, EpochCarrier carrier) {
  private static final int MAX_ATTEMPTS = 20;

  /** What follows an attempt. */
  public enum Next {
    DONE,
    /** Another attempt, if the shards have changed. */
    IF_CHANGED,
    AGAIN
  }

  /** A search by id; used by one call at a time. */
  public interface Search {
    /** The ids that are not found so far. */
    Collection<String> missing();

    /** Asks for the missing ids at their places; null for an id that has no further place. */
    CompletionStage<?> ask(Function<String, @Nullable ShardId> place, Staleness staleness);
  }

  /** Whether a shard has told that the known epochs are out of date. Thread safe. */
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
   * Attempts with the known shards, and again with the current ones as long as an attempt asks for
   * that; answers the result of the last attempt.
   *
   * @param attempt asks shards, whose list may be out of date
   */
  public CompletionStage<Next> walk(
      String queue, Function<QueueShards, CompletionStage<Next>> attempt) {
    return store.shardsOf(queue).thenCompose(shards -> walk(queue, attempt, shards, MAX_ATTEMPTS));
  }

  private CompletionStage<Next> walk(
      String queue,
      Function<QueueShards, CompletionStage<Next>> attempt,
      QueueShards shards,
      int attemptsLeft) {
    return attempt
        .apply(shards)
        .thenCompose(next ->
            next == Next.DONE || attemptsLeft == 0
                ? Stages.done(next)
                : store
                    .freshShards(queue)
                    .thenCompose(now ->
                        next == Next.IF_CHANGED && now.equals(shards)
                            ? Stages.done(Next.DONE)
                            : walk(queue, attempt, now, attemptsLeft - 1)));
  }

  /** Asks for all missing ids in all places where they may be. */
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

  /** Delivers jobs on their way from older epochs; answers whether all have arrived. */
  public CompletionStage<Boolean> arrive(String queue, Collection<String> ids, QueueShards shards) {
    return ids.isEmpty() ? Stages.done(true) : carrier.finish(queue, ids, shards);
  }
}
