package io.duetime.redis.internal.admin;

import io.duetime.Durability;
import io.duetime.OutcomeUnknownException;
import io.duetime.async.Stages;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * Deletes queues shard by shard, the home shard last. The home shard notes that a deletion has
 * begun, so that maintenance finishes one that is cut off.
 */
public record QueueDeleter(RedisStore store) {
  /** How long the caller has to finish a deletion before maintenance continues it. */
  private static final long TIME_TO_FINISH_MILLIS = 10_000;

  private static final int ALWAYS = 0;
  private static final int IF_UNUSED = 1;
  private static final int ONLY_TELL = 2;

  /** When maintenance continues a deletion that began at a moment and is unfinished. */
  public static long dueAt(long deletingSince) {
    return deletingSince + TIME_TO_FINISH_MILLIS;
  }

  /** Deletes a queue; answers whether there was one. */
  public CompletionStage<Boolean> delete(String queue) {
    return store
        .freshShards(queue)
        .thenCompose(shards ->
            shards.isUnsplit()
                ? remove(queue, shards)
                : begin(queue)
                    .thenCompose(begun ->
                        remove(queue, shards)
                            .thenApply(wasOpen -> begun || wasOpen)
                            .exceptionallyCompose(failure -> cutOff(queue, failure))));
  }

  /** Answers whether there is a queue. */
  private CompletionStage<Boolean> begin(String queue) {
    return store
        .ifThere(store.home(queue), "begin_deletion", new Arguments())
        .thenApply(answer -> {
          answer.ifPresent(reply ->
              store.notes().note(queue, reply.number("now"), dueAt(reply.number("since"))));
          return answer.isPresent();
        });
  }

  private static CompletionStage<Boolean> cutOff(String queue, Throwable failure) {
    return CompletableFuture.failedStage(
        new OutcomeUnknownException(
            "queue " + queue + " is deleted in part, and maintenance goes on with it",
            Stages.cause(failure)));
  }

  private CompletionStage<Boolean> remove(String queue, QueueShards shards) {
    List<ShardId> homeLast = shards.homeLast();
    return Stages.inTurn(homeLast, shard -> deleteShard(queue, shard, ALWAYS))
        .thenCompose(deleted -> {
          // Another caller may have given the queue more shards before its home shard was deleted.
          Set<ShardId> others = new LinkedHashSet<>();
          deleted.forEach(one -> others.addAll(one.named));
          homeLast.forEach(others::remove);
          return Stages.inTurn(List.copyOf(others), shard -> deleteShard(queue, shard, ALWAYS))
              .thenCompose(more -> forget(queue))
              .thenApply(done -> deleted.stream().anyMatch(Deleted::wasOpen));
        });
  }

  // If another caller has created the queue again meanwhile, its name and maintenance note are
  // restored.
  private CompletionStage<?> forget(String queue) {
    store.shards().forget(queue);
    return store
        .run("unregister", Arguments.of(queue))
        .thenCompose(gone -> store.run("forget_maintenance", Arguments.of(queue)))
        .thenCompose(gone -> store.ifThere(store.home(queue), "settings", new Arguments()))
        .thenCompose(
            alive -> alive.isPresent() ? store.register(queue, Durability.NONE) : Stages.done(0L));
  }

  /**
   * Deletes a queue if it is unused; answers whether it was deleted. Its home shard, which is
   * deleted last, tells whether it has settings. A shard that was deleted before another one turned
   * out to be used is opened again at its next use.
   */
  public CompletionStage<Boolean> deleteEmpty(String queue) {
    return store
        .freshShards(queue)
        .thenCompose(shards ->
            deleteShard(queue, ShardId.ONLY, ONLY_TELL)
                .thenCompose(home ->
                    home.isUsed
                        ? Stages.done(false)
                        : deleteUnused(queue, shards.homeLast(), false)));
  }

  private CompletionStage<Boolean> deleteUnused(String queue, List<ShardId> left, boolean wasOpen) {
    if (left.isEmpty()) {
      return wasOpen ? forget(queue).thenApply(done -> true) : Stages.done(false);
    }
    return deleteShard(queue, left.get(0), IF_UNUSED)
        .thenCompose(one ->
            one.isUsed
                ? Stages.done(false)
                : deleteUnused(queue, left.subList(1, left.size()), wasOpen || one.wasOpen));
  }

  /**
   * A shard that was deleted.
   *
   * @param wasOpen whether it existed
   * @param isUsed whether it was not deleted because it is used
   * @param named the shards of the queue that it listed as the home shard
   */
  private record Deleted(boolean wasOpen, boolean isUsed, List<ShardId> named) {
    static Deleted read(ScriptReply reply) {
      long wasOpen = reply.number("wasOpen");
      List<ShardId> named =
          Stream.of(reply.text("epochs"), reply.text("dropping"))
              .filter(epochs -> !epochs.isEmpty())
              .flatMap(epochs -> QueueShards.parse(epochs).all().stream())
              .filter(shard -> !shard.equals(ShardId.ONLY))
              .toList();
      return new Deleted(wasOpen == 1, wasOpen < 0, named);
    }
  }

  private CompletionStage<Deleted> deleteShard(String queue, ShardId shard, int when) {
    store.notes().forget(queue);
    // Numbers of epochs are never used again; a queue without epochs has other shards only in
    // tests.
    boolean isGoneForGood = shard.epoch() > 0 && !store.shards().usual().contains(shard);
    return store
        .run(store.shard(queue, shard), "delete_shard", Arguments.of(isGoneForGood, when))
        .thenApply(Deleted::read);
  }
}
