package io.duetime.redis.internal.engine;

import io.duetime.Limits;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.QueueShards;
import io.duetime.redis.internal.watch.OwnClaim;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Takes jobs: a large claim by several calls, over several shards each in its turn. */
final class JobClaimer {
  private static final int MOST_PER_CALL = 500;
  private static final int MOST_TRIES = 20;

  /** When to come back to a shard that could not be asked. */
  private static final long AFTER_FAILURE_MILLIS = 1_000;

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
    claim(new Claim(queue, request, own, damaged))
        .whenComplete((result, failure) -> {
          // The claimer first: what others did meanwhile comes after its own answer.
          Stages.complete(answer, result, failure);
          own.ended();
        });
    return answer;
  }

  private CompletionStage<ClaimResult> claim(Claim one) {
    String queue = one.queue;
    return (one.request.shard() == null ? store.shards().of(queue) : store.shards().fresh(queue))
        .thenCompose(shards -> attempt(one, shards, MOST_TRIES))
        .thenCompose(done -> {
          Throwable failure = one.failure;
          if (one.now > 0) {
            return Stages.done(one.result());
          }
          return failure != null
              ? CompletableFuture.failedStage(failure)
              : store.time().nowMillis().thenApply(now -> one.resultAt(now));
        });
  }

  /** Takes from the shards that are known, and from those that turn out to be there besides. */
  private CompletionStage<Boolean> attempt(Claim one, QueueShards shards, int triesLeft) {
    // A queue that was split is asked for its epochs along with the claim; one that was not says so
    // in the answer of its home shard.
    CompletionStage<QueueShards> check =
        shards.isUnsplit() ? Stages.done(shards) : store.shards().fresh(one.queue);
    return serve(one, inTurn(one.notAsked(shards)))
        .thenCompose(done ->
            one.isSealedBeyond(shards)
                ? store.shards().fresh(one.queue)
                : check.exceptionally(failure -> shards))
        .thenCompose(now ->
            one.isFull() || triesLeft == 0 || one.notAsked(now).isEmpty()
                ? Stages.done(true)
                : attempt(one, now, triesLeft - 1));
  }

  /** Beginning with another one each time, so that none waits behind the others for ever. */
  private List<ShardId> inTurn(List<ShardId> shards) {
    if (shards.size() > 1) {
      Collections.rotate(shards, -Math.floorMod(turn.getAndIncrement(), shards.size()));
    }
    return shards;
  }

  /**
   * Takes from the first shard; if there is room left, looks where else there is something to take
   * now, at all others at once, and takes there in turn.
   */
  private CompletionStage<Boolean> serve(Claim one, List<ShardId> shards) {
    if (shards.size() < 2 || one.request.dueBeforeMillis() != null) {
      return takeInTurn(one, shards);
    }
    List<ShardId> others = shards.subList(1, shards.size());
    return take(one, shards.get(0))
        .thenCompose(done -> {
          if (one.isFull()) {
            one.isMoreElsewhere = true;
            return Stages.done(true);
          }
          return look(one, others).thenCompose(due -> takeInTurn(one, due));
        });
  }

  private CompletionStage<Boolean> takeInTurn(Claim one, List<ShardId> shards) {
    CompletionStage<Boolean> all = Stages.done(true);
    for (ShardId shard : shards) {
      all =
          all.thenCompose(done -> {
            if (one.isFull()) {
              one.isMoreElsewhere = true;
              return Stages.done(true);
            }
            return take(one, shard);
          });
    }
    return all;
  }

  /** Which shards have something to take now; the others say when to come back. */
  private CompletionStage<List<ShardId>> look(Claim one, List<ShardId> shards) {
    CompletionStage<List<ShardId>> due = Stages.done(new ArrayList<>());
    for (ShardId shard : shards) {
      due =
          due.thenCombine(
              call(one, shard, 0),
              (before, answer) -> {
                if (answer.isPresent() && one.hear(shard, answer.get()) <= one.now) {
                  before.add(shard);
                } else {
                  answer.ifPresent(reply -> one.comeBack(reply.peekMoment(3)));
                  one.asked.add(shard);
                }
                return before;
              });
    }
    return due;
  }

  private CompletionStage<Optional<Reply>> call(Claim one, ShardId shard, int most) {
    ClaimRequest request = one.request;
    Long before = request.dueBeforeMillis();
    int room = request.max() - one.jobs.size();
    Arguments arguments =
        new Arguments()
            .add(most)
            .add(request.leaseMillis())
            .add(before == null ? -1 : Math.max(0, before))
            .add(request.consumer())
            .add(one.own.isWatched() ? 1 : 0)
            .add(most > 0 && room <= MOST_PER_CALL ? 1 : 0);
    return caller
        .makeIfLive(store.keys().shard(one.queue, shard), claim, arguments)
        .exceptionally(failure -> {
          one.failed(failure);
          return Optional.empty();
        });
  }

  /** Takes from one shard, by as many calls as it needs. */
  private CompletionStage<Boolean> take(Claim one, ShardId shard) {
    int most = Math.min(MOST_PER_CALL, one.request.max() - one.jobs.size());
    return call(one, shard, most)
        .thenCompose(answer -> {
          if (answer.isEmpty()) {
            one.asked.add(shard);
            return Stages.done(true);
          }
          Reply reply = answer.get();
          long comeBack = one.hear(shard, reply);
          int taken = one.jobs.add(store.keys().shard(one.queue, shard), reply);
          return one.isMoreIn(shard, comeBack, taken) ? take(one, shard) : Stages.done(true);
        });
  }

  /** One claim on its way from call to call; touched by one answer at a time. */
  private final class Claim {
    final String queue;
    final ClaimRequest request;
    final OwnClaim own;
    final ClaimedJobs jobs;
    final Set<ShardId> asked = new HashSet<>();
    long now;
    boolean isMoreElsewhere;
    volatile @Nullable Throwable failure;
    private long sealed;
    private int idleCalls;
    private long comeBackAt = ClaimResult.NEVER;

    Claim(String queue, ClaimRequest request, OwnClaim own, DamagedJobs damaged) {
      this.queue = queue;
      this.request = request;
      this.own = own;
      this.jobs = new ClaimedJobs(damaged);
    }

    /** The shard asked for, or all, without those that have been asked. */
    List<ShardId> notAsked(QueueShards shards) {
      ShardId wanted = request.shard();
      // A shard that is gone, or never was, has nothing to be waited for.
      List<ShardId> all =
          new ArrayList<>(
              wanted != null && shards.contains(wanted) ? List.of(wanted) : shards.all());
      all.removeAll(asked);
      return all;
    }

    /** A shard cannot be asked: what others have given is not lost for that. */
    void failed(Throwable shardFailure) {
      failure = Stages.cause(shardFailure);
    }

    /** Reads the head of an answer; tells when to come back to its shard. */
    long hear(ShardId shard, Reply reply) {
      now = Math.max(now, reply.number());
      upkeep.hear(queue, now, reply);
      sealed = Math.max(sealed, reply.number());
      long comeBack = reply.moment();
      own.answered(shard, reply.number(), comeBack);
      return comeBack;
    }

    boolean isSealedBeyond(QueueShards shards) {
      return sealed > shards.newest().number();
    }

    /** Whether to ask a shard again; if not, what it said is all there is to it. */
    boolean isMoreIn(ShardId shard, long comeBack, int taken) {
      idleCalls = taken == 0 ? idleCalls + 1 : 0;
      boolean isMoreThere =
          request.dueBeforeMillis() != null
              ? taken > 0
              : comeBack <= now && idleCalls < MOST_IDLE_CALLS;
      if (isMoreThere && !isFull()) {
        return true;
      }
      comeBack(comeBack);
      asked.add(shard);
      idleCalls = 0;
      return false;
    }

    void comeBack(long moment) {
      comeBackAt = Math.min(comeBackAt, moment);
    }

    boolean isFull() {
      return jobs.size() >= request.max() || jobs.payloadBytes() >= Limits.MAX_CLAIM_BYTES;
    }

    ClaimResult result() {
      return resultAt(now);
    }

    ClaimResult resultAt(long moment) {
      // A shard that was not asked may have more.
      long comeBack = isMoreElsewhere ? moment : comeBackAt;
      return new ClaimResult(
          jobs.jobs(),
          moment,
          failure == null ? comeBack : Math.min(comeBack, moment + AFTER_FAILURE_MILLIS));
    }
  }
}
