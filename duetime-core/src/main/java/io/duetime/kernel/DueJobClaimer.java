package io.duetime.kernel;

import io.duetime.Limits;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobBody;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.ShardId;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.kernel.job.Status.JobLease;
import io.duetime.kernel.state.EventCounts.Event;
import io.duetime.kernel.state.JobTable;
import io.duetime.kernel.state.QueueState;
import java.util.ArrayList;
import java.util.List;

/** Claims due jobs, in order and within the limits, and tells when to claim again. */
record DueJobClaimer(QueueState state, JobEnder ender, TickScheduler ticks) {
  private static final int LOSSES_PER_CLAIM = 1_000;
  private static final int EXPIRED_PER_CLAIM = 1_000;

  /** Few, since a table may read whole records for them. */
  private static final int IDS_AT_ONCE = 16;

  ClaimResult claim(ClaimRequest request, long now) {
    ender.settleLosses(now, LOSSES_PER_CLAIM);
    ticks.tickIfDue(now);
    int permits = state.limiter().permits(request.max(), now);
    long before = request.dueBeforeMillis() == null ? now + 1 : request.dueBeforeMillis();
    ClaimRound round = new ClaimRound(request, now, permits);
    while (round.hasRoom() && claimDue(round, before)) {
      // Each pass claims the due jobs of one look at the table that have not expired.
    }
    state.limiter().claimed(round.jobs.size());
    long comeBackAt = comeBackAt(now);
    state.wakeUp().told(comeBackAt, state.limiter().nextPermitAt(now));
    return new ClaimResult(round.jobs, now, comeBackAt);
  }

  /** Claims particular jobs in any state except RUNNING. */
  ClaimResult claimById(List<String> ids, ClaimRequest request, long now) {
    ticks.tickIfDue(now);
    ClaimRound round = new ClaimRound(request, now, request.max());
    // What is left behind the bytes of a claim is not even read.
    for (int i = 0; i < ids.size() && round.bytesLeft > 0; i += IDS_AT_ONCE) {
      claimSome(round, ids.subList(i, Math.min(ids.size(), i + IDS_AT_ONCE)));
    }
    // No limit applies, but the jobs count: later claims wait for them.
    state.limiter().claimed(round.jobs.size());
    return new ClaimResult(round.jobs, now, comeBackAt(now));
  }

  private void claimSome(ClaimRound round, List<String> ids) {
    state.table().expect(ids);
    for (String id : ids) {
      JobHead head = ender.current(id, round.now);
      if (head != null && round.hasRoom()) {
        claimOne(round, head);
      }
    }
  }

  private void claimOne(ClaimRound round, JobHead head) {
    if (head.stage() == Stage.DEAD) {
      leaseIfSound(round, head.with(head.progress().waiting(0)), head);
    } else if (head.stage() == Stage.WAITING && !endsUnrun(head, round.now + 1, round.now)) {
      leaseIfSound(round, head, head);
    }
  }

  private boolean endsUnrun(JobHead head, long before, long now) {
    return ender.expireIfDue(head, now)
        || ticks.withdrawIfMissed(head, now)
        || ticks.keepBack(head, before, now);
  }

  private void leaseIfSound(ClaimRound round, JobHead fresh, JobHead stored) {
    JobBody body = state.table().body(stored);
    if (body == null) {
      state.table().setAside(stored);
    } else {
      lease(round, new WholeJob(fresh, body), stored);
    }
  }

  private boolean claimDue(ClaimRound round, long before) {
    List<WholeJob> due = state.table().due(round.now, before, round.room(), round.bytesLeft);
    for (WholeJob job : due) {
      if (endsUnrun(job.head(), before, round.now)) {
        round.expired++;
      } else {
        lease(round, job, job.head());
      }
    }
    return !due.isEmpty();
  }

  private void lease(ClaimRound round, WholeJob job, JobHead stored) {
    if (round.fence == 0) {
      round.fence = state.fences().next(round.now);
    }
    JobHead head = job.head();
    ClaimRequest request = round.request;
    long deadline = round.now + request.leaseMillis();
    JobHead leased =
        head.with(
            head.progress()
                .claimed(
                    new JobLease(request.consumer(), round.now, deadline, false), round.fence));
    state.table().update(stored, leased);
    ticks.begun(leased.id(), round.now);
    state.maintenance().notAfter(deadline);
    state.events().add(Event.CLAIMED);
    state.observed().lateness().ran(round.now, head.dueAt());
    round.add(claimed(leased, job), job.body().payload().length);
  }

  private ClaimedJob claimed(JobHead leased, WholeJob job) {
    return new WholeJob(leased, job.body())
        .claimed(new LeaseToken(state.queue(), ShardId.ONLY, leased.id(), leased.fence()));
  }

  /** When there may be something to claim, seen from now. */
  private long comeBackAt(long now) {
    long lease = state.table().leased().next();
    long due = state.table().nextDue();
    long next = Math.min(due, lease);
    return next == JobTable.NEVER ? next : Math.max(next, state.limiter().nextPermitAt(now));
  }

  private static final class ClaimRound {
    final ClaimRequest request;
    final long now;
    final int permits;
    final List<ClaimedJob> jobs = new ArrayList<>();
    long bytesLeft = Limits.MAX_CLAIM_BYTES;
    long fence;
    int expired;

    ClaimRound(ClaimRequest request, long now, int permits) {
      this.request = request;
      this.now = now;
      this.permits = permits;
    }

    boolean hasRoom() {
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
