package io.duetime.internal.client;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.SettleResult;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An engine whose leases say that jobs with ids that begin with {@code far} lie in a shard of their
 * own. While that is away, a call that names it fails as a whole, or waits.
 */
final class TwoShards extends ForwardingEngine {
  private static final ShardId FAR = new ShardId(0, 1);

  private final List<CompletableFuture<List<SettleResult>>> waiting = new ArrayList<>();
  private @Nullable DuetimeException away;
  private boolean silent;

  TwoShards(Engine inner) {
    super(inner);
  }

  /** The far shard refuses everything. */
  void refuseFar(DuetimeException failure) {
    away = failure;
  }

  /** The far shard answers nothing. */
  void silenceFar() {
    silent = true;
  }

  /** The far shard is back; what waited for it has failed. */
  void bringFarBack(DuetimeException failure) {
    away = null;
    silent = false;
    waiting.forEach(answer -> answer.completeExceptionally(failure));
  }

  @Override
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    return super.claim(queue, request)
        .thenApply(claimed ->
            new ClaimResult(
                claimed.jobs().stream().map(TwoShards::placed).toList(),
                claimed.nowMillis(),
                claimed.comeBackAtMillis()));
  }

  private static ClaimedJob placed(ClaimedJob job) {
    LeaseToken lease = job.lease();
    return lease.id().startsWith("far")
        ? new ClaimedJob(
            new LeaseToken(lease.queue(), FAR, lease.id(), lease.fence()),
            job.body(),
            job.times(),
            job.priority(),
            job.run())
        : job;
  }

  @Override
  public CompletionStage<List<SettleResult>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    boolean namesFar = settlements.stream().anyMatch(one -> one.lease().shard().equals(FAR));
    if (namesFar && away != null) {
      return CompletableFuture.failedFuture(away);
    }
    if (namesFar && silent) {
      CompletableFuture<List<SettleResult>> answer = new CompletableFuture<>();
      waiting.add(answer);
      return answer;
    }
    return super.settle(queue, settlements, durability);
  }
}
