package io.duetime.engine.tck.history;

import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.Violation.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What must hold of the leases of one job. */
final class LeaseRules {
  private final long skew;
  private final Violation.Report report;

  LeaseRules(long skewMillis, Violation.Report report) {
    this.skew = skewMillis;
    this.report = report;
  }

  void check(JobKey key, JobHistory job) {
    List<Event> claims = job.claims();
    for (int i = 0; i < claims.size(); i++) {
      Event claim = claims.get(i);
      settledInTime(key, job, claim);
      if (i > 0) {
        oneLease(key, job, claims.get(i - 1), claim);
      }
      for (Event later : claims.subList(i + 1, claims.size())) {
        fencesGrow(key, claim, later);
        refusedOnceLost(key, job, claim, later);
      }
      refusedWithReason(key, job, claim, i + 1 < claims.size() ? claims.get(i + 1) : null);
    }
  }

  private void oneLease(JobKey key, JobHistory job, Event first, Event second) {
    long deadline = job.deadline(first);
    long settled =
        job.endsOf(first.held().fence())
            .mapToLong(event -> event.span().startMillis())
            .min()
            .orElse(Long.MAX_VALUE);
    long taken = second.held().nowMillis();
    if (taken + skew < Math.min(deadline, settled)) {
      report.add(
          Rule.ONE_LEASE,
          key,
          "claimed at " + taken + " while the lease until " + deadline + " was in force");
    }
  }

  // Ordered by fence: the later one must not have been over before the earlier one began.
  private void fencesGrow(JobKey key, Event lower, Event higher) {
    boolean reversed = higher.span().overBy(skew) < lower.span().startMillis();
    if (reversed || lower.held().fence() == higher.held().fence()) {
      report.add(
          Rule.FENCES_GROW,
          key,
          "fence " + higher.held().fence() + " came before " + lower.held().fence());
    }
  }

  private void refusedOnceLost(JobKey key, JobHistory job, Event lost, Event later) {
    job.settlementsOf(lost.held().fence())
        .filter(event -> !event.isUnknown() && !event.answered("LEASE_LOST", "FAILED"))
        .filter(event -> event.span().startMillis() > later.span().overBy(skew))
        .filter(event -> later.held().fence() > lost.held().fence())
        .forEach(event ->
            report.add(
                Rule.LOST_LEASES_REFUSED,
                key,
                event.outcome()
                    + " at "
                    + event.span().startMillis()
                    + " with fence "
                    + lost.held().fence()
                    + " after a claim with "
                    + later.held().fence()));
  }

  private void settledInTime(JobKey key, JobHistory job, Event claim) {
    long deadline = job.deadline(claim);
    boolean extensionUnknown =
        job.settlementsOf(claim.held().fence())
            .anyMatch(event -> event.kind() == Kind.EXTEND && event.isUnknown());
    if (extensionUnknown) {
      return;
    }
    job.endsOf(claim.held().fence())
        .filter(event -> !event.isUnknown() && event.span().startMillis() >= deadline + skew)
        .forEach(event ->
            report.add(
                Rule.DEADLINES_HOLD,
                key,
                event.outcome()
                    + " at "
                    + event.span().startMillis()
                    + " though the lease ended at "
                    + deadline));
  }

  private void refusedWithReason(JobKey key, JobHistory job, Event claim, @Nullable Event next) {
    long fence = claim.held().fence();
    job.settlementsOf(fence)
        .filter(event -> event.answered("LEASE_LOST"))
        .filter(event -> event.span().overBy(skew) < claim.held().untilMillis())
        .filter(event -> next == null || next.held().nowMillis() > event.span().overBy(skew))
        .filter(event -> !endedBefore(job, fence, event))
        .forEach(event ->
            report.add(
                Rule.LEASES_HOLD,
                key,
                event.kind()
                    + " was refused at "
                    + event.span().endMillis()
                    + " though the lease lasted until "
                    + claim.held().untilMillis()));
  }

  private static boolean endedBefore(JobHistory job, long fence, Event refused) {
    return job.endsOf(fence)
        .anyMatch(event -> event.span().startMillis() <= refused.span().endMillis());
  }
}
