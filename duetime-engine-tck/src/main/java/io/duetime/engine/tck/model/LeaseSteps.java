package io.duetime.engine.tck.model;

import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.SettleResult;
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
    public void on(World world) {
      ClaimRequest request = ClaimRequest.of(max, leaseMillis);
      long before = world.model.now + 1;
      if (aheadMillis != null) {
        before = world.model.now + aheadMillis;
        request = request.dueBefore(before);
      }
      ClaimResult result = world.engine.claim(request);
      compare(world, result, world.claims.claim(max, leaseMillis, before));
    }
  }

  /** Claims particular jobs. */
  record ClaimById(List<String> ids, int max, long leaseMillis) implements Step {
    @Override
    public void on(World world) {
      ClaimRequest request = ClaimRequest.of(max, leaseMillis);
      ClaimResult result =
          Answers.of(world.engine.engine().claimById(world.engine.name(), ids, request));
      compare(world, result, world.claims.claimById(ids, max, leaseMillis));
    }
  }

  private static void compare(World world, ClaimResult result, List<ModelJob> taken) {
    Step.same(
        "claim",
        result.jobs().stream().map(LeaseSteps::shown).toList(),
        taken.stream().map(LeaseSteps::shown).toList());
    Step.same("now", result.nowMillis(), world.model.now);
    Step.same(
        "when to come back",
        Math.max(result.comeBackAtMillis(), world.model.now),
        world.claims.comeBackAt());
    world.hold(result.jobs().stream().map(ClaimedJob::lease).toList(), taken);
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
            job.run().leaseUntilMillis())
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
            job.leasedUntil)
        .toString();
  }

  /**
   * Settles one of the leases given out so far, late ones and those settled before included.
   *
   * @param back which one, counted from the latest
   */
  record Settle(int back, SettleKind kind, @Nullable Long delay) implements Step {
    @Override
    public void on(World world) {
      if (back >= world.held.size()) {
        return;
      }
      World.Held held = world.held.get(world.held.size() - 1 - back);
      LeaseToken token = held.token();
      SettleResult result = world.engine.settle(kind.of(token, delay));
      Step.same(
          "settle", shown(result), world.claims.settle(token.id(), held.claim(), kind, delay));
    }

    private static String shown(SettleResult result) {
      return result.outcome()
          + (result.untilMillis() == 0 ? "" : " " + result.untilMillis())
          + (result.cancelRequested() ? " cancel requested" : "");
    }
  }
}
