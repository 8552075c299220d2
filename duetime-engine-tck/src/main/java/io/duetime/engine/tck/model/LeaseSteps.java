package io.duetime.engine.tck.model;

import io.duetime.Settled;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps that take and settle leases. */
final class LeaseSteps {
  private LeaseSteps() {}

  /** Claims what is due, or ahead of that. */
  record Claim(int max, long leaseMillis, @Nullable Long aheadMillis) implements Step {
    @Override
    public void on(Comparison comparison) {
      ClaimRequest request = ClaimRequest.of(max, leaseMillis);
      long before = comparison.model.now + 1;
      if (aheadMillis != null) {
        before = comparison.model.now + aheadMillis;
        request = request.dueBefore(before);
      }
      ClaimResult result = comparison.engine.claim(request);
      compare(comparison, result, comparison.claims.claim(max, leaseMillis, before));
    }
  }

  /** Claims particular jobs. */
  record ClaimById(List<String> ids, int max, long leaseMillis) implements Step {
    @Override
    public void on(Comparison comparison) {
      ClaimRequest request = ClaimRequest.of(max, leaseMillis);
      ClaimResult result =
          Answers.of(comparison.engine.engine().claimById(comparison.engine.name(), ids, request));
      compare(comparison, result, comparison.claims.claimById(ids, max, leaseMillis));
    }
  }

  private static void compare(Comparison comparison, ClaimResult result, List<ModelJob> taken) {
    Step.same(
        "claim",
        result.jobs().stream().map(LeaseSteps::shown).toList(),
        taken.stream().map(LeaseSteps::shown).toList());
    Step.same("now", result.nowMillis(), comparison.model.now);
    Step.same(
        "when to come back",
        Math.max(result.comeBackAtMillis(), comparison.model.now),
        comparison.claims.comeBackAt());
    comparison.hold(result.jobs().stream().map(ClaimedJob::lease).toList(), taken);
  }

  private static String shown(ClaimedJob job) {
    return List.of(
            job.lease().id(),
            Jobs.text(job.body()),
            job.priority(),
            job.times().dueAt(),
            job.times().firstDueAt(),
            job.times().scheduledAt(),
            job.run().attempt(),
            job.run().maxAttempts(),
            job.run().leaseUntilMillis(),
            job.run().mayHaveArrived())
        .toString();
  }

  private static String shown(ModelJob job) {
    return List.of(
            job.id(),
            job.wish.payload(),
            job.priority,
            job.dueAt,
            job.firstDueAt,
            job.scheduledAt,
            job.attempt,
            job.wish.retry().maxAttempts(),
            job.leasedUntil,
            job.mayHaveArrived)
        .toString();
  }

  /**
   * Settles one of the leases given out so far, late ones and those settled before included.
   *
   * @param back which one, counted from the latest
   */
  record Settle(int back, SettleKind kind, @Nullable Long delay) implements Step {
    @Override
    public void on(Comparison comparison) {
      if (back >= comparison.held.size()) {
        return;
      }
      Comparison.Held held = comparison.held.get(comparison.held.size() - 1 - back);
      LeaseToken token = held.token();
      Settled result = comparison.engine.settle(kind.of(token, delay));
      Step.same(
          "settle", shown(result), comparison.claims.settle(token.id(), held.claim(), kind, delay));
    }

    private static String shown(Settled result) {
      return result.outcome()
          + (result.until() == null ? "" : " " + Answers.millis(result.until()))
          + (result.cancelRequested() ? " cancel requested" : "");
    }
  }
}
