package io.duetime.internal.local;

import io.duetime.Durability;
import io.duetime.Settled;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Settlement;
import io.duetime.internal.engine.Calls;
import io.duetime.internal.kernel.QueueKernel;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Claims and settles jobs of an engine in this process. */
final class LocalClaimer {
  private final LocalStore store;

  LocalClaimer(LocalStore store) {
    this.store = store;
  }

  CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    return store.writeIfThere(
        queue, nothing(), Durability.NONE, (kernel, now) -> kernel.claim(request, now));
  }

  /** A claim creates no queue; the first job of one wakes those that wait for it. */
  private ClaimResult nothing() {
    return new ClaimResult(List.of(), store.now(), ClaimResult.NEVER);
  }

  CompletionStage<ClaimResult> claimById(String queue, List<String> ids, ClaimRequest request) {
    return store.writeIfThere(
        queue, nothing(), Durability.NONE, (kernel, now) -> kernel.claimById(ids, request, now));
  }

  CompletionStage<List<Settled>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    Durability.Reached reached = store.reached(durability);
    return Steps.each(settlements, durability, (some, as) -> settleSome(queue, some, as, reached));
  }

  private CompletionStage<List<Settled>> settleSome(
      String queue,
      List<? extends Settlement> settlements,
      Durability durability,
      Durability.Reached reached) {
    return store.writeIfThere(
        queue,
        Calls.each(settlements, settlement -> Settled.LOST.reached(reached)),
        durability,
        (kernel, now) ->
            Calls.each(
                settlements,
                settlement -> settleOne(kernel, queue, settlement, now).reached(reached)));
  }

  private static Settled settleOne(
      QueueKernel kernel, String queue, Settlement settlement, long now) {
    return settlement.lease().queue().equals(queue) ? kernel.settle(settlement, now) : Settled.LOST;
  }
}
