package io.duetime.redis.internal.engine;

import io.duetime.Limits;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.ShardKeys;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Takes particular jobs. */
final class JobsByIdClaimer {
  private final Store store;
  private final ShardCaller caller;
  private final UpkeepNotes upkeep;
  private final DamagedJobs damaged;
  private final Script claimById;

  JobsByIdClaimer(Store store, ShardCaller caller, UpkeepNotes upkeep, DamagedJobs damaged) {
    this.store = store;
    this.caller = caller;
    this.upkeep = upkeep;
    this.damaged = damaged;
    this.claimById = store.script("claim_by_id");
  }

  CompletionStage<ClaimResult> claim(String queue, List<String> ids, ClaimRequest request) {
    return store
        .shards()
        .of(queue)
        .thenCompose(shards -> {
          Claim one = new Claim(queue, request, new ClaimedJobs(damaged));
          Map<ShardId, List<String>> byShard = new LinkedHashMap<>();
          ids.forEach(id ->
              byShard.computeIfAbsent(shards.of(id), shard -> new java.util.ArrayList<>()).add(id));
          byShard.forEach((shard, own) ->
              Pieces.cut(own, String::length).forEach(piece -> one.add(shard, piece)));
          if (ids.isEmpty()) {
            one.add(shards.all().get(0), ids);
          }
          return step(one);
        });
  }

  private CompletionStage<ClaimResult> step(Claim one) {
    Piece piece = one.pieces.remove();
    ShardKeys shard = store.keys().shard(one.queue, piece.shard);
    Arguments arguments =
        new Arguments()
            .add(one.request.max() - one.jobs.size())
            .add(one.request.leaseMillis())
            .add(one.request.consumer())
            .add(piece.ids.size());
    piece.ids.forEach(arguments::add);
    return caller
        .make(shard, claimById, arguments)
        .thenCompose(reply -> {
          one.now = reply.number();
          upkeep.hear(one.queue, one.now, reply);
          one.comeBackAt = Math.min(one.comeBackAt, reply.moment());
          one.goOn(piece, (int) reply.number());
          one.jobs.add(shard, reply);
          return one.wantsMore()
              ? step(one)
              : Stages.done(new ClaimResult(one.jobs.jobs(), one.now, one.comeBackAt));
        });
  }

  private record Piece(ShardId shard, List<String> ids) {}

  /** One claim on its way from call to call; touched by one call at a time. */
  private static final class Claim {
    final String queue;
    final ClaimRequest request;
    final ClaimedJobs jobs;
    final Deque<Piece> pieces = new ArrayDeque<>();
    long now;
    long comeBackAt = ClaimResult.NEVER;

    Claim(String queue, ClaimRequest request, ClaimedJobs jobs) {
      this.queue = queue;
      this.request = request;
      this.jobs = jobs;
    }

    void add(ShardId shard, List<String> ids) {
      pieces.add(new Piece(shard, ids));
    }

    /** Asks again for what the script has not looked at: it stops after some bytes. */
    void goOn(Piece piece, int looked) {
      if (looked < piece.ids.size()) {
        pieces.addFirst(new Piece(piece.shard, piece.ids.subList(looked, piece.ids.size())));
      }
    }

    boolean wantsMore() {
      return !pieces.isEmpty()
          && jobs.size() < request.max()
          && jobs.payloadBytes() < Limits.MAX_CLAIM_BYTES;
    }
  }
}
