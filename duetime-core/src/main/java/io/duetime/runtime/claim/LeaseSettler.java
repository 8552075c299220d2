package io.duetime.runtime.claim;

import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.Lease;
import io.duetime.Limits;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import io.duetime.engine.support.Calls;
import io.duetime.runtime.call.QueueContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Settles leases of one queue in batches. */
public final class LeaseSettler<T> {
  private static final Settled REFUSED = Settled.of(SettleOutcome.REFUSED);

  private final QueueContext queue;

  /** Creates a settler; a call without a durability uses that of {@code queue}. */
  public LeaseSettler(QueueContext queue) {
    this.queue = queue;
  }

  /** Acks each lease. */
  public CompletableFuture<List<Settled>> ackAll(Collection<Lease<T>> leases) {
    return settleAll(leases, Settlement.Ack::new, queue.durability());
  }

  /** Retries each job after {@code delayMillis}, or by its retry policy if that is null. */
  public CompletableFuture<List<Settled>> retryAll(
      Collection<Lease<T>> leases, @Nullable Long delayMillis, String reason) {
    Limits.given("reason", reason);
    return settleAll(
        leases,
        token -> new Settlement.Retry(token, delayMillis, null, reason),
        queue.durability());
  }

  /** Buries each job. */
  public CompletableFuture<List<Settled>> buryAll(Collection<Lease<T>> leases, String reason) {
    Limits.given("reason", reason);
    return settleAll(leases, token -> new Settlement.Bury(token, null, reason), queue.durability());
  }

  /** Extends each lease. */
  public CompletableFuture<List<Settled>> extendAll(Collection<Lease<T>> leases, Duration by) {
    long millis = Limits.leaseMillis("extendBy", by);
    return settleAll(leases, token -> new Settlement.Extend(token, millis), Durability.NONE);
  }

  /** Releases each lease, until after {@code delayMillis} unless that is null. */
  public CompletableFuture<List<Settled>> releaseAll(
      Collection<Lease<T>> leases, @Nullable Long delayMillis) {
    return settleAll(leases, token -> new Settlement.Release(token, delayMillis), Durability.NONE);
  }

  private CompletableFuture<List<Settled>> settleAll(
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
    return queue.calls().settle(settlements, asked).thenApply(results -> learned(all, results));
  }

  private @Nullable ClaimedLease<T> mine(@Nullable Lease<T> lease) {
    return lease instanceof ClaimedLease<T> mine && mine.queue().equals(queue.name()) ? mine : null;
  }

  private List<Settled> learned(List<ClaimedLease<T>> leases, List<Settled> results) {
    List<Settled> answers = new ArrayList<>(leases.size());
    for (int i = 0; i < leases.size(); i++) {
      answers.add(leases.get(i).learn(results.get(i)));
    }
    return List.copyOf(answers);
  }
}
