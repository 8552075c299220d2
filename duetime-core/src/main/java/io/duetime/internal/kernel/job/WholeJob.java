package io.duetime.internal.kernel.job;

import io.duetime.JobState;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobView;
import io.duetime.engine.LeaseToken;

/** A job as a table keeps it: what the kernel works with, and what it only hands on. */
public record WholeJob(JobHead head, JobBody body) {
  /** The job as the consumer gets it that has its lease. */
  public ClaimedJob claimed(LeaseToken lease) {
    return new ClaimedJob(
        lease,
        body,
        times(),
        head.priority(),
        new ClaimedJob.Run(
            head.attempt(),
            head.terms().retry().maxAttempts(),
            head.leaseOrThrow().deadline(),
            head.mayHaveArrived()));
  }

  private ClaimedJob.Times times() {
    return new ClaimedJob.Times(head.dueAt(), head.firstDueAt(), head.scheduledAt());
  }

  /** The job as callers see it at a moment. */
  public JobView viewAt(long now) {
    JobLease lease = head.lease();
    JobState current = head.stateAt(now);
    return new JobView(
        head.id(),
        current,
        body,
        times(),
        new JobView.Traits(
            head.priority(),
            head.terms().tags(),
            head.attempt(),
            head.terms().retry().maxAttempts(),
            head.fence(),
            head.mayHaveArrived()),
        lease == null || current != JobState.RUNNING ? null : lease.view(),
        head.end(),
        head.history(),
        head.successor() == null ? null : head.successor().head().dueAt());
  }
}
