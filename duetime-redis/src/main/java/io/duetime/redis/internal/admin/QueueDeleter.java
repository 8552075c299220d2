package io.duetime.redis.internal.admin;

import io.duetime.Durability;
import io.duetime.OutcomeUnknownException;
import io.duetime.engine.ShardId;
import io.duetime.internal.async.Stages;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.MaintenanceNotes;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.Registry;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.ShardCaller;
import io.duetime.redis.internal.store.StoreAccess;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Deletes queues shard by shard, the home shard last. The home shard notes that a deletion has
 * begun, so that maintenance finishes one that is cut off.
 */
public final class QueueDeleter {
  /** How long the caller has to finish a deletion before maintenance continues it. */
  private static final long TIME_TO_FINISH_MILLIS = 10_000;

  private static final int ALWAYS = 0;
  private static final int IF_UNUSED = 1;
  private static final int ONLY_TELL = 2;

  private final StoreAccess store;
  private final ShardCaller caller;
  private final Registry registry;
  private final MaintenanceNotes maintenance;
  private final Script begin;
  private final Script deleteShard;
  private final Script forgetMaintenance;

  public QueueDeleter(
      StoreAccess store, ShardCaller caller, Registry registry, MaintenanceNotes maintenance) {
    this.store = store;
    this.caller = caller;
    this.registry = registry;
    this.maintenance = maintenance;
    this.begin = store.script("begin_deletion");
    this.deleteShard = store.script("delete_shard");
    this.forgetMaintenance = store.script("forget_maintenance");
  }

  /** When maintenance continues a deletion that began at a moment and is unfinished. */
  public static long dueAt(long deletingSince) {
    return deletingSince + TIME_TO_FINISH_MILLIS;
  }

  /** Deletes a queue; answers whether there was one. */
  public CompletionStage<Boolean> delete(String queue) {
    return store
        .shards()
        .fresh(queue)
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
    return caller
        .ifThere(store.home(queue), begin, new Arguments())
        .thenApply(answer ->
            answer
                .map(reply -> {
                  maintenance.note(queue, reply.number("now"), dueAt(reply.number("since")));
                  return true;
                })
                .orElse(false));
  }

  private static CompletionStage<Boolean> cutOff(String queue, Throwable failure) {
    return CompletableFuture.failedStage(
        new OutcomeUnknownException(
            "queue " + queue + " is deleted in part, and maintenance goes on with it",
            Stages.cause(failure)));
  }

  // If another caller has created the queue again meanwhile, its name and maintenance note are
  // restored.
  private CompletionStage<Boolean> remove(String queue, QueueShards shards) {
    List<ShardId> homeLast = new ArrayList<>(shards.all());
    Collections.reverse(homeLast);
    return Stages.inTurn(homeLast, shard -> deleteShard(queue, shard))
        .thenCompose(deleted -> deleteOthers(queue, deleted, homeLast))
        .thenCompose(deleted ->
            forget(queue).thenApply(done -> deleted.stream().anyMatch(Deleted::wasOpen)));
  }

  private CompletionStage<Boolean> forget(String queue) {
    store.shards().forget(queue);
    return registry
        .remove(queue)
        .thenCompose(gone -> store.run(forgetMaintenance, new Arguments().add(queue)))
        .thenCompose(gone -> putBackIfAlive(queue));
  }

  /**
   * Deletes a queue if it is unused; answers whether it was deleted. Its home shard, which is
   * deleted last, tells whether it has settings. A shard that was deleted before another one turned
   * out to be used is opened again at its next use.
   */
  public CompletionStage<Boolean> deleteEmpty(String queue) {
    return store
        .shards()
        .fresh(queue)
        .thenCompose(shards -> {
          List<ShardId> homeLast = new ArrayList<>(shards.all());
          Collections.reverse(homeLast);
          return deleteShard(queue, ShardId.ONLY, ONLY_TELL)
              .thenCompose(
                  home -> home.isUsed ? Stages.done(false) : deleteUnused(queue, homeLast, false));
        });
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
  private record Deleted(boolean wasOpen, boolean isUsed, Set<ShardId> named) {
    static Deleted read(ScriptReply reply) {
      Set<ShardId> named = new LinkedHashSet<>();
      for (String epochs : List.of(reply.text("epochs"), reply.text("dropping"))) {
        if (!epochs.isEmpty()) {
          named.addAll(QueueShards.parse(epochs).all());
        }
      }
      long wasOpen = reply.number("wasOpen");
      return new Deleted(wasOpen == 1, wasOpen < 0, named);
    }
  }

  /** Another caller may have given the queue more shards before its home shard was deleted. */
  private CompletionStage<List<Deleted>> deleteOthers(
      String queue, List<Deleted> deleted, List<ShardId> known) {
    Set<ShardId> others = new LinkedHashSet<>();
    deleted.forEach(one -> others.addAll(one.named));
    known.forEach(others::remove);
    others.remove(ShardId.ONLY);
    return Stages.inTurn(List.copyOf(others), shard -> deleteShard(queue, shard))
        .thenApply(done -> deleted);
  }

  private CompletionStage<Deleted> deleteShard(String queue, ShardId shard) {
    return deleteShard(queue, shard, ALWAYS);
  }

  private CompletionStage<Deleted> deleteShard(String queue, ShardId shard, int when) {
    maintenance.forget(queue);
    return store
        .run(
            store.keys().shard(queue, shard),
            deleteShard,
            new Arguments().add(isGoneForGood(shard) ? 1 : 0).add(when))
        .thenApply(answer -> Deleted.read(ScriptReply.of(deleteShard, answer)));
  }

  /**
   * Numbers of epochs are never used again; a queue without epochs has other shards only in tests.
   */
  private boolean isGoneForGood(ShardId shard) {
    return shard.epoch() > 0 && !store.shards().usual().contains(shard);
  }

  private CompletionStage<Boolean> putBackIfAlive(String queue) {
    return caller
        .ifThere(store.home(queue), store.script("settings"), new Arguments())
        .thenCompose(alive ->
            alive.isPresent()
                ? registry.announce(queue, Durability.NONE).thenApply(known -> true)
                : Stages.done(false));
  }
}
