package io.duetime.runtime.claim;

import io.duetime.AsyncQueue;
import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.Lease;
import io.duetime.Limits;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.Settled;
import io.duetime.engine.Settlement;
import io.duetime.engine.support.Calls;
import io.duetime.runtime.call.QueueContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Settles leases of one queue in batches. */
public interface LeaseSettler<T> extends AsyncQueue<T> {
  /** The queue. */
  QueueContext queue();

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
