package io.duetime.kernel;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Durability;
import io.duetime.RescheduleOutcome;
import io.duetime.Rescheduled;
import io.duetime.engine.Reschedule;
import io.duetime.engine.support.Requests;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.Placement;
import io.duetime.kernel.job.Status;
import io.duetime.kernel.job.Status.JobLease;
import io.duetime.kernel.state.QueueState;
import java.time.Instant;

/** Cancels, reschedules and redrives single jobs. */
final class SingleJobChanger {
  private final QueueState state;
  private final JobEnder ender;

  SingleJobChanger(QueueState state, JobEnder ender) {
    this.state = state;
    this.ender = ender;
  }

  Cancelled cancel(String id, Durability.Reached reached, long now) {
    return new Cancelled(id, cancel(id, now), reached, null);
  }

  private CancelOutcome cancel(String id, long now) {
    JobHead head = ender.current(id, now);
    if (head == null) {
      return CancelOutcome.UNKNOWN;
    }
    return switch (head.stage()) {
      case WAITING -> {
        ender.cancelled(head, now);
        yield CancelOutcome.CANCELLED;
      }
      case LEASED -> {
        mark(head);
        yield CancelOutcome.RUNNING;
      }
      case DEAD -> CancelOutcome.DEAD;
      case DONE -> CancelOutcome.DONE;
      case CANCELLED -> CancelOutcome.CANCELLED;
    };
  }

  private void mark(JobHead head) {
    JobLease lease = head.leaseOrThrow();
    if (lease.cancelled() && head.successor() == null) {
      return;
    }
    JobHead marked = head.with(Status.leased(lease.ofCancelled()));
    state.table().update(head, marked.with(head.requests().withoutSuccessor()));
  }

  Rescheduled reschedule(Reschedule change, Durability.Reached reached, long now) {
    JobHead head = ender.current(change.id(), now);
    if (head == null) {
      return Rescheduled.of(change.id(), RescheduleOutcome.UNKNOWN, null).reached(reached);
    }
    if (head.stage() == Stage.WAITING) {
      return moveIf(change, head, now).reached(reached);
    }
    RescheduleOutcome refused =
        switch (head.stage()) {
          case WAITING, LEASED -> RescheduleOutcome.RUNNING;
          case DEAD -> RescheduleOutcome.DEAD;
          case DONE -> RescheduleOutcome.DONE;
          case CANCELLED -> RescheduleOutcome.CANCELLED;
        };
    return Rescheduled.of(change.id(), refused, null).reached(reached);
  }

  private Rescheduled moveIf(Reschedule change, JobHead head, long now) {
    long dueAt = change.due().resolve(now);
    long most = Requests.TooFarAhead.mostMillis(state.settings());
    if (dueAt - now > most) {
      return Rescheduled.refused(change.id(), Requests.TooFarAhead.of(change.due(), most));
    }
    if (!change.only().holds(head.dueAt(), dueAt)) {
      return result(change, RescheduleOutcome.NOT_MET, head.dueAt());
    }
    move(head, dueAt, now);
    return result(change, RescheduleOutcome.RESCHEDULED, dueAt);
  }

  /** Makes a waiting job due at another moment and resets its attempts. */
  void move(JobHead head, long dueAt, long now) {
    state.table().update(head, moved(head, dueAt, now));
    state.wakeUp().mayComeAt(dueAt);
  }

  /** Gives a waiting job another place; its attempts stay. */
  void place(JobHead head, Placement placement) {
    state.table().update(head, head.with(placement));
    state.wakeUp().mayComeAt(placement.dueAt());
  }

  /** Makes a dead job due again, without expiry. */
  void redrive(JobHead head, long dueAt, long now) {
    JobHead.Terms terms = head.terms();
    JobHead.Terms lasting =
        new JobHead.Terms(terms.tags(), terms.retry(), null, terms.retentionMillis());
    state.table().update(head, moved(head, dueAt, now).with(lasting));
    state.wakeUp().mayComeAt(dueAt);
  }

  private static JobHead moved(JobHead head, long dueAt, long now) {
    return head.with(head.placement().movedTo(dueAt, now)).with(head.progress().waiting(0));
  }

  private static Rescheduled result(Reschedule change, RescheduleOutcome outcome, long dueAt) {
    return Rescheduled.of(change.id(), outcome, Instant.ofEpochMilli(dueAt));
  }
}
