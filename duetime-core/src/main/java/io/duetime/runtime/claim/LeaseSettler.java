package io.duetime.runtime.claim;

import io.duetime.AsyncQueue;
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
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Settles leases of one queue in batches. */
public interface LeaseSettler<T> extends AsyncQueue<T> {
  /** The queue. */
  QueueContext queue();

  @Override
  default CompletionStage<List<Settled>> ackAll(Collection<Lease<T>> leases) {
    return settleAll(leases, () -> Settlement.Ack::new, queue().durability());
  }

  @Override
  default CompletionStage<List<Settled>> retryAll(Collection<Lease<T>> leases, String reason) {
    return settleAll(leases, () -> retry(null, reason), queue().durability());
  }

  @Override
  default CompletionStage<List<Settled>> retryAll(
      Collection<Lease<T>> leases, Duration delay, String reason) {
    return settleAll(leases, () -> retry(Limits.delayMillis(delay), reason), queue().durability());
  }

  private static Function<LeaseToken, Settlement> retry(@Nullable Long delayMillis, String reason) {
    Limits.given("reason", reason);
    return token -> new Settlement.Retry(token, delayMillis, null, reason);
  }

  @Override
  default CompletionStage<List<Settled>> buryAll(Collection<Lease<T>> leases, String reason) {
    return settleAll(
        leases,
        () -> {
          Limits.given("reason", reason);
          return token -> new Settlement.Bury(token, null, reason);
        },
        queue().durability());
  }

  @Override
  default CompletionStage<List<Settled>> extendAll(Collection<Lease<T>> leases, Duration by) {
    return settleAll(
        leases,
        () -> {
          long millis = Limits.leaseMillis("extendBy", by);
          return token -> new Settlement.Extend(token, millis);
        },
        Durability.NONE);
  }

  @Override
  default CompletionStage<List<Settled>> releaseAll(Collection<Lease<T>> leases) {
    return settleAll(leases, () -> Settlement.Release::new, Durability.NONE);
  }

  @Override
  default CompletionStage<List<Settled>> releaseAll(Collection<Lease<T>> leases, Duration delay) {
    return settleAll(
        leases,
        () -> {
          long delayMillis = Limits.delayMillis(delay);
          return token -> new Settlement.Release(token, delayMillis);
        },
        Durability.NONE);
  }

  /** Settles each lease; {@code settlement} checks the other arguments. */
  private CompletionStage<List<Settled>> settleAll(
      Collection<Lease<T>> leases,
      Supplier<Function<LeaseToken, Settlement>> settlement,
      Durability asked) {
    return queue().answer(() -> settleAll(leases, settlement.get(), asked));
  }

  private CompletableFuture<List<Settled>> settleAll(
      Collection<Lease<T>> leases, Function<LeaseToken, Settlement> settlement, Durability asked) {
    if (Limits.given("leases", leases).size() > Limits.MAX_BATCH) {
      throw new InvalidRequestException(
          "leases", leases.size() + " leases", "at most " + Limits.MAX_BATCH);
    }
    return Calls.<Lease<T>, Settled>sound(
            leases.stream().toList(),
            lease -> mine(lease) == null ? Settled.of(SettleOutcome.REFUSED) : null,
            some -> settleMine(some, settlement, asked))
        .toCompletableFuture();
  }

  private CompletableFuture<List<Settled>> settleMine(
      List<Lease<T>> leases, Function<LeaseToken, Settlement> settlement, Durability asked) {
    List<ClaimedLease<T>> all = leases.stream().map(this::mine).filter(Objects::nonNull).toList();
    List<Settlement> settlements =
        all.stream().map(lease -> settlement.apply(lease.claimed().lease())).toList();
    return queue().calls().settle(settlements, asked).thenApply(results -> learned(all, results));
  }

  private @Nullable ClaimedLease<T> mine(@Nullable Lease<T> lease) {
    return lease instanceof ClaimedLease<T> mine && mine.queue().equals(queue().name())
        ? mine
        : null;
  }

  private List<Settled> learned(List<ClaimedLease<T>> leases, List<Settled> results) {
    List<Settled> answers = new ArrayList<>(leases.size());
    for (int i = 0; i < leases.size(); i++) {
      answers.add(leases.get(i).learn(results.get(i)));
    }
    return List.copyOf(answers);
  }
}
