package io.duetime.kernel;

import io.duetime.Expiry;
import io.duetime.Limits;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.AttemptRecord.Outcome;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView.End;
import io.duetime.engine.support.Requests;
import io.duetime.kernel.job.DeadCopy;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.Successor;
import io.duetime.kernel.job.Progress;
import io.duetime.kernel.job.RequestLog;
import io.duetime.kernel.job.Status;
import io.duetime.kernel.job.Status.JobLease;
import io.duetime.kernel.state.EventCounts.Event;
import io.duetime.kernel.state.QueueState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends attempts and jobs: failure, loss of the lease, death, expiry, and what is remembered
 * afterwards.
 */
record JobEnder(QueueState state, DeadDropper dropper) {
  private static final String LOST = "the lease ended before the job was settled";

  /**
   * A failed attempt.
   *
   * @param delayMillis replaces the backoff of the retry policy; null keeps it
   * @param isEarly whether the job may be due before the due time that it had
   * @param mayHaveArrived whether it may have had its effect
   */
  record Failure(
      Outcome outcome,
      long endedAt,
      String reason,
      @Nullable Long delayMillis,
      boolean isEarly,
      boolean mayHaveArrived) {
    /** A failure after which the retry policy decides. */
    static Failure of(Outcome outcome, long endedAt, String reason, boolean mayHaveArrived) {
      return new Failure(outcome, endedAt, reason, null, false, mayHaveArrived);
    }
  }

  /** The job under an id, once what its lost lease leads to has been settled. */
  @Nullable JobHead current(String id, long now) {
    JobHead head = state.table().find(id);
    if (head != null && head.isLapsedAt(now)) {
      settleLoss(head, now);
      head = state.table().find(id);
    }
    // After the loss: the retention of a cancelled job counts from its deadline and may be over.
    if (head != null && state.isForgotten(head, now)) {
      forget(head);
      return null;
    }
    return head;
  }

  private void forget(JobHead head) {
    if (head.stage() == Stage.DEAD) {
      dropper.drop(head);
    } else {
      state.table().delete(head);
    }
  }

  /** Settles up to {@code max} lost leases and tells how many. */
  int settleLosses(long now, int max) {
    if (state.table().leased().next() > now) {
      return 0;
    }
    List<JobHead> lapsed = state.table().leased().upTo(now, max);
    lapsed.forEach(head -> settleLoss(head, now));
    return lapsed.size();
  }

  private void settleLoss(JobHead head, long now) {
    state.events().add(Event.LEASE_LOST);
    fail(head, Failure.of(Outcome.LEASE_LOST, head.leaseOrThrow().deadline(), LOST, true), now);
  }

  /** Ends an attempt that did not succeed, and decides what comes next. */
  Settled fail(JobHead head, Failure failure, long now) {
    state.observed().lateness().failed(now);
    Successor successor = head.successor();
    if (successor == null && head.isMarkedCancelled()) {
      cancelled(head, failure.endedAt());
      return Settled.of(SettleOutcome.CANCELLED);
    }
    state.countRedriven(head, false);
    if (successor != null) {
      return promote(head, successor, historyWith(head, failure));
    }
    if (failure.outcome() == Outcome.BURIED) {
      return die(head, failure, End.BURIED);
    }
    if (head.attempt() >= head.terms().retry().maxAttempts()) {
      return die(head, failure, End.EXHAUSTED);
    }
    return retry(head, failure);
  }

  private Settled retry(JobHead head, Failure failure) {
    long backoff =
        failure.delayMillis() != null
            ? failure.delayMillis()
            : head.terms().retry().delayMillis(head.id(), head.attempt());
    long after =
        failure.endedAt() + Math.min(backoff, Requests.TooFarAhead.mostMillis(state.settings()));
    long dueAt = failure.isEarly() ? after : Math.max(after, head.dueAt());
    JobHead again = head.with(head.placement().retriedAt(dueAt, failure.endedAt()));
    // An interruption that counts as an attempt is not the last in its row.
    int interruptions = failure.outcome() == Outcome.INTERRUPTED ? head.interruptions() + 1 : 0;
    Progress waiting = failed(head, failure).waiting(head.attempt(), interruptions);
    state.table().update(head, again.with(waiting));
    state.events().add(Event.RETRIED);
    state.wakeUp().mayComeAt(dueAt);
    return Settled.of(SettleOutcome.RETRYING, dueAt);
  }

  private Settled die(JobHead head, Failure failure, String reason) {
    Status status =
        Status.ended(Stage.DEAD, new End(failure.endedAt(), reason, failure.reason()), 0);
    die(head, ended(head.with(failed(head, failure)), status));
    return Settled.of(SettleOutcome.DEAD);
  }

  /** Ends a waiting job if it has expired; answers whether it has. */
  boolean expireIfDue(JobHead head, long now) {
    if (!head.isExpiredAt(now)) {
      return false;
    }
    expire(head, now);
    return true;
  }

