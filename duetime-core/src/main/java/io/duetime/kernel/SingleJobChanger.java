package io.duetime.kernel;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Durability;
import io.duetime.Expiry;
import io.duetime.InvalidRequestException;
import io.duetime.JobChange;
import io.duetime.Limits;
import io.duetime.RescheduleOutcome;
import io.duetime.Rescheduled;
import io.duetime.UpdateOutcome;
import io.duetime.Updated;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobUpdate;
import io.duetime.engine.Reschedule;
import io.duetime.engine.support.Requests;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.Placement;
import io.duetime.kernel.job.Status;
import io.duetime.kernel.job.Status.JobLease;
import io.duetime.kernel.state.QueueState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Cancels, reschedules, updates and redrives single jobs. */
record SingleJobChanger(QueueState state, JobEnder ender, TickScheduler ticks) {
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
    state.wakeUp().cancelRequested();
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

  /**
   * Makes a dead job due again, without expiry; it carries the task that does so, if there is one.
   */
  void redrive(JobHead head, long dueAt, @Nullable String task, long now) {
    JobHead.Terms terms = head.terms();
    JobHead.Terms lasting =
        new JobHead.Terms(terms.tags(), terms.retry(), null, terms.retentionMillis());
    JobHead again = moved(head, dueAt, now).with(lasting);
    state.table().update(head, again.with(head.progress().redriven(task)));
    ticks.begun(head.id(), now);
    state.wakeUp().mayComeAt(dueAt);
  }

  private static JobHead moved(JobHead head, long dueAt, long now) {
    return head.with(head.placement().movedTo(dueAt, now)).with(head.progress().waiting(0));
  }

  Updated update(JobUpdate update, Durability.Reached reached, long now) {
    JobHead head = ender.current(update.id(), now);
    if (head == null) {
      return Updated.of(update.id(), UpdateOutcome.UNKNOWN).reached(reached);
    }
    UpdateOutcome kept =
        switch (head.stage()) {
          case WAITING -> null;
          case LEASED -> UpdateOutcome.RUNNING;
          case DEAD -> update.change().isOnlyWaiting() ? UpdateOutcome.DEAD : null;
          case DONE -> UpdateOutcome.DONE;
          case CANCELLED -> UpdateOutcome.CANCELLED;
        };
    return (kept == null ? updateInPlace(update, head, now) : Updated.of(update.id(), kept))
        .reached(reached);
  }

  private Updated updateInPlace(JobUpdate update, JobHead head, long now) {
    JobHead updated = updated(head, update.change());
    InvalidRequestException unfit = unfit(update.change(), updated, now);
    if (unfit != null) {
      return Updated.refused(update.id(), unfit);
    }
    if (!update.changesBody()) {
      put(head, updated);
      return Updated.of(update.id(), UpdateOutcome.UPDATED);
    }
    JobBody before = state.table().body(head);
    if (before == null) {
      state.table().setAside(head);
      return Updated.of(update.id(), UpdateOutcome.UNKNOWN);
    }
    // A table takes a body with a job that waits.
    JobHead waiting = updated.with(Status.WAITING);
    state.table().replace(head, waiting, update.bodyOf(before));
    put(waiting, updated);
    return Updated.of(update.id(), UpdateOutcome.UPDATED);
  }

  private static @Nullable InvalidRequestException unfit(
      JobChange<JobBody> change, JobHead updated, long now) {
    if (updated.tags().size() > Limits.MAX_TAGS) {
      return Requests.Unfit.tags(updated.tags().size());
    }
    return change
        .expiry()
        .filter(asked -> updated.isExpiredAt(now))
        .map(Requests.Unfit::expired)
        .orElse(null);
  }

  /** Gives a job new values in its place; answers whether they fit. */
  boolean update(JobHead head, JobChange<JobBody> change, long now) {
    JobHead updated = updated(head, change);
    if (unfit(change, updated, now) != null) {
      return false;
    }
    put(head, updated);
    return true;
  }

  private void put(JobHead before, JobHead updated) {
    if (!updated.equals(before)) {
      state.table().update(before, updated);
    }
    if (updated.stage() == Stage.WAITING && updated.terms().expiry() != null) {
      state.maintenance().expiresAt(updated.expiresAt());
    }
  }

  private static JobHead updated(JobHead head, JobChange<JobBody> change) {
    JobHead.Terms terms = head.terms();
    Expiry kept = change.isWithoutExpiry() ? null : terms.expiry();
    return head.with(
            new JobHead.Terms(
                change.tagsOf(terms.tags()),
                change.retry().orElse(terms.retry()),
                change.expiry().orElse(kept),
                terms.retentionMillis()))
        .with(head.placement().withPriority(change.priority().orElse(head.priority())));
  }

  private static Rescheduled result(Reschedule change, RescheduleOutcome outcome, long dueAt) {
    return Rescheduled.of(change.id(), outcome, Instant.ofEpochMilli(dueAt));
  }
}
