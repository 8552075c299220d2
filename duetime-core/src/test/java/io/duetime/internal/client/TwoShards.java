package io.duetime.internal.client;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.ScheduleResult;
import io.duetime.engine.SettleResult;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An engine that, once it is split, has two shards for each queue: jobs with ids that begin with
 * {@code far} are in the second one, which is a queue of its own in the engine below. While the far
 * shard is away, a call that names it fails as a whole, or waits. Only what a worker calls knows of
 * the far shard.
 */
final class TwoShards extends ForwardingEngine {
  static final ShardId FAR = new ShardId(0, 1);
  private static final String SUFFIX = ";far";

  private final List<Runnable> waiting = new ArrayList<>();
  private @Nullable DuetimeException away;
  private boolean silent;
  private boolean split;

  TwoShards(Engine inner) {
    super(inner);
  }

  void split() {
    split = true;
  }

  /** The far shard refuses everything. */
  void refuseFar(DuetimeException failure) {
    away = failure;
  }

  /** The far shard answers nothing. */
  void silenceFar() {
    silent = true;
  }

  /** The far shard is back, and does what waited for it. */
  void bringFarBack() {
    away = null;
    silent = false;
    List<Runnable> waited = List.copyOf(waiting);
    waiting.clear();
    waited.forEach(Runnable::run);
  }

  @Override
  public CompletionStage<List<ShardId>> shards(String queue) {
    return split
        ? CompletableFuture.completedFuture(List.of(ShardId.ONLY, FAR))
        : super.shards(queue);
  }

  @Override
  public CompletionStage<List<ScheduleResult>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    boolean isFar = split && jobs.get(0).id().startsWith("far");
    return super.schedule(isFar ? queue + SUFFIX : queue, jobs, durability);
  }

  @Override
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    if (!FAR.equals(request.shard())) {
      return super.claim(queue, request);
    }
    return far(() ->
        super.claim(queue + SUFFIX, request.from(ShardId.ONLY))
            .thenApply(claimed ->
                new ClaimResult(
                    claimed.jobs().stream().map(TwoShards::placed).toList(),
                    claimed.nowMillis(),
                    claimed.comeBackAtMillis())));
  }

  private static ClaimedJob placed(ClaimedJob job) {
    LeaseToken lease = job.lease();
    String queue = lease.queue().substring(0, lease.queue().length() - SUFFIX.length());
    return new ClaimedJob(
        new LeaseToken(queue, FAR, lease.id(), lease.fence()),
        job.body(),
        job.times(),
        job.priority(),
        job.run());
  }

  @Override
  public CompletionStage<List<SettleResult>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    boolean namesFar = settlements.stream().anyMatch(one -> one.lease().shard().equals(FAR));
    if (!namesFar) {
      return super.settle(queue, settlements, durability);
    }
    List<Settlement> below = settlements.stream().map(TwoShards::below).toList();
    return far(() -> super.settle(queue + SUFFIX, below, durability));
  }

  private static Settlement below(Settlement one) {
    LeaseToken far = one.lease();
    LeaseToken lease = new LeaseToken(far.queue() + SUFFIX, ShardId.ONLY, far.id(), far.fence());
    if (one instanceof Settlement.Ack) {
      return new Settlement.Ack(lease);
    }
    if (one instanceof Settlement.Extend extend) {
      return new Settlement.Extend(lease, extend.extendByMillis());
    }
    if (one instanceof Settlement.Release) {
      return new Settlement.Release(lease);
    }
    throw new IllegalArgumentException("no test settles with " + one);
  }

  @Override
  public Watcher.Subscription watch(String queue, Watcher watcher) {
    Watcher.Subscription near = super.watch(queue, watcher);
    Watcher.Subscription far =
        super.watch(
            queue + SUFFIX,
            signal ->
                watcher.signal(
                    new Watcher.Signal(queue, FAR, signal.kind(), signal.comeBackAtMillis())));
    return () -> {
      near.close();
      far.close();
    };
  }

  private <T> CompletionStage<T> far(Supplier<CompletionStage<T>> call) {
    if (away != null) {
      return CompletableFuture.failedFuture(away);
    }
    if (!silent) {
      return call.get();
    }
    CompletableFuture<T> answer = new CompletableFuture<>();
    waiting.add(() ->
        call.get()
            .whenComplete((value, failure) -> {
              if (failure == null) {
                answer.complete(value);
              } else {
                answer.completeExceptionally(failure);
              }
            }));
    return answer;
  }
}
