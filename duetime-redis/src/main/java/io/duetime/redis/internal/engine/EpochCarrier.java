package io.duetime.redis.internal.engine;

import io.duetime.engine.ShardId;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.QueueShards;
import io.duetime.redis.internal.shard.ShardKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Carries dead jobs of an older epoch to their places in the newest: taken out and kept aside,
 * adopted there, let go here. Each step may be the last, and is done again by whoever comes next; a
 * job that has arrived is known there for a while, so that none comes twice.
 */
final class DeadCarrier {
  private static final int MOST_ROUNDS = 20;

  private final Store store;
  private final ShardCaller caller;
  private final Script takeOut;
  private final Script adopt;
  private final Script letGo;

  DeadCarrier(Store store, ShardCaller caller) {
    this.store = store;
    this.caller = caller;
    this.takeOut = store.script("take_out");
    this.adopt = store.script("adopt");
    this.letGo = store.script("let_go");
  }

  /** A dead job on its way. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  private record Dead(String id, byte[] record, byte[] state) {}

  /** Carries a bounded number of jobs out of a shard that was sealed. */
  CompletionStage<Boolean> carry(ShardKeys from, QueueShards shards) {
    return carry(from, shards, 0, MOST_ROUNDS);
  }

  private CompletionStage<Boolean> carry(
      ShardKeys from, QueueShards shards, long rank, int roundsLeft) {
    return caller
        .ifThere(from, takeOut, new Arguments().add(rank))
        .thenCompose(answer -> {
          if (answer.isEmpty()) {
            return Stages.done(true);
          }
          Reply reply = answer.get();
          long sent = reply.number();
          long behind = reply.number();
          return deliver(from, places(reply, shards), sent)
              .thenCompose(all ->
                  all && behind >= 0 && roundsLeft > 0
                      ? carry(from, shards, behind, roundsLeft - 1)
                      : Stages.done(all));
        });
  }

  private static Map<ShardId, List<Dead>> places(Reply reply, QueueShards shards) {
    Map<ShardId, List<Dead>> places = new LinkedHashMap<>();
    while (reply.hasMore()) {
      Dead dead = new Dead(reply.text(), reply.bytes(), reply.bytes());
      places.computeIfAbsent(shards.of(dead.id), place -> new ArrayList<>()).add(dead);
    }
    return places;
  }

  /** Answers whether all have arrived. */
  private CompletionStage<Boolean> deliver(
      ShardKeys from, Map<ShardId, List<Dead>> places, long sent) {
    return Stages.inTurn(
            List.copyOf(places.entrySet()),
            place -> deliver(from, place.getKey(), place.getValue(), sent))
        .thenApply(arrived -> !arrived.contains(false));
  }

  private CompletionStage<Boolean> deliver(
      ShardKeys from, ShardId place, List<Dead> dead, long sent) {
    Arguments arguments = new Arguments().add(sent).add(dead.size());
    dead.forEach(one -> arguments.add(one.id).add(one.record).add(one.state));
    return caller
        .makeIfLive(store.keys().shard(from.queue(), place), adopt, arguments)
        .thenCompose(answer ->
            hasArrived(answer) ? letGo(from, dead).thenApply(done -> true) : Stages.done(false));
  }

  private static boolean hasArrived(Optional<Reply> answer) {
    return answer.map(reply -> reply.peek(1) == 1).orElse(false);
  }

  private CompletionStage<Optional<Reply>> letGo(ShardKeys from, List<Dead> dead) {
    Arguments arguments = new Arguments().add(dead.size());
    dead.forEach(one -> arguments.add(one.id));
    return caller.ifThere(from, letGo, arguments);
  }
}
