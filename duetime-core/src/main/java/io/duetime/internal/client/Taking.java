package io.duetime.internal.client;

import io.duetime.Codec;
import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.Lease;
import io.duetime.Limits;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.SettleResult;
import io.duetime.engine.Settlement;
import io.duetime.internal.engine.Calls;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Claims jobs of one queue for callers and settles them by the batch. */
final class Taking<T> {
  private static final Settled REFUSED =
      new Settled(SettleOutcome.REFUSED, Durability.Reached.NOTHING);

  private final QueueSide side;
  private final Codec<T> codec;
  private final StoreClient store;

  Taking(QueueSide side, Codec<T> codec, StoreClient store) {
    this.side = side;
    this.codec = codec;
    this.store = store;
  }

  CompletableFuture<List<Lease<T>>> claim(int max, Duration lease, Duration wait) {
    ClaimRequest request = request(max, lease);
    Limits.upToHundredYears("wait", wait);
    CompletableFuture<ClaimResult> claimed = store.lines().claim(side.name(), request, wait);
    CompletableFuture<List<Lease<T>>> leases = new CompletableFuture<>();
    Stages.whenAnswered(
        claimed, result -> deliver(leases, leases(result)), leases::completeExceptionally);
    Stages.whenDone(leases, (any, failure) -> claimed.cancel(false));
    return leases;
  }

  /** Lets an outer future stand for a claim: cancelling it cancels the claim. */
  CompletableFuture<List<Lease<T>>> handOver(CompletableFuture<List<Lease<T>>> claim) {
    CompletableFuture<List<Lease<T>>> outer = new CompletableFuture<>();
    Executor callbacks = side.context().callbacks();
    Stages.whenAnswered(
        claim,
        leases -> callbacks.execute(() -> deliver(outer, leases)),
        failure -> callbacks.execute(() -> outer.completeExceptionally(failure)));
    Stages.whenDone(outer, (any, failure) -> claim.cancel(false));
    return outer;
  }

  CompletableFuture<List<Lease<T>>> claimDueBefore(Instant moment, int max, Duration lease) {
    ClaimRequest request =
        request(max, lease).dueBefore(Specs.ceilMillis(Limits.moment("moment", moment)));
    return Stages.call(() -> side.context().engine().claim(side.name(), request))
        .thenApply(this::leases);
  }

  CompletableFuture<List<Lease<T>>> claimById(Collection<String> ids, Duration lease) {
    List<String> all = Limits.given("ids", ids).stream().map(Limits::id).toList();
    ClaimRequest request = request(Limits.MAX_CLAIM, lease);
    return Stages.call(() -> side.context().engine().claimById(side.name(), all, request))
        .thenApply(this::leases);
  }

  CompletableFuture<List<SettleOutcome>> ackAll(Collection<Lease<T>> leases) {
    return settleAll(leases, Settlement.Ack::new, side.durability());
  }

  CompletableFuture<List<Settled>> ackAll(Collection<Lease<T>> leases, Durability asked) {
    return settledAll(leases, Settlement.Ack::new, Limits.given("durability", asked));
  }

  CompletableFuture<List<SettleOutcome>> retryAll(
      Collection<Lease<T>> leases, @Nullable Long delayMillis, String reason) {
    Limits.given("reason", reason);
    return settleAll(
        leases, token -> new Settlement.Retry(token, delayMillis, null, reason), side.durability());
  }

  CompletableFuture<List<SettleOutcome>> buryAll(Collection<Lease<T>> leases, String reason) {
    Limits.given("reason", reason);
    return settleAll(leases, token -> new Settlement.Bury(token, null, reason), side.durability());
  }

  CompletableFuture<List<SettleOutcome>> extendAll(Collection<Lease<T>> leases, Duration by) {
    long millis = Limits.leaseMillis("extendBy", by);
    return settleAll(leases, token -> new Settlement.Extend(token, millis), Durability.NONE);
  }

  CompletableFuture<List<SettleOutcome>> releaseAll(Collection<Lease<T>> leases) {
    return settleAll(leases, Settlement.Release::new, Durability.NONE);
  }

  private CompletableFuture<List<SettleOutcome>> settleAll(
      Collection<Lease<T>> leases, Function<LeaseToken, Settlement> settlement, Durability asked) {
    return settledAll(leases, settlement, asked)
        .thenApply(all -> all.stream().map(Settled::outcome).toList());
  }

  private CompletableFuture<List<Settled>> settledAll(
      Collection<Lease<T>> leases, Function<LeaseToken, Settlement> settlement, Durability asked) {
    if (Limits.given("leases", leases).size() > Limits.MAX_BATCH) {
      throw new InvalidRequestException(
          "leases", leases.size() + " leases", "at most " + Limits.MAX_BATCH);
    }
    return Calls.<Lease<T>, Settled>sound(
            leases.stream().toList(),
            lease -> mine(lease) == null ? REFUSED : null,
            some -> settleMine(some, settlement, asked))
        .toCompletableFuture();
  }

  private CompletableFuture<List<Settled>> settleMine(
      List<Lease<T>> leases, Function<LeaseToken, Settlement> settlement, Durability asked) {
    List<ClaimedLease<T>> all = leases.stream().map(this::mine).filter(Objects::nonNull).toList();
    List<Settlement> settlements =
        all.stream().map(lease -> settlement.apply(lease.claimed().lease())).toList();
    return side.calls().settle(settlements, asked).thenApply(results -> learned(all, results));
  }

  private @Nullable ClaimedLease<T> mine(@Nullable Lease<T> lease) {
    return lease instanceof ClaimedLease<T> mine && mine.queue().equals(side.name()) ? mine : null;
  }

  private List<Settled> learned(List<ClaimedLease<T>> leases, List<SettleResult> results) {
    List<Settled> answers = new ArrayList<>(leases.size());
    for (int i = 0; i < leases.size(); i++) {
      answers.add(leases.get(i).learn(results.get(i)));
    }
    return List.copyOf(answers);
  }

  // Leases that nobody waits for any more go back.
  private void deliver(CompletableFuture<List<Lease<T>>> to, List<Lease<T>> leases) {
    if (!to.complete(leases)) {
      List<LeaseToken> tokens =
          leases.stream()
              .map(this::mine)
              .filter(Objects::nonNull)
              .map(lease -> lease.claimed().lease())
              .toList();
      GivingBack.of(tokens, side.name(), side.context());
    }
  }

  private ClaimRequest request(int max, Duration lease) {
    return ClaimRequest.of(max, Limits.leaseMillis(lease)).by(store.processName());
  }

  private List<Lease<T>> leases(ClaimResult result) {
    return result.jobs().stream()
        .<Lease<T>>map(job -> new ClaimedLease<>(job, codec, side))
        .toList();
  }
}
