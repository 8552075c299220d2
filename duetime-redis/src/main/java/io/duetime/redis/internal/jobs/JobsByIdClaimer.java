package io.duetime.redis.internal.jobs;

import io.duetime.Limits;
import io.duetime.async.Stages;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.epoch.EpochWalker;
import io.duetime.redis.internal.epoch.EpochWalker.Search;
import io.duetime.redis.internal.epoch.EpochWalker.Staleness;
import io.duetime.redis.internal.jobs.JobClaimer.ClaimedJobs;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.BatchAnswers;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Claims jobs by id. */
public record JobsByIdClaimer(
    RedisStore store, JobDecoder decoder, PermitKeeper permits, EpochWalker walker) {
  public CompletionStage<ClaimResult> claim(String queue, List<String> ids, ClaimRequest request) {
    Claim one =
        new Claim(queue, ids, new ClaimedJobs(request, Limits.MAX_CLAIM_BYTES, decoder, permits));
    return walker
        .search(queue, one)
        .handle((done, failure) -> one.result(failure))
        .thenCompose(this::withClock);
  }

  /** No shard told the time if the queue does not exist. */
  private CompletionStage<ClaimResult> withClock(ClaimResult result) {
    return result.nowMillis() > 0
        ? Stages.done(result)
        : store
            .nowMillis()
            .thenApply(now -> new ClaimResult(result.jobs(), now, ClaimResult.NEVER));
  }

  /** The state of one claim between its calls; used by one call at a time. */
  private final class Claim implements Search {
    private final String queue;
    private final List<String> ids;
    private final ClaimedJobs jobs;
    private long now;
    private long comeBackAt = ClaimResult.NEVER;

    Claim(String queue, List<String> ids, ClaimedJobs jobs) {
      this.queue = queue;
      this.ids = ids;
      this.jobs = jobs;
    }

    @Override
    public List<String> missing() {
      // What does not fit is left as it is, so it is not searched for.
      if (jobs.isFull()) {
        return List.of();
      }
      Set<String> claimed = new HashSet<>();
      jobs.jobs().forEach(job -> claimed.add(job.lease().id()));
      return ids.stream().filter(id -> !claimed.contains(id)).toList();
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
      return Stages.inTurn(
          List.copyOf(byShard.entrySet()), own -> ask(own.getKey(), own.getValue(), staleness));
    }

    private CompletionStage<Boolean> ask(ShardId place, List<String> wanted, Staleness staleness) {
      if (wanted.isEmpty() || jobs.isFull()) {
        return Stages.done(true);
      }
      ShardKeys shard = store.shard(queue, place);
      return store
          .ifThere(
              shard,
              "claim_by_id",
              arguments(wanted.subList(0, BatchAnswers.piece(wanted, String::length))))
          .thenCompose(answer -> {
            if (answer.isEmpty()) {
              staleness.missing(place);
              return Stages.done(true);
            }
            ScriptReply reply = answer.get();
            // A script stops after a number of bytes.
            List<String> rest = wanted.subList((int) reply.number("looked"), wanted.size());
            return addReply(shard, reply, staleness)
                .thenCompose(done -> ask(place, rest, staleness));
          });
    }

    private Arguments arguments(List<String> piece) {
      return Arguments.of(
              jobs.room(), jobs.bytesLeft(), jobs.request.leaseMillis(), jobs.request.consumer())
          .addAll(piece);
    }

    private CompletionStage<Integer> addReply(
        ShardKeys shard, ScriptReply reply, Staleness staleness) {
      now = reply.number("now");
      comeBackAt = Math.min(comeBackAt, reply.moment("comeBackAt"));
      staleness.sealed(reply.number("sealed"));
      return permits
          .count(queue, (int) reply.number("counted"), jobs.request.leaseMillis())
          .thenApply(firstPermit -> jobs.add(shard, reply, firstPermit));
    }

    /** Answers the claimed jobs even if a later call failed. */
    ClaimResult result(@Nullable Throwable failure) {
      if (failure == null) {
        return new ClaimResult(jobs.jobs(), now, comeBackAt);
      }
      if (jobs.jobs().isEmpty()) {
        throw new CompletionException(Stages.cause(failure));
      }
      return jobs.resultAfterFailure(now, comeBackAt, 0);
    }
  }
}
