package io.duetime.runtime.claim;

import io.duetime.AsyncQueue;
import io.duetime.Codec;
import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.Lease;
import io.duetime.Limits;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.Settled;
import io.duetime.async.Stages;
import io.duetime.async.Waits;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import io.duetime.engine.support.Calls;
import io.duetime.runtime.call.LeaseReleaser;
import io.duetime.runtime.call.QueueContext;
import io.duetime.runtime.call.WholeMillis;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Claims jobs of one queue for callers, and settles their leases in batches. */
public interface LeaseClaimer<T> extends AsyncQueue<T> {
  /** The queue. */
  QueueContext queue();

  /** Decodes the payloads. */
  Codec<T> codec();

  /** Claim for callers that wait. */
  QueueClaimers claimers();

  /** The name of the claims. */
  String consumer();

  @Override
  default CompletionStage<List<Lease<T>>> claim(int max, Duration lease, Duration wait) {
    return queue().isForCallers()
        ? handOver(Stages.call(() -> claimNowOrLater(max, lease, wait)))
        : claimNowOrLater(max, lease, wait);
  }

  private CompletableFuture<List<Lease<T>>> claimNowOrLater(
      int max, Duration lease, Duration wait) {
    ClaimRequest request = request(max, lease);
    Limits.upToHundredYears("wait", wait);
    CompletableFuture<ClaimResult> claimed = claimers().claim(queue().name(), request, wait);
    CompletableFuture<List<Lease<T>>> leases = new Waits.Releasing<>();
    Stages.whenAnswered(
        claimed, result -> deliver(leases, leases(result)), leases::completeExceptionally);
    Stages.whenDone(leases, (any, failure) -> claimed.cancel(false));
    return leases;
  }

  /** Returns a future for callers; cancelling it cancels the claim. */
  private CompletableFuture<List<Lease<T>>> handOver(CompletableFuture<List<Lease<T>>> claim) {
    CompletableFuture<List<Lease<T>>> outer = new CompletableFuture<>();
    Executor callbacks = queue().context().callbacks();
    Stages.whenAnswered(
        claim,
        leases -> callbacks.execute(() -> deliver(outer, leases)),
        failure -> callbacks.execute(() -> outer.completeExceptionally(failure)));
    Stages.whenDone(outer, (any, failure) -> claim.cancel(false));
    return outer;
  }

  @Override
  default CompletionStage<List<Lease<T>>> claimDueBefore(Instant moment, int max, Duration lease) {
    return queue()
        .answer(() -> {
          ClaimRequest request =
              request(max, lease).dueBefore(WholeMillis.ceil(Limits.moment("moment", moment)));
          return Stages.call(() -> queue().engine().claim(queue().name(), request))
              .thenApply(this::leases);
        });
  }

  @Override
  default CompletionStage<List<Lease<T>>> claimById(Collection<String> ids, Duration lease) {
    return queue()
        .answer(() -> {
          List<String> all = Limits.given("ids", ids).stream().map(Limits::id).toList();
          ClaimRequest request = request(Limits.MAX_CLAIM, lease);
          return Stages.call(() -> queue().engine().claimById(queue().name(), all, request))
              .thenApply(this::leases);
        });
  }

  // Leases are released when the caller no longer waits for them.
  private void deliver(CompletableFuture<List<Lease<T>>> to, List<Lease<T>> leases) {
    if (!to.complete(leases)) {
      List<LeaseToken> tokens =
          leases.stream()
              .map(lease -> (ClaimedLease<T>) lease)
              .map(lease -> lease.claimed().lease())
              .toList();
      LeaseReleaser.release(tokens, queue().name(), queue().engine());
    }
  }

  private ClaimRequest request(int max, Duration lease) {
    return ClaimRequest.of(max, Limits.leaseMillis(lease)).by(consumer());
  }

  private List<Lease<T>> leases(ClaimResult result) {
    return result.jobs().stream()
        .<Lease<T>>map(job -> new ClaimedLease<>(job, codec(), queue()))
        .toList();
  }

  @Override
  default CompletionStage<List<Settled>> settleAll(
      Collection<Lease<T>> leases, SettleRequest request) {
    return queue().answer(() -> settled(leases, Limits.given("request", request)));
  }

  private CompletableFuture<List<Settled>> settled(
      Collection<Lease<T>> leases, SettleRequest request) {
    if (Limits.given("leases", leases).size() > Limits.MAX_BATCH) {
      throw new InvalidRequestException(
          "leases", leases.size() + " leases", "at most " + Limits.MAX_BATCH);
    }
    return Calls.<Lease<T>, Settled>sound(
            leases.stream().toList(),
            lease -> mine(lease) == null ? Settled.of(SettleOutcome.REFUSED) : null,
            some -> settleMine(some, request))
        .toCompletableFuture();
  }

  private CompletableFuture<List<Settled>> settleMine(
      List<Lease<T>> leases, SettleRequest request) {
    List<ClaimedLease<T>> all = leases.stream().map(this::mine).filter(Objects::nonNull).toList();
    List<Settlement> settlements = all.stream().map(lease -> lease.settlement(request)).toList();
    Durability asked = request.verb().isDurable() ? queue().durability() : Durability.NONE;
    return queue()
        .calls()
        .settle(settlements, asked)
        .whenComplete((results, failure) -> all.forEach(lease -> lease.learn(failure)))
        .thenApply(results -> learned(all, settlements, results));
  }

  private @Nullable ClaimedLease<T> mine(@Nullable Lease<T> lease) {
    return lease instanceof ClaimedLease<T> mine && mine.queue().equals(queue().name())
        ? mine
        : null;
  }

  private List<Settled> learned(
      List<ClaimedLease<T>> leases, List<Settlement> sent, List<Settled> results) {
    List<Settled> answers = new ArrayList<>(leases.size());
    for (int i = 0; i < leases.size(); i++) {
      answers.add(leases.get(i).learn(sent.get(i), results.get(i)));
    }
    return List.copyOf(answers);
  }
}
