package io.duetime.runtime.claim;

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
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.ErrorText;
import io.duetime.runtime.call.QueueCalls;
import io.duetime.runtime.call.QueueContext;
import java.time.Duration;
import java.time.Instant;
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
    return settle(new Settlement.Ack(claimed().lease()), durability);
  }

  @Override
  public SettleOutcome retry(String reason) {
    return retried(null, reason);
  }

  @Override
  public SettleOutcome retry(Duration delay, String reason) {
    return retried(Limits.delayMillis(delay), reason);
  }

  @Override
  public SettleOutcome bury(String reason) {
    return settle(new Settlement.Bury(claimed().lease(), null, reason), durability);
  }

  @Override
  public SettleOutcome fail(JobFailed failed) {
    String reason = ErrorText.of(Limits.given("failed", failed));
    LeaseToken lease = claimed().lease();
    boolean unconfirmed = failed.isUnconfirmed();
    Long delayMillis = failed.delay().map(Limits::delayMillis).orElse(null);
    if (failed.isReleased()) {
      return settle(new Settlement.Release(lease, delayMillis, null, unconfirmed), Durability.NONE);
    }
    return settle(
        failed.isPermanent()
            ? new Settlement.Bury(lease, null, unconfirmed, reason)
            : new Settlement.Retry(lease, delayMillis, null, false, unconfirmed, reason),
        durability);
  }

  @Override
  public SettleOutcome extend(Duration by) {
    long millis = Limits.leaseMillis("extendBy", by);
    return settle(new Settlement.Extend(claimed().lease(), millis), Durability.NONE);
  }

  @Override
  public SettleOutcome release() {
    return released(null);
  }

  @Override
  public SettleOutcome release(Duration delay) {
    return released(Limits.delayMillis(delay));
  }

  private SettleOutcome retried(@Nullable Long delayMillis, String reason) {
    return settle(new Settlement.Retry(claimed().lease(), delayMillis, null, reason), durability);
  }

  private SettleOutcome released(@Nullable Long delayMillis) {
    return settle(new Settlement.Release(claimed().lease(), delayMillis), Durability.NONE);
  }

  private SettleOutcome settle(Settlement settlement, Durability asked) {
    return context.waits().get(calls.settle(settlement, asked).thenApply(this::learn)).outcome();
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
}
