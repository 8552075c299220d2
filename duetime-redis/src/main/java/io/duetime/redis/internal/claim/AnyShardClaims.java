package io.duetime.redis.internal.claim;

import io.duetime.Durability;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.internal.engine.ShardRotation;
import io.duetime.redis.internal.call.StoreAccess;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers claims that name no shard from all known shards of the queue. */
public record AnyShardClaims(StoreAccess store, JobClaimer claimer, ShardSettler settler)
    implements ShardRotation.Source {
  private static final Logger LOG = LoggerFactory.getLogger(AnyShardClaims.class);

  @Override
  public CompletionStage<List<ShardId>> shards(String queue) {
    return store.shards().of(queue).thenApply(shards -> shards.all());
  }

  @Override
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request, long maxBytes) {
    return claimer.claim(queue, request, maxBytes);
  }

  @Override
  public void release(String queue, List<ClaimedJob> jobs) {
    List<Settlement.Release> releases =
        jobs.stream().map(job -> new Settlement.Release(job.lease())).toList();
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
