package io.duetime.redis.internal.engine;

import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.engine.EpochWalker.Search;
import io.duetime.redis.internal.engine.EpochWalker.Staleness;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.ShardKeys;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Takes particular jobs. */
final class JobsByIdClaimer {
  private final Store store;
  private final ShardCaller caller;
  private final DamagedJobs damaged;
  private final PermitKeeper permits;
  private final EpochWalker walker;
  private final Script claimById;

  JobsByIdClaimer(
      Store store,
      ShardCaller caller,
      DamagedJobs damaged,
      PermitKeeper permits,
      EpochWalker walker) {
    this.store = store;
    this.caller = caller;
    this.damaged = damaged;
    this.permits = permits;
    this.walker = walker;
    this.claimById = store.script("claim_by_id");
  }

  CompletionStage<ClaimResult> claim(String queue, List<String> ids, ClaimRequest request) {
    Claim one = new Claim(queue, ids, new ClaimedJobs(request, damaged, permits));
    return walker.search(queue, one).handle((done, failure) -> one.result(failure));
  }

  private CompletionStage<Boolean> step(Claim one, Staleness staleness) {
    if (one.pieces.isEmpty() || one.jobs.isFull()) {
      return Stages.done(true);
    }
    Piece piece = one.pieces.remove();
    List<String> ids = piece.ids.subList(0, Batch.piece(piece.ids, String::length));
    ShardKeys shard = store.keys().shard(one.queue, piece.shard);
    Arguments arguments =
        new Arguments()
            .add(one.jobs.room())
            .add(one.request.leaseMillis())
            .add(one.request.consumer())
            .add(ids.size());
    ids.forEach(arguments::add);
    return caller
        .makeIfLive(shard, claimById, arguments)
        .thenCompose(answer -> {
          if (answer.isEmpty()) {
            staleness.missing(piece.shard);
            return step(one, staleness);
          }
          Reply reply = answer.get();
          one.now = reply.number("now");
          staleness.sealed(reply.number("sealed"));
          one.comeBackAt = Math.min(one.comeBackAt, reply.moment("comeBackAt"));
          one.goOn(piece, (int) reply.number("looked"));
          int counted = (int) reply.number("counted");
          return permits
              .count(one.queue, counted, one.request.leaseMillis())
              .thenCompose(firstPermit -> {
                one.jobs.add(shard, reply, firstPermit);
                return step(one, staleness);
              });
        });
  }

  /** What is to be asked of a shard, in as many calls as it needs. */
  private record Piece(ShardId shard, List<String> ids) {}

  /** One claim on its way from call to call; touched by one call at a time. */
  private final class Claim implements Search {
    final String queue;
    final ClaimRequest request;
    final ClaimedJobs jobs;
    final Deque<Piece> pieces = new ArrayDeque<>();
    long now;
    long comeBackAt = ClaimResult.NEVER;

    private final List<String> ids;

    Claim(String queue, List<String> ids, ClaimedJobs jobs) {
      this.queue = queue;
      this.request = jobs.request;
      this.ids = ids;
      this.jobs = jobs;
    }

    @Override
    public List<String> missing() {
      if (jobs.room() <= 0) {
        return List.of();
      }
      Set<String> taken = new HashSet<>();
      jobs.jobs().forEach(job -> taken.add(job.lease().id()));
      return ids.stream().filter(id -> !taken.contains(id)).toList();
    }

    @Override
    public CompletionStage<?> ask(Function<String, @Nullable ShardId> place, Staleness staleness) {
      Map<ShardId, List<String>> byShard = new LinkedHashMap<>();
      for (String id : missing()) {
        ShardId shard = place.apply(id);
        if (shard != null) {
          byShard.computeIfAbsent(shard, any -> new ArrayList<>()).add(id);
        }
      }
      byShard.forEach((shard, own) -> pieces.add(new Piece(shard, own)));
      return step(this, staleness);
    }

    /** What was taken is answered, whatever failed after that: nobody else would know of it. */
    ClaimResult result(@Nullable Throwable failure) {
      if (failure == null) {
        return new ClaimResult(jobs.jobs(), now, comeBackAt);
      }
      if (jobs.jobs().isEmpty()) {
        throw new CompletionException(Stages.cause(failure));
      }
      return jobs.resultAfterFailure(now, comeBackAt, 0);
    }

    /** Asks again for what was not looked at: a script stops after some bytes. */
    void goOn(Piece piece, int looked) {
      if (looked < piece.ids.size()) {
        pieces.addFirst(new Piece(piece.shard, piece.ids.subList(looked, piece.ids.size())));
      }
    }
  }
}
