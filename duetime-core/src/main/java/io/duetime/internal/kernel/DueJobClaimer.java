package io.duetime.internal.kernel;

import io.duetime.Limits;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobBody;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.ShardId;
import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.job.JobHead.Stage;
import io.duetime.internal.kernel.job.JobLease;
import io.duetime.internal.kernel.job.WholeJob;
import io.duetime.internal.kernel.state.EventCounts.Event;
import io.duetime.internal.kernel.state.Fences;
import io.duetime.internal.kernel.state.JobTable;
import io.duetime.internal.kernel.state.LatenessHistory;
import io.duetime.internal.kernel.state.Limiter;
import io.duetime.internal.kernel.state.QueueState;
import java.util.ArrayList;
import java.util.List;

/** Takes due jobs, in order and within the limits, and says when to come back. */
final class DueJobClaimer {
  private static final int LOSSES_PER_CLAIM = 1_000;
  private static final int EXPIRED_PER_CLAIM = 1_000;

  private final QueueState state;
  private final JobEnder endings;
  private final Limiter limiter;
  private final Fences fences;
  private final LatenessHistory lateness;

  DueJobClaimer(
      QueueState state,
      JobEnder endings,
      Limiter limiter,
      Fences fences,
      LatenessHistory lateness) {
    this.state = state;
    this.endings = endings;
    this.limiter = limiter;
    this.fences = fences;
    this.lateness = lateness;
  }

  ClaimResult claim(ClaimRequest request, long now) {
    endings.settleLosses(now, LOSSES_PER_CLAIM);
    int permits = limiter.permits(request.max(), now);
    long before = request.dueBeforeMillis() == null ? now + 1 : request.dueBeforeMillis();
    Taking taking = new Taking(request, now, permits);
    while (taking.wantsMore() && take(taking, before)) {
      // Each round takes what one look at the table gave, less what had expired.
    }
    limiter.claimed(taking.jobs.size());
    long comeBackAt = comeBackAt(now);
    state.wakeUp().told(comeBackAt, limiter.nextPermitAt(now));
    return new ClaimResult(taking.jobs, now, comeBackAt);
  }

  /** Takes particular jobs from any state but RUNNING. */
  ClaimResult claimById(List<String> ids, ClaimRequest request, long now) {
    Taking taking = new Taking(request, now, request.max());
    for (String id : ids) {
      JobHead head = endings.current(id, now);
      if (head != null && taking.wantsMore()) {
        takeOne(taking, head);
      }
    }
    // No limit stops it, but what it takes counts: later claims wait for it.
    limiter.claimed(taking.jobs.size());
    return new ClaimResult(taking.jobs, now, comeBackAt(now));
  }

  private void takeOne(Taking taking, JobHead head) {
    if (head.stage() == Stage.DEAD) {
      leaseIfSound(taking, head.with(head.progress().waiting(0)), head);
    } else if (head.stage() == Stage.WAITING && head.isExpiredAt(taking.now)) {
      endings.expire(head, taking.now);
    } else if (head.stage() == Stage.WAITING) {
      leaseIfSound(taking, head, head);
    }
  }

  private void leaseIfSound(Taking taking, JobHead anew, JobHead stored) {
    JobBody body = state.table().body(stored);
    if (body == null) {
      state.table().setAside(stored);
    } else {
      lease(taking, new WholeJob(anew, body), stored);
    }
  }

  private boolean take(Taking taking, long before) {
    List<WholeJob> due = state.table().due(taking.now, before, taking.room(), taking.bytesLeft);
    for (WholeJob job : due) {
      if (job.head().isExpiredAt(taking.now)) {
        endings.expire(job.head(), taking.now);
        taking.expired++;
      } else {
        lease(taking, job, job.head());
      }
    }
    return !due.isEmpty();
  }

  private void lease(Taking taking, WholeJob job, JobHead stored) {
    if (taking.fence == 0) {
      taking.fence = fences.next(taking.now);
    }
    JobHead head = job.head();
    ClaimRequest request = taking.request;
    long deadline = taking.now + request.leaseMillis();
    JobHead leased =
        head.with(
            head.progress()
                .claimed(
                    new JobLease(request.consumer(), taking.now, deadline, false), taking.fence));
    state.table().update(stored, leased);
    state.maintenance().notAfter(deadline);
    state.events().add(Event.CLAIMED);
    lateness.ran(taking.now, head.dueAt());
    taking.add(claimed(leased, job), job.body().payload().length);
  }

  private ClaimedJob claimed(JobHead leased, WholeJob job) {
    return new ClaimedJob(
        new LeaseToken(state.queue(), ShardId.ONLY, leased.id(), leased.fence()),
        job.body(),
        new ClaimedJob.Times(leased.dueAt(), leased.firstDueAt(), leased.scheduledAt()),
        leased.priority(),
        new ClaimedJob.Run(
            leased.attempt(),
            leased.terms().retry().maxAttempts(),
            leased.leaseOrThrow().deadline()));
  }

  /** When there may be something to claim, seen from now. */
  private long comeBackAt(long now) {
    long lease = state.table().nextLeaseEnd();
    long due = state.table().nextDue();
    long next = Math.min(due, lease);
    return next == JobTable.NEVER ? next : Math.max(next, limiter.nextPermitAt(now));
  }

  private static final class Taking {
    final ClaimRequest request;
    final long now;
    final int permits;
    final List<ClaimedJob> jobs = new ArrayList<>();
    long bytesLeft = Limits.MAX_CLAIM_BYTES;
    long fence;
    int expired;

    Taking(ClaimRequest request, long now, int permits) {
      this.request = request;
      this.now = now;
      this.permits = permits;
    }

    boolean wantsMore() {
      return jobs.size() < permits && bytesLeft > 0 && expired < EXPIRED_PER_CLAIM;
    }

    int room() {
      return permits - jobs.size();
    }

    void add(ClaimedJob job, int bytes) {
      jobs.add(job);
      bytesLeft -= bytes;
    }
  }
}
