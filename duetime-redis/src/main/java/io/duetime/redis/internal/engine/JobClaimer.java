package io.duetime.redis.internal.engine;

import io.duetime.Limits;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.QueueShards;
import io.duetime.redis.internal.shard.ShardKeys;
import io.duetime.redis.internal.watch.OwnClaim;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes jobs: a large claim by several calls, over several shards each in its turn. */
final class JobClaimer {
  private static final int MOST_PER_CALL = 500;

  /** Calls that took nothing although there was something due: they settle losses and expiries. */
  private static final int MOST_IDLE_CALLS = 20;

  private final Store store;
  private final ShardCaller caller;
  private final UpkeepNotes upkeep;
  private final DamagedJobs damaged;
  private final WakeUps wakeUps;
  private final Script claim;
  private final AtomicInteger turn = new AtomicInteger();

  JobClaimer(
      Store store, ShardCaller caller, UpkeepNotes upkeep, DamagedJobs damaged, WakeUps wakeUps) {
    this.store = store;
    this.caller = caller;
    this.upkeep = upkeep;
    this.damaged = damaged;
    this.wakeUps = wakeUps;
    this.claim = store.script("claim");
  }

  CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    OwnClaim own = wakeUps.claim(queue, request.consumer());
    CompletableFuture<ClaimResult> answer = new CompletableFuture<>();
    store
        .shards()
        .of(queue)
        .thenCompose(
            shards -> step(new Claim(queue, request, wanted(shards, request), own, damaged)))
        .whenComplete((result, failure) -> {
          // The claimer first: what others did meanwhile comes after its own answer.
          Stages.complete(answer, result, failure);
          own.ended();
        });
    return answer;
  }

  /** The shard asked for, or all, beginning with another one each time. */
  private List<ShardId> wanted(QueueShards shards, ClaimRequest request) {
    // A shard that is gone, or never was, has nothing to be waited for.
    if (request.shard() != null && shards.contains(request.shard())) {
      return List.of(request.shard());
    }
    List<ShardId> all = shards.all();
    if (all.size() == 1) {
      return all;
    }
    int first = Math.floorMod(turn.getAndIncrement(), all.size());
    return java.util.stream.Stream.concat(
            all.subList(first, all.size()).stream(), all.subList(0, first).stream())
        .toList();
  }

  private CompletionStage<ClaimResult> step(Claim one) {
    ShardKeys shard = store.keys().shard(one.queue, one.shards.get(one.at));
    ClaimRequest request = one.request;
    Long before = request.dueBeforeMillis();
    int room = request.max() - one.jobs.size();
    Arguments arguments =
        new Arguments()
            .add(Math.min(MOST_PER_CALL, room))
            .add(request.leaseMillis())
            .add(before == null ? -1 : Math.max(0, before))
            .add(request.consumer())
            .add(one.own.isWatched() ? 1 : 0)
            .add(room <= MOST_PER_CALL ? 1 : 0);
    return caller
        .make(shard, claim, arguments)
        .thenCompose(reply -> {
          one.now = reply.number();
          upkeep.hear(one.queue, one.now, reply);
          long comeBack = reply.moment();
          one.own.answered(shard.shard(), reply.number(), comeBack);
          one.heard(comeBack, one.jobs.add(shard, reply));
          return one.wantsMore() ? step(one) : Stages.done(one.result());
        });
  }

  /** One claim on its way from call to call; touched by one call at a time. */
  private static final class Claim {
    final String queue;
    final ClaimRequest request;
    final List<ShardId> shards;
    final OwnClaim own;
    final ClaimedJobs jobs;
    int at;
    long now;
    private int idleCalls;
    private long comeBackAt = ClaimResult.NEVER;

    Claim(
        String queue,
        ClaimRequest request,
        List<ShardId> shards,
        OwnClaim own,
        DamagedJobs damaged) {
      this.queue = queue;
      this.request = request;
      this.shards = shards;
      this.own = own;
      this.jobs = new ClaimedJobs(damaged);
    }

    /** A shard has answered: goes on with it, or with the next. */
    void heard(long comeBack, int taken) {
      idleCalls = taken == 0 ? idleCalls + 1 : 0;
      boolean isMoreThere =
          request.dueBeforeMillis() != null
              ? taken > 0
              : comeBack <= now && idleCalls < MOST_IDLE_CALLS;
      if (!isMoreThere || isFull()) {
        comeBackAt = Math.min(comeBackAt, comeBack);
        at++;
        idleCalls = 0;
      }
    }

    private boolean isFull() {
      return jobs.size() >= request.max() || jobs.payloadBytes() >= Limits.MAX_CLAIM_BYTES;
    }

    boolean wantsMore() {
      return at < shards.size() && !isFull();
    }

    ClaimResult result() {
      // A shard that was not asked may have more.
      return new ClaimResult(jobs.jobs(), now, at < shards.size() ? now : comeBackAt);
    }
  }
}
