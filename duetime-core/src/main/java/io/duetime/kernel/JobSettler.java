package io.duetime.kernel;

import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.Settled;
import io.duetime.engine.AttemptRecord.Outcome;
import io.duetime.engine.JobView;
import io.duetime.engine.Settlement;
import io.duetime.engine.support.Requests;
import io.duetime.kernel.JobEnder.Failure;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Successor;
import io.duetime.kernel.job.Progress;
import io.duetime.kernel.job.Status;
import io.duetime.kernel.job.Status.JobLease;
import io.duetime.kernel.state.QueueState;
import org.jspecify.annotations.Nullable;

/** Settles leases; a lease past its deadline is refused. */
record JobSettler(QueueState state, JobEnder ender) {
  Settled settle(Settlement settlement, long now) {
    JobHead head = state.table().find(settlement.lease().id());
    if (head == null || !holds(settlement, head, now)) {
      return Settled.LOST;
    }
    boolean wasFull = state.limiter().isFull();
    Settled result = apply(settlement.request(), head, now);
    if (wasFull && !state.limiter().isFull()) {
      state.wakeUp().unlimited();
      state.wakeUp().mayComeAt(state.table().nextDue());
    }
    return result;
  }

  private static boolean holds(Settlement settlement, JobHead head, long now) {
    JobLease lease = head.lease();
    return lease != null && now < lease.deadline() && head.fence() == settlement.lease().fence();
  }

  private Settled apply(SettleRequest request, JobHead head, long now) {
    return switch (request.verb()) {
      case ACK -> {
        ender.succeed(head, now, ((SettleRequest.Ack) request).message());
        yield Settled.of(SettleOutcome.ACKED);
      }
      case RETRY -> retry((SettleRequest.Retry) request, head, now);
      case BURY ->
          ender.fail(
              withPriority(head, request.priority()),
              Failure.of(Outcome.BURIED, now, request.reason(), request.isUnconfirmed()),
              now);
      case EXTEND -> extend((SettleRequest.Extend) request, head, now);
      case RELEASE -> release((SettleRequest.Release) request, head, now);
    };
  }

  private Settled retry(SettleRequest.Retry retry, JobHead head, long now) {
    return ender.fail(
        withPriority(head, retry.priority()),
        new Failure(
            Outcome.FAILED,
            now,
            retry.reason(),
            retry.delayMillis(),
            retry.isEarly(),
            retry.isUnconfirmed()),
        now);
  }

  private JobHead withPriority(JobHead head, @Nullable Long priority) {
    if (priority == null || priority == head.priority()) {
      return head;
    }
    JobHead changed = head.with(head.placement().withPriority(priority));
    state.table().update(head, changed);
    return changed;
  }

  private Settled extend(SettleRequest.Extend extend, JobHead head, long now) {
    JobLease lease = head.leaseOrThrow();
    JobLease extended = lease.extendedTo(Math.max(lease.deadline(), now + extend.extendByMillis()));
    String note = extend.note();
    if (note != null) {
      extended = extended.with(new JobView.Note(note, now));
    }
    if (!extended.equals(lease)) {
      state.table().update(head, head.with(Status.leased(extended)));
    }
    return Settled.extended(extended.deadline(), lease.cancelled());
  }

  private Settled release(SettleRequest.Release release, JobHead head, long now) {
    state.wakeUp().unlimited();
    if (state.limiter().released()) {
      state.wakeUp().mayComeAt(state.table().nextDue());
    }
    String interruption = release.interruption();
    if (interruption != null) {
      return interrupted(head, release, interruption, now);
    }
    Successor successor = head.successor();
    if (successor != null) {
      return ender.succeedReleased(head, successor);
    }
    if (head.isMarkedCancelled()) {
      ender.cancelled(head, now);
      return Settled.of(SettleOutcome.CANCELLED);
    }
    // A job that was not begun is as it was.
    int interruptions = release.delayMillis() == null ? head.interruptions() : 0;
    Progress progress =
        head.progress()
            .waiting(head.attempt() - 1, interruptions)
            .mayHaveArrived(release.isUnconfirmed());
    return released(head, progress, release.delayMillis(), now);
  }

  private Settled interrupted(
      JobHead head, SettleRequest.Release release, String interruption, long now) {
    Long delay = release.delayMillis();
    Failure failure =
        new Failure(Outcome.INTERRUPTED, now, interruption, delay, false, release.isUnconfirmed());
    boolean counts = head.interruptions() >= SettleRequest.Release.FREE_INTERRUPTIONS;
    return counts || head.successor() != null || head.isMarkedCancelled()
        ? ender.fail(head, failure, now)
        : released(head, ender.interrupted(head, failure), delay, now);
  }

  private Settled released(JobHead head, Progress progress, @Nullable Long delay, long now) {
    JobHead released = head.with(progress);
    if (delay != null) {
      long dueAt = now + Math.min(delay, Requests.TooFarAhead.mostMillis(state.settings()));
      released = released.with(head.placement().retriedAt(dueAt, now));
    }
    state.table().update(head, released);
    state.wakeUp().mayComeAt(released.dueAt());
    return Settled.of(SettleOutcome.RELEASED, released.dueAt());
  }
}
