package io.duetime.internal.client.claim;

import io.duetime.Codec;
import io.duetime.Lease;
import io.duetime.Limits;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.LeaseToken;
import io.duetime.internal.async.Stages;
import io.duetime.internal.client.call.LeaseReleaser;
import io.duetime.internal.client.call.QueueSide;
import io.duetime.internal.client.call.WholeMillis;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Claims jobs of one queue for callers. */
public final class LeaseClaimer<T> {
  private final QueueSide side;
  private final Codec<T> codec;
  private final ClaimLines lines;
  private final String consumer;

  /**
   * A claimer without claims.
   *
   * @param consumer the name that claims are made in
   */
  public LeaseClaimer(QueueSide side, Codec<T> codec, ClaimLines lines, String consumer) {
    this.side = side;
    this.codec = codec;
    this.lines = lines;
    this.consumer = consumer;
  }

  /** Claims due jobs, waiting at most {@code wait} for the first one. */
  public CompletableFuture<List<Lease<T>>> claim(int max, Duration lease, Duration wait) {
    ClaimRequest request = request(max, lease);
    Limits.upToHundredYears("wait", wait);
    CompletableFuture<ClaimResult> claimed = lines.claim(side.name(), request, wait);
    CompletableFuture<List<Lease<T>>> leases = new CompletableFuture<>();
    Stages.whenAnswered(
        claimed, result -> deliver(leases, leases(result)), leases::completeExceptionally);
    Stages.whenDone(leases, (any, failure) -> claimed.cancel(false));
    return leases;
  }

  /** Lets an outer future stand for a claim: cancelling it cancels the claim. */
  public CompletableFuture<List<Lease<T>>> handOver(CompletableFuture<List<Lease<T>>> claim) {
    CompletableFuture<List<Lease<T>>> outer = new CompletableFuture<>();
    Executor callbacks = side.context().callbacks();
    Stages.whenAnswered(
        claim,
        leases -> callbacks.execute(() -> deliver(outer, leases)),
        failure -> callbacks.execute(() -> outer.completeExceptionally(failure)));
    Stages.whenDone(outer, (any, failure) -> claim.cancel(false));
    return outer;
  }

  /** Claims jobs that are due before a moment, also one in the future. */
  public CompletableFuture<List<Lease<T>>> claimDueBefore(Instant moment, int max, Duration lease) {
    ClaimRequest request =
        request(max, lease).dueBefore(WholeMillis.ceil(Limits.moment("moment", moment)));
    return Stages.call(() -> side.context().engine().claim(side.name(), request))
        .thenApply(this::leases);
  }

  /** Claims the jobs of these ids that wait. */
  public CompletableFuture<List<Lease<T>>> claimById(Collection<String> ids, Duration lease) {
    List<String> all = Limits.given("ids", ids).stream().map(Limits::id).toList();
    ClaimRequest request = request(Limits.MAX_CLAIM, lease);
    return Stages.call(() -> side.context().engine().claimById(side.name(), all, request))
        .thenApply(this::leases);
  }

  // Leases are released when the caller no longer waits for them.
  private void deliver(CompletableFuture<List<Lease<T>>> to, List<Lease<T>> leases) {
    if (!to.complete(leases)) {
      List<LeaseToken> tokens =
          leases.stream()
              .map(lease -> (ClaimedLease<T>) lease)
              .map(lease -> lease.claimed().lease())
              .toList();
      LeaseReleaser.release(tokens, side.name(), side.context());
    }
  }

  private ClaimRequest request(int max, Duration lease) {
    return ClaimRequest.of(max, Limits.leaseMillis(lease)).by(consumer);
  }

  private List<Lease<T>> leases(ClaimResult result) {
    return result.jobs().stream()
        .<Lease<T>>map(job -> new ClaimedLease<>(job, codec, side))
        .toList();
  }
}
