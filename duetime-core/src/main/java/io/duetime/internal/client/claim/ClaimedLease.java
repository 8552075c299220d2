package io.duetime.internal.client.claim;

import io.duetime.Codec;
import io.duetime.Durability;
import io.duetime.JobFailed;
import io.duetime.Lease;
import io.duetime.Limits;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import io.duetime.internal.async.Stages;
import io.duetime.internal.client.call.ClientContext;
import io.duetime.internal.client.call.ErrorText;
import io.duetime.internal.client.call.QueueCalls;
import io.duetime.internal.client.call.QueueContext;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Settles one claimed job for a caller. */
final class ClaimedLease<T> extends ClaimedView<T> implements Lease<T> {
  private final ClientContext context;
  private final QueueCalls calls;
  private final Durability durability;
  private volatile Instant until;
  private volatile boolean lost;
  private volatile boolean cancelRequested;

  ClaimedLease(ClaimedJob claimed, Codec<T> codec, QueueContext queue) {
    super(claimed, codec);
    this.context = queue.context();
    this.calls = queue.calls();
    this.durability = queue.durability();
    this.until = Instant.ofEpochMilli(claimed.run().leaseUntilMillis());
  }

  @Override
  public Instant until() {
    return until;
  }

  @Override
  public boolean isLeaseLost() {
    return lost || !context.clock().now().isBefore(until());
  }

  @Override
  public boolean isCancelRequested() {
    return cancelRequested;
  }

  @Override
  public SettleOutcome ack() {
    return wait(this::acked);
  }

  @Override
  public CompletableFuture<SettleOutcome> ackAsync() {
    return async(this::acked);
  }

  @Override
  public Settled ack(Durability asked) {
    return context.waits().get(acked(asked));
  }

  @Override
  public CompletableFuture<Settled> ackAsync(Durability asked) {
    return context.forCallers(Stages.call(() -> acked(asked)));
  }

  @Override
  public SettleOutcome retry(String reason) {
    return wait(() -> retried(null, reason));
  }

  @Override
  public CompletableFuture<SettleOutcome> retryAsync(String reason) {
    return async(() -> retried(null, reason));
  }

  @Override
  public SettleOutcome retry(Duration delay, String reason) {
    return wait(() -> retried(Limits.delayMillis(delay), reason));
  }

  @Override
  public CompletableFuture<SettleOutcome> retryAsync(Duration delay, String reason) {
    return async(() -> retried(Limits.delayMillis(delay), reason));
  }

  @Override
  public SettleOutcome bury(String reason) {
    return wait(() -> buried(reason));
  }

  @Override
  public CompletableFuture<SettleOutcome> buryAsync(String reason) {
    return async(() -> buried(reason));
  }

  @Override
  public SettleOutcome fail(JobFailed failed) {
    return wait(() -> failed(failed));
  }

  @Override
  public CompletableFuture<SettleOutcome> failAsync(JobFailed failed) {
    return async(() -> failed(failed));
  }

  @Override
  public SettleOutcome extend(Duration by) {
    return wait(() -> extended(by));
  }

  @Override
  public CompletableFuture<SettleOutcome> extendAsync(Duration by) {
    return async(() -> extended(by));
  }

  @Override
  public SettleOutcome release() {
    return wait(() -> released(null));
  }

  @Override
  public CompletableFuture<SettleOutcome> releaseAsync() {
    return async(() -> released(null));
  }

  @Override
  public SettleOutcome release(Duration delay) {
    return wait(() -> released(Limits.delayMillis(delay)));
  }

  @Override
  public CompletableFuture<SettleOutcome> releaseAsync(Duration delay) {
    return async(() -> released(Limits.delayMillis(delay)));
  }

  private CompletableFuture<SettleOutcome> acked() {
    return settle(new Settlement.Ack(claimed().lease()), durability);
  }

  private CompletableFuture<Settled> acked(Durability asked) {
    return calls
        .settle(new Settlement.Ack(claimed().lease()), Limits.given("durability", asked))
        .thenApply(this::learn);
  }

  private CompletableFuture<SettleOutcome> retried(@Nullable Long delayMillis, String reason) {
    return settle(new Settlement.Retry(claimed().lease(), delayMillis, null, reason), durability);
  }

  private CompletableFuture<SettleOutcome> buried(String reason) {
    return settle(new Settlement.Bury(claimed().lease(), null, reason), durability);
  }

  private CompletableFuture<SettleOutcome> failed(JobFailed failed) {
    String reason = ErrorText.of(Limits.given("failed", failed));
    LeaseToken lease = claimed().lease();
    Long delayMillis = failed.delay().map(Limits::delayMillis).orElse(null);
    if (failed.isReleased()) {
      Settlement.Release release = new Settlement.Release(lease, delayMillis);
      return settle(failed.isUnconfirmed() ? release.unconfirmed() : release, Durability.NONE);
    }
    if (failed.isPermanent()) {
      return settle(new Settlement.Bury(lease, null, failed.isUnconfirmed(), reason), durability);
    }
    Settlement.Retry retry = new Settlement.Retry(lease, delayMillis, null, reason);
    return settle(failed.isUnconfirmed() ? retry.unconfirmed() : retry, durability);
  }

  private CompletableFuture<SettleOutcome> released(@Nullable Long delayMillis) {
    return settle(new Settlement.Release(claimed().lease(), delayMillis), Durability.NONE);
  }

  private CompletableFuture<SettleOutcome> extended(Duration by) {
    long millis = Limits.leaseMillis("extendBy", by);
    return settle(new Settlement.Extend(claimed().lease(), millis), Durability.NONE);
  }

  private CompletableFuture<SettleOutcome> settle(Settlement settlement, Durability asked) {
    return calls.settle(settlement, asked).thenApply(result -> learn(result).outcome());
  }

  /** Notes what the answer of a settlement says about the lease. */
  Settled learn(Settled result) {
    Instant extended = result.until();
    if (result.outcome() == SettleOutcome.EXTENDED && extended != null) {
      until = extended;
      cancelRequested |= result.cancelRequested();
    } else {
      lost = true;
    }
    return result;
  }

  private SettleOutcome wait(Supplier<CompletableFuture<SettleOutcome>> call) {
    return context.waits().get(call.get());
  }

  private CompletableFuture<SettleOutcome> async(Supplier<CompletableFuture<SettleOutcome>> call) {
    return context.forCallers(Stages.call(call));
  }
}
