package io.duetime.runtime.claim;

import io.duetime.Codec;
import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.JobFailed;
import io.duetime.Lease;
import io.duetime.Limits;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.Settled;
import io.duetime.async.Stages;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Settlement;
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.ErrorText;
import io.duetime.runtime.call.QueueCalls;
import io.duetime.runtime.call.QueueContext;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Settles one claimed job for a caller. */
final class ClaimedLease<T> extends ClaimedView<T> implements Lease<T> {
  private final ClientContext context;
  private final QueueCalls calls;
  private final Durability durability;
  private volatile Instant until;
  private volatile boolean lost;

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
  public SettleOutcome fail(JobFailed failed) {
    return settle(Limits.given("failed", failed).request().because(ErrorText.of(failed)));
  }

  @Override
  public SettleOutcome settle(SettleRequest request) {
    Settlement settlement = settlement(request);
    Durability asked = request.verb().isDurable() ? durability : Durability.NONE;
    return context
        .waits()
        .get(
            calls
                .settle(settlement, asked)
                .whenComplete((result, failure) -> learn(failure))
                .thenApply(result -> learn(settlement, result)))
        .outcome();
  }

  /** Drops the note if a call was refused: a server of an earlier version takes none. */
  void learn(@Nullable Throwable failure) {
    if (failure != null && Stages.cause(failure) instanceof InvalidRequestException) {
      dropNote();
    }
  }

  /** A settlement of this lease; an extension carries the pending note. */
  Settlement settlement(SettleRequest request) {
    return new Settlement(claimed().lease(), withNote(request));
  }

  /** Notes what the answer of a settlement says about the lease. */
  Settled learn(Settlement sent, Settled result) {
    Instant extended = result.until();
    if (result.outcome() == SettleOutcome.EXTENDED && extended != null) {
      until = extended;
      carried(sent.request());
      if (result.cancelRequested()) {
        noteCancelRequested(context.callbacks());
      }
    } else {
      lost = true;
    }
    return result;
  }
}
