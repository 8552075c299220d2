package io.duetime.redis.internal.engine;

import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.engine.ClaimUnderWay.Late;
import io.duetime.redis.internal.engine.Permits.Need;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.QueueShards;
import io.duetime.redis.internal.shard.ShardKeys;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes jobs: a large claim by several calls, over several shards each in its turn. */
final class JobClaimer {
  /** Few enough that others of the server, whom a script keeps waiting, wait for about 1 ms. */
  private static final int MOST_PER_CALL = 100;

  private static final int MOST_TRIES = 20;

  private final Store store;
  private final ShardCaller caller;
  private final PermitKeeper permits;
  private final ClaimsBegun claims;
  private final LateAnswers lateAnswers;
  private final Script claim;
  private final AtomicInteger turn = new AtomicInteger();

  JobClaimer(
      Store store,
      ShardCaller caller,
      PermitKeeper permits,
      ClaimsBegun claims,
      LateAnswers lateAnswers) {
    this.store = store;
    this.caller = caller;
    this.permits = permits;
    this.claims = claims;
    this.lateAnswers = lateAnswers;
    this.claim = store.script("claim");
  }

  CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    ClaimUnderWay one = claims.begin(queue, request);
    CompletableFuture<ClaimResult> answer = new CompletableFuture<>();
    claim(one)
        .whenComplete((result, failure) -> {
          Stages.complete(answer, result, failure);
          one.takeLate()
              .forEach(late ->
                  late.answer()
                      .thenAccept(
                          came -> came.ifPresent(reply -> giveBack(one, late.shard(), reply))));
        });
    return answer;
  }

  private CompletionStage<ClaimResult> claim(ClaimUnderWay one) {
    String queue = one.queue;
    return (one.request.shard() == null ? store.shards().of(queue) : store.shards().fresh(queue))
        .thenCompose(shards -> attempt(one, shards, MOST_TRIES))
        .thenCompose(done -> one.now > 0 ? Stages.done(true) : await(one))
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

  /** Where nobody has answered, those are waited for that take long. */
  private CompletionStage<Boolean> await(ClaimUnderWay one) {
    CompletionStage<Boolean> all = Stages.done(true);
    for (Late late : one.takeLate()) {
      all =
          all.thenCombine(
              late.answer(),
              (before, answer) -> {
                answer.ifPresent(reply -> add(one, late.shard(), reply));
                return before;
              });
    }
    return all;
  }

  private Taken add(ClaimUnderWay one, ShardId shard, Reply reply) {
    long comeBack = one.hear(reply);
    Need need = Need.read(shard, reply.peek(0), reply);
    int jobs = one.jobs.add(store.keys().shard(one.queue, shard), reply);
    return new Taken(jobs, comeBack, need, true);
  }

  /** The claim is answered: what comes after that nobody waits for. */
  private void giveBack(ClaimUnderWay one, ShardId shard, Reply reply) {
    ClaimUnderWay over = claims.beside(one);
    add(over, shard, reply);
    lateAnswers.giveBack(one.queue, over.jobs.jobs());
  }

  /** Takes from the shards that are known, and from those that turn out to be there besides. */
  private CompletionStage<Boolean> attempt(ClaimUnderWay one, QueueShards shards, int triesLeft) {
    // A queue that was split is asked for its epochs along with the claim; one that was not says so
    // in the answer of its home shard, and whoever watches hears of it.
    boolean isTold = shards.isUnsplit() || one.isWatched;
    CompletionStage<QueueShards> check =
        isTold ? Stages.done(shards) : freshInTime(one.queue, shards);
    return serve(one, one.notAsked(shards))
        .thenCompose(done ->
            (mayBeOthers(one, shards) ? freshInTime(one.queue, shards) : check)
                .exceptionally(failure -> {
                  one.failed(failure);
                  return shards;
                }))
        .thenCompose(now ->
            one.isFull() || triesLeft == 0 || one.notAsked(now).isEmpty()
                ? Stages.done(true)
                : attempt(one, now, triesLeft - 1));
  }

  /** The shards as they are now, or where the home shard is away those that are known. */
  private CompletionStage<QueueShards> freshInTime(String queue, QueueShards shards) {
    ShardKeys home = store.keys().shard(queue, ShardId.ONLY);
    if (shards.isUnsplit() || !lateAnswers.areApart()) {
      return store.shards().fresh(queue);
    }
    if (lateAnswers.isAway(home)) {
      return Stages.done(shards);
    }
    CompletionStage<Optional<QueueShards>> asked =
        store.shards().fresh(queue).thenApply(Optional::of);
    return lateAnswers
        .inTime(home, asked, Optional.empty(), () -> {})
        .thenApply(now -> now.orElse(shards));
  }

  /** Whether to ask for the shards anew: one says that there are others, or there is nothing. */
  private static boolean mayBeOthers(ClaimUnderWay one, QueueShards shards) {
    boolean foundNothing = one.isWatched && !shards.isUnsplit() && one.jobs.size() == 0;
    return foundNothing || one.isSealedBeyond(shards);
  }

  /**
   * Takes from one shard; if there is room left, looks where else there may be something to take
   * now, at all these at once, and takes there in turn.
   */
  private CompletionStage<Boolean> serve(ClaimUnderWay one, List<ShardId> shards) {
    List<ShardId> inTurn = inTurn(withoutAway(one, shards));
    if (inTurn.size() < 2 || one.request.dueBeforeMillis() != null) {
      return takeInTurn(one, inTurn);
    }
    return take(one, inTurn.get(0))
        .thenCompose(done -> lookAndTake(one, inTurn.subList(1, inTurn.size())));
  }

  /** Without the shards that are away, which are asked beside the claim, unless all are. */
  private List<ShardId> withoutAway(ClaimUnderWay one, List<ShardId> shards) {
    List<ShardId> here = new ArrayList<>(shards);
    here.removeIf(shard -> lateAnswers.isAway(store.keys().shard(one.queue, shard)));
    if (here.isEmpty() || here.size() == shards.size()) {
      return shards;
    }
    for (ShardId shard : shards) {
      if (!here.contains(shard)) {
        one.miss(shard);
        if (lateAnswers.isToBeAsked(store.keys().shard(one.queue, shard))) {
          look(claims.beside(one), List.of(shard));
        }
      }
    }
    return here;
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
                if (answer.isPresent() && one.hear(answer.get()) <= one.now) {
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
            .add(one.isWatched ? 1 : 0)
            .add(most > 0 && room <= MOST_PER_CALL ? 1 : 0);
    brought.addTo(arguments);
    ShardKeys keys = store.keys().shard(one.queue, shard);
    CompletionStage<Optional<Reply>> answer =
        caller
            .makeIfLive(keys, claim, arguments)
            .exceptionally(failure -> {
              one.failed(failure);
              return Optional.empty();
            });
    return one.isAlone() || !lateAnswers.areApart()
        ? answer
        : lateAnswers.inTime(keys, answer, Optional.empty(), () -> one.late(shard, answer));
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
          return add(one, shard, answer.get());
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
