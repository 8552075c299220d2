package io.duetime.redis.internal.engine;

import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.engine.Permits.Need;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.QueueShards;
import io.duetime.redis.internal.watch.OwnClaim;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Takes jobs: a large claim by several calls, over several shards each in its turn.
 *
 * <p>A queue that somebody of this process watches needs no question to shards that have said that
 * nothing comes before a moment, until then or until something else is heard of them, which is
 * within a second whatever is lost. Only a claim that would come back with nothing asks them all.
 */
final class JobClaimer {
  private static final int MOST_PER_CALL = 500;
  private static final int MOST_TRIES = 20;

  private final Store store;
  private final ShardCaller caller;
  private final UpkeepNotes upkeep;
  private final DamagedJobs damaged;
  private final PermitKeeper permits;
  private final WakeUps wakeUps;
  private final Script claim;
  private final AtomicInteger turn = new AtomicInteger();

  JobClaimer(
      Store store,
      ShardCaller caller,
      UpkeepNotes upkeep,
      DamagedJobs damaged,
      PermitKeeper permits,
      WakeUps wakeUps) {
    this.store = store;
    this.caller = caller;
    this.upkeep = upkeep;
    this.damaged = damaged;
    this.permits = permits;
    this.wakeUps = wakeUps;
    this.claim = store.script("claim");
  }

  CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    OwnClaim own = wakeUps.claim(queue, request.consumer());
    CompletableFuture<ClaimResult> answer = new CompletableFuture<>();
    claim(new ClaimUnderWay(queue, request, own, damaged, upkeep))
        .whenComplete((result, failure) -> {
          // The claimer first: what others did meanwhile comes after its own answer.
          Stages.complete(answer, result, failure);
          own.ended();
        });
    return answer;
  }

  private CompletionStage<ClaimResult> claim(ClaimUnderWay one) {
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
  private CompletionStage<Boolean> attempt(ClaimUnderWay one, QueueShards shards, int triesLeft) {
    // A queue that was split is asked for its epochs along with the claim; one that was not says so
    // in the answer of its home shard, and whoever watches hears of it.
    boolean isTold = shards.isUnsplit() || one.own.isWatched();
    CompletionStage<QueueShards> check =
        isTold ? Stages.done(shards) : store.shards().fresh(one.queue);
    return serve(one, one.notAsked(shards))
        .thenCompose(done ->
            (mayBeOthers(one, shards) ? store.shards().fresh(one.queue) : check)
                .exceptionally(failure -> {
                  one.failed(failure);
                  return shards;
                }))
        .thenCompose(now ->
            one.isFull() || triesLeft == 0 || one.notAsked(now).isEmpty()
                ? Stages.done(true)
                : attempt(one, now, triesLeft - 1));
  }

  /** Whether to ask for the shards anew: one says that there are others, or there is nothing. */
  private static boolean mayBeOthers(ClaimUnderWay one, QueueShards shards) {
    boolean foundNothing = one.own.isWatched() && !shards.isUnsplit() && one.jobs.size() == 0;
    return foundNothing || one.isSealedBeyond(shards);
  }

  /**
   * Takes from one shard; if there is room left, looks where else there may be something to take
   * now, at all these at once, and takes there in turn.
   */
  private CompletionStage<Boolean> serve(ClaimUnderWay one, List<ShardId> shards) {
    List<ShardId> inTurn = inTurn(shards);
    if (shards.size() < 2 || one.request.dueBeforeMillis() != null) {
      return takeInTurn(one, inTurn);
    }
    ShardId first = first(one, inTurn);
    List<ShardId> others = new ArrayList<>(inTurn);
    others.remove(first);
    return take(one, first)
        .thenCompose(done ->
            lookAndTake(one, others.stream().filter(shard -> !one.comesLater(shard)).toList()))
        .thenCompose(done -> {
          List<ShardId> later = new ArrayList<>(others);
          later.removeAll(one.asked);
          if (one.jobs.size() == 0) {
            return lookAndTake(one, later);
          }
          later.forEach(one::leave);
          return Stages.done(true);
        });
  }

  /** The first in turn that may have something now; otherwise the one that is next. */
  private static ShardId first(ClaimUnderWay one, List<ShardId> inTurn) {
    return inTurn.stream()
        .filter(shard -> !one.comesLater(shard))
        .findFirst()
        .orElseGet(() -> Collections.min(inTurn, Comparator.comparingLong(one.own::comeBackAt)));
  }

  /** Beginning with another one each time, so that none waits behind the others for ever. */
  private List<ShardId> inTurn(List<ShardId> shards) {
    if (shards.size() > 1) {
      Collections.rotate(shards, -Math.floorMod(turn.getAndIncrement(), shards.size()));
    }
    return shards;
  }

  private CompletionStage<Boolean> lookAndTake(ClaimUnderWay one, List<ShardId> shards) {
    if (one.isOver()) {
      shards.forEach(one::leave);
      return Stages.done(true);
    }
    return shards.size() < 2
        ? takeInTurn(one, shards)
        : look(one, shards).thenCompose(due -> takeInTurn(one, due));
  }

  private CompletionStage<Boolean> takeInTurn(ClaimUnderWay one, List<ShardId> shards) {
    CompletionStage<Boolean> all = Stages.done(true);
    for (ShardId shard : shards) {
      all =
          all.thenCompose(done -> {
            if (!one.isOver()) {
              return take(one, shard);
            }
            one.leave(shard);
            return Stages.done(true);
          });
    }
    return all;
  }

  /** Which shards have something to take now; the others say when to come back. */
  private CompletionStage<List<ShardId>> look(ClaimUnderWay one, List<ShardId> shards) {
    CompletionStage<List<ShardId>> due = Stages.done(new ArrayList<>());
    for (ShardId shard : shards) {
      due =
          due.thenCombine(
              call(one, shard, 0, Permits.NOT_ASKED),
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

  private CompletionStage<Optional<Reply>> call(
      ClaimUnderWay one, ShardId shard, int most, Permits brought) {
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
    brought.addTo(arguments);
    one.own.asks(shard);
    return caller
        .makeIfLive(store.keys().shard(one.queue, shard), claim, arguments)
        .exceptionally(failure -> {
          one.failed(failure);
          return Optional.empty();
        })
        .thenApply(answer -> {
          if (answer.isEmpty()) {
            one.own.unanswered(shard);
          }
          return answer;
        });
  }

  /** Takes from one shard, by as many calls as it needs. */
  private CompletionStage<Boolean> take(ClaimUnderWay one, ShardId shard) {
    return take(one, shard, Permits.NOT_ASKED)
        .thenCompose(taken ->
            taken.need().wanted() == 0 ? Stages.done(taken) : takeWithPermits(one, shard, taken))
        .thenCompose(taken ->
            one.isMoreIn(shard, taken.comeBackAt(), taken.jobs())
                ? take(one, shard)
                : Stages.done(true));
  }

  /** What a call took, when to come back, and what limits that shards share kept it from. */
  private record Taken(int jobs, long comeBackAt, Need need, boolean isKnown) {
    /** Of a call without an answer. */
    static Taken unknown(ShardId shard) {
      return new Taken(0, ClaimResult.NEVER, Need.none(shard), false);
    }

    Taken plus(Taken next) {
      return new Taken(jobs + next.jobs, next.comeBackAt, next.need, next.isKnown);
    }
  }

  private CompletionStage<Taken> take(ClaimUnderWay one, ShardId shard, Permits brought) {
    int most = Math.min(MOST_PER_CALL, one.request.max() - one.jobs.size());
    return call(one, shard, most, brought)
        .thenApply(answer -> {
          if (answer.isEmpty()) {
            return Taken.unknown(shard);
          }
          Reply reply = answer.get();
          long comeBack = one.hear(shard, reply);
          Need need = Need.read(shard, reply);
          int jobs = one.jobs.add(store.keys().shard(one.queue, shard), reply);
          return new Taken(jobs, comeBack, need, true);
        });
  }

  /** Goes on taking with what the home shard grants; where that is nothing, nobody gets more. */
  private CompletionStage<Taken> takeWithPermits(ClaimUnderWay one, ShardId shard, Taken before) {
    return permits
        .ask(one.queue, before.need)
        .thenCompose(granted ->
            take(one, shard, granted)
                .thenApply(taken -> {
                  if (taken.isKnown) {
                    permits.used(one.queue, granted, taken.jobs);
                  }
                  if (taken.need.wanted() > 0) {
                    one.noPermitsUntil(granted.noneUntil());
                  }
                  return before.plus(taken);
                }))
        .exceptionally(failure -> {
          one.failed(failure);
          return before.plus(Taken.unknown(shard));
        });
  }
}
