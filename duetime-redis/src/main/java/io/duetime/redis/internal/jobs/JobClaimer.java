package io.duetime.redis.internal.jobs;

import io.duetime.Durability;
import io.duetime.async.Stages;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.support.ShardRotation;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.redis.internal.jobs.PermitKeeper.Permits;
import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.record.StoredJobCodec;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import io.duetime.redis.internal.watch.WakeUps;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Claims due jobs from one shard, in as many calls as needed. Thread safe. */
public record JobClaimer(
    RedisStore store, PermitKeeper permits, WakeUps wakeUps, JobDecoder decoder) {
  /** A script of this size keeps other clients of the server waiting for about 1 ms. */
  private static final int MOST_PER_CALL = 100;

  /** Calls that claim nothing although something is due: they settle losses and expiries. */
  private static final int MOST_IDLE_CALLS = 20;

  /**
   * Claims from the shard that the request names; a shard that is gone has no jobs.
   *
   * @param maxBytes the bytes of payload after which the claim stops
   */
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request, long maxBytes) {
    ShardId shard = Objects.requireNonNull(request.shard());
    boolean isWatched = wakeUps.claimedBy(queue, request.consumer());
    return store
        .shardsOf(queue)
        .thenCompose(
            shards -> shards.contains(shard) ? Stages.done(shards) : store.freshShards(queue))
        .thenCompose(shards -> {
          Claim one =
              new Claim(
                  store.shard(queue, shard),
                  isWatched,
                  new ClaimedJobs(request, maxBytes, decoder, permits));
          if (shards.contains(shard)) {
            return begin(one, shards);
          }
          permits.wakeUps().note(queue, shard, false);
          return gone();
        });
  }

  private CompletionStage<ClaimResult> begin(Claim one, QueueShards shards) {
    return step(one, Permits.NONE)
        .thenCompose(result ->
            one.sealed > shards.newest().number()
                // A newer epoch exists: the next call that asks for the shards learns it.
                ? store.freshShards(one.queue()).thenApply(fresh -> result)
                : Stages.done(result))
        .exceptionally(one::resultAfter);
  }

  private CompletionStage<ClaimResult> gone() {
    return store.nowMillis().thenApply(now -> new ClaimResult(List.of(), now, ClaimResult.NEVER));
  }

  private CompletionStage<ClaimResult> step(Claim one, Permits brought) {
    return store
        .ifThere(one.shard, "claim", one.arguments(brought))
        .thenCompose(answer -> {
          if (answer.isEmpty()) {
            permits.used(one.queue(), brought, 0);
            permits.wakeUps().note(one.queue(), one.shard.shard(), false);
            return store.freshShards(one.queue()).thenCompose(shards -> gone());
          }
          int claimed = one.addReply(answer.get(), brought.first());
          permits.used(one.queue(), brought, claimed);
          if (brought.count() > 0 && claimed == 0) {
            one.markRefused();
          }
          return next(one, claimed);
        });
  }

  private CompletionStage<ClaimResult> next(Claim one, int claimed) {
    boolean isRefused = one.missing > 0 && one.isRefused;
    permits.wakeUps().note(one.queue(), one.shard.shard(), isRefused);
    if (one.missing > 0 && !one.jobs.isFull() && !isRefused) {
      return acquire(one);
    }
    return one.isMore(claimed) ? step(one, Permits.NONE) : Stages.done(one.result());
  }

  private CompletionStage<ClaimResult> acquire(Claim one) {
    int wanted = Math.min(MOST_PER_CALL, Math.min(one.missing, one.jobs.room()));
    return permits
        .acquire(one.queue(), wanted, one.request.leaseMillis())
        .thenCompose(got -> {
          one.isRefused = got.count() < wanted;
          one.comeBackMillis = got.comeBackMillis();
          return got.count() == 0 ? next(one, 0) : step(one, got);
        });
  }

  /** The state of one claim between its calls; used by one answer at a time. */
  private static final class Claim {
    /** For how long permits may be used. */
    private static final long USABLE_MILLIS = 2_000;

    final ShardKeys shard;
    final ClaimRequest request;
    final ClaimedJobs jobs;
    long sealed;

    /** For how many jobs permits are missing, and whether the home shard had no more of them. */
    int missing;

    boolean isRefused;
    long comeBackMillis;
    private final boolean isWatched;
    private long now;
    private long comeBackAt;
    private long number;
    private int idleCalls;

    Claim(ShardKeys shard, boolean isWatched, ClaimedJobs jobs) {
      this.shard = shard;
      this.request = jobs.request;
      this.isWatched = isWatched;
      this.jobs = jobs;
    }

    String queue() {
      return shard.queue();
    }

    // The shard judges by its own clock, which its last answer told: permits are requested after
    // that answer.
    Arguments arguments(Permits brought) {
      Long before = request.dueBeforeMillis();
      return Arguments.of(
          Math.min(MOST_PER_CALL, jobs.room()),
          request.leaseMillis(),
          before == null ? -1 : Math.max(0, before),
          request.consumer(),
          isWatched,
          jobs.room() <= MOST_PER_CALL,
          brought.count(),
          now + USABLE_MILLIS,
          jobs.bytesLeft());
    }

    /** Reads an answer; tells how many jobs came with it. */
    int addReply(ScriptReply reply, long firstPermit) {
      now = reply.number("now");
      sealed = reply.number("sealed");
      comeBackAt = reply.moment("comeBackAt");
      number = reply.number("number");
      missing = (int) reply.number("missing");
      return jobs.add(shard, reply, firstPermit);
    }

    /** The shard refused the permits because it is slow: it is not asked again in this claim. */
    void markRefused() {
      isRefused = true;
      comeBackMillis = ClaimedJobs.AFTER_FAILURE_MILLIS;
    }

    /** Whether to ask again, because more jobs seem to be due. */
    boolean isMore(int claimed) {
      Long before = request.dueBeforeMillis();
      idleCalls = claimed == 0 ? idleCalls + 1 : 0;
      if (jobs.isFull() || missing > 0) {
        return false;
      }
      boolean isDue = comeBackAt <= now && (before == null || before > now);
      return (isDue && idleCalls < MOST_IDLE_CALLS) || (before != null && claimed > 0);
    }

    ClaimResult result() {
      return new ClaimResult(jobs.jobs(), now, missing == 0 ? comeBackAt : permitAt(), number);
    }

    // A full claim was not refused: more permits may be available.
    private long permitAt() {
      return isRefused ? after(comeBackMillis) : now;
    }

    private long after(long millis) {
      return millis == ClaimResult.NEVER ? millis : now + millis;
    }

    /** Answers the claimed jobs even if a later call failed. */
    ClaimResult resultAfter(Throwable failure) {
      if (now == 0) {
        throw new CompletionException(Stages.cause(failure));
      }
      return jobs.resultAfterFailure(now, comeBackAt, number);
    }
  }

  /** Answers claims that name no shard from all known shards of the queue. */
  public record AnyShardClaims(RedisStore store, JobClaimer claimer, ShardSettler settler)
      implements ShardRotation.Source {
    private static final Logger LOG = LoggerFactory.getLogger(AnyShardClaims.class);

    @Override
    public CompletionStage<List<ShardId>> shards(String queue) {
      return store.shardsOf(queue).thenApply(shards -> shards.all());
    }

    @Override
    public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request, long maxBytes) {
      return claimer.claim(queue, request, maxBytes);
    }

    @Override
    public void release(String queue, List<ClaimedJob> jobs) {
      List<Settlement> releases =
          jobs.stream().map(job -> Settlement.release(job.lease())).toList();
      settler
          .settle(queue, releases, Durability.NONE)
          .whenComplete((settled, failure) -> {
            if (failure != null) {
              LOG.warn(
                  "{} jobs of queue {} that were claimed too late run when their leases have ended",
                  jobs.size(),
                  queue,
                  failure);
            }
          });
    }

    @Override
    public boolean areApart() {
      return store.link().nodes().size() > 1;
    }
  }

  /** Collects the jobs of one claim, from one or several calls of scripts. Not thread safe. */
  static final class ClaimedJobs {
    /** The pause before a shard is asked again that could not be asked. */
    static final long AFTER_FAILURE_MILLIS = 700;

    final ClaimRequest request;
    private final long maxBytes;
    private final JobDecoder decoder;
    private final PermitKeeper permits;
    private final List<ClaimedJob> jobs = new ArrayList<>();
    private long payloadBytes;

    /**
     * Collects no jobs so far.
     *
     * @param maxBytes the bytes of payload after which the claim is full
     */
    ClaimedJobs(ClaimRequest request, long maxBytes, JobDecoder decoder, PermitKeeper permits) {
      this.request = request;
      this.maxBytes = maxBytes;
      this.decoder = decoder;
      this.permits = permits;
    }

    List<ClaimedJob> jobs() {
      return jobs;
    }

    /** How many more may be claimed. */
    int room() {
      return request.max() - jobs.size();
    }

    /** After how many further bytes the claim is full. */
    long bytesLeft() {
      return maxBytes - payloadBytes;
    }

    boolean isFull() {
      return room() <= 0 || bytesLeft() <= 0;
    }

    /**
     * Adds the jobs of a reply; answers how many.
     *
     * @param firstPermit the number of the first job's permit, the next jobs having the next
     *     numbers; 0 for no permits
     */
    int add(ShardKeys shard, ScriptReply reply, long firstPermit) {
      int claimed = 0;
      for (ScriptReply row : reply.each()) {
        add(shard, firstPermit == 0 ? 0 : firstPermit + claimed, row);
        claimed++;
      }
      return claimed;
    }

    private void add(ShardKeys shard, long permit, ScriptReply row) {
      String id = row.text("id");
      try {
        ClaimedJob job = DamagedRecordException.unless(() -> claimed(shard, id, permit, row));
        payloadBytes += job.body().payload().length;
        jobs.add(job);
      } catch (DamagedRecordException malformed) {
        decoder.setAside(shard, id, row, malformed);
        permits.release(shard.queue(), permit);
      }
    }

    private static ClaimedJob claimed(ShardKeys shard, String id, long permit, ScriptReply row) {
      WholeJob job = StoredJobCodec.read(id, row.bytes("record"), row.bytes("state"), 0);
      return job.claimed(
          new LeaseToken(shard.queue(), shard.shard(), id, job.head().fence(), permit));
    }

    /**
     * The jobs that were claimed before a failure, so that the caller learns of their leases.
     *
     * @param now of the last answer, which told the moment to come back at
     */
    ClaimResult resultAfterFailure(long now, long comeBackAt, long claimNumber) {
      return new ClaimResult(
          jobs, now, Math.min(comeBackAt, now + AFTER_FAILURE_MILLIS), claimNumber);
    }
  }
}