  private void expire(JobHead head, long now) {
    state.events().add(Event.EXPIRED);
    state.countRedriven(head, false);
    Expiry expiry = head.terms().expiry();
    if (expiry == null || expiry.action() == Expiry.Action.DROP) {
      state.events().add(Event.DROPPED);
      state.table().delete(head);
      return;
    }
    End end = new End(now, End.EXPIRED, "expired before it ran");
    die(head, ended(head, Status.ended(Stage.DEAD, end, 0)));
  }

  private void die(JobHead head, JobHead dead) {
    String target = state.settings().deadCopyTo().orElse(null);
    if (target == null) {
      died(head, dead);
    } else {
      dieWithCopy(head, dead, target);
    }
  }

  // The body is read before anything is written; without it there is nothing to copy, nor to see.
  private void dieWithCopy(JobHead head, JobHead dead, String target) {
    JobBody body = state.table().body(head);
    if (body == null) {
      state.table().setAside(head);
      return;
    }
    state.table().queue().saveCopy(copyOf(dead, body, target));
    state.maintenance().notAfter(0);
    died(head, dead);
  }

  private void died(JobHead head, JobHead dead) {
    state.table().update(head, dead);
    state.events().add(Event.DIED);
    dropper.died(dead);
  }

  private DeadCopy copyOf(JobHead dead, JobBody body, String target) {
    String key = dead.fence() + "@" + dead.moment() + "@" + dead.id();
    String id = DeadCopy.id(state.queue(), dead.id(), dead.fence(), dead.moment());
    JobSpec copy =
        JobSpec.builder(id, body, DueTime.after(0)).mayHaveArrived(dead.mayHaveArrived()).build();
    return new DeadCopy(key, target, copy);
  }

  /** The successor, if there is one, takes over; otherwise the job is done. */
  void succeed(JobHead head, long now, String message) {
    state.events().add(Event.ACKED);
    state.countRedriven(head, true);
    state.observed().lateness().done(now);
    Successor successor = head.successor();
    if (successor != null) {
      promote(head, successor, head.history());
    } else {
      remember(head, Stage.DONE, new End(now, End.DONE, message));
    }
  }

  /** The progress of a job whose handler was interrupted, its attempt refunded. */
  Progress interrupted(JobHead head, Failure failure) {
    return failed(head, failure).waiting(head.attempt() - 1, head.interruptions() + 1);
  }

  /** The successor takes over from a job that was released. */
  Settled succeedReleased(JobHead head, Successor successor) {
    state.countRedriven(head, false);
    return promote(head, successor, head.history());
  }

  private Settled promote(JobHead head, Successor successor, List<AttemptRecord> history) {
    JobHead request = successor.head();
    JobHead next =
        request
            .with(request.progress().with(history))
            .with(new RequestLog(RequestLog.last(head.answers(), request.answers()), null));
    state.table().replace(head, next, successor.body());
    state.wakeUp().mayComeAt(next.dueAt());
    return Settled.of(SettleOutcome.SUCCEEDED, next.dueAt());
  }

  void cancelled(JobHead head, long at) {
    state.events().add(Event.CANCELLED);
    state.countRedriven(head, false);
    remember(head, Stage.CANCELLED, new End(at, End.CANCELLED, ""));
  }

  /** Ends a waiting job; answers whether it was one. */
  boolean cancelWaiting(JobHead head, long now) {
    if (head.stage() != Stage.WAITING) {
      return false;
    }
    cancelled(head, now);
    return true;
  }

  private void remember(JobHead head, Stage stage, End end) {
    long retention = head.terms().retentionMillis();
    if (retention < 0) {
      retention = state.settings().retention().toMillis();
    }
    if (retention == 0) {
      state.table().delete(head);
    } else {
      JobHead ended = ended(head, Status.ended(stage, end, end.atMillis() + retention));
      state.table().update(head, ended);
      state.maintenance().notAfter(ended.forgetAt());
    }
  }

  // Nothing takes over from a job that has ended.
  private static JobHead ended(JobHead head, Status status) {
    return head.with(status).with(head.requests().withoutSuccessor());
  }

  private static Progress failed(JobHead head, Failure failure) {
    return head.progress()
        .with(historyWith(head, failure))
        .mayHaveArrived(failure.mayHaveArrived());
  }

  private static List<AttemptRecord> historyWith(JobHead head, Failure failure) {
    JobLease lease = head.leaseOrThrow();
    AttemptRecord attempt =
        new AttemptRecord(
            head.attempt(), lease.since(), failure.endedAt(), failure.outcome(), failure.reason());
    List<AttemptRecord> before = head.history();
    int kept = Math.min(before.size(), Limits.MAX_HISTORY - 1);
    List<AttemptRecord> history =
        new ArrayList<>(before.subList(before.size() - kept, before.size()));
    history.add(attempt);
    return List.copyOf(history);
  }
}
