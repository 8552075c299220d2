package io.duetime.kernel;

import io.duetime.engine.Maintenance;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.kernel.state.JobTable;
import io.duetime.kernel.state.QueueState;
import java.util.List;

/**
 * Does what must happen to a queue by itself: lost leases, expiry, ticks, and jobs whose time of
 * being remembered or kept among the dead is over.
 */
record KernelMaintainer(
    QueueState state, JobEnder ender, DeadDropper dropper, TickScheduler ticks) {
  private static final int PER_DUTY = 500;
  private static final long BETWEEN_COPIES_MILLIS = 1_000;
  private static final long BETWEEN_LOOKS_MILLIS = 1_000;

  /** Does a bounded part of it, and notes when the next part is due. */
  Maintenance maintain(long now) {
    int lost = ender.settleLosses(now, PER_DUTY);
    int expired = expireFirst(now);
    int made = ticks.tick(now);
    List<JobHead> forgettable = state.table().remembered().upTo(now, PER_DUTY);
    forgettable.forEach(state.table()::delete);
    int dropped = dropper.drop(now, PER_DUTY);
    state.maintenance().is(next(now));
    return new Maintenance(
        lost, expired, made, forgettable.size(), dropped, 0, state.maintenance().at());
  }

  private long next(long now) {
    long next = Math.min(state.table().leased().next(), state.table().remembered().next());
    next = Math.min(next, Math.min(ticks.nextTickAt(), dropper.nextAt()));
    for (WholeJob first : first(now)) {
      next = Math.min(next, first.head().expiresAt());
    }
    next = Math.min(next, nextThatMayExpire(now));
    next = Math.min(next, state.table().nextOrdering());
    // A copy whose queue has no room is offered again once a second, not all the time.
    return state.table().queue().copies(1).isEmpty()
        ? next
        : Math.min(next, now + BETWEEN_COPIES_MILLIS);
  }

  // The expiry of the next job in order may not be known, so maintenance looks at that job
  // when it is due; not more often than once a second, however many jobs become due.
  private long nextThatMayExpire(long now) {
    if (state.table().count(Stage.WAITING) + state.table().count(Stage.LEASED) == 0) {
      state.maintenance().nothingExpires();
    }
    return state.maintenance().mayExpire()
        ? Math.max(state.table().nextDueAfter(now), now + BETWEEN_LOOKS_MILLIS)
        : JobTable.NEVER;
  }

  // Only the first job in order is looked at: a further job is judged when it becomes the first, or
  // when a claim meets it.
  private int expireFirst(long now) {
    int expired = 0;
    for (int i = 0; i < PER_DUTY; i++) {
      List<WholeJob> first = first(now);
      if (first.isEmpty()) {
        break;
      }
      JobHead head = first.get(0).head();
      if (ender.expireIfDue(head, now)) {
        expired++;
      } else if (!ticks.withdrawIfMissed(head, now)) {
        break;
      }
    }
    return expired;
  }

  private List<WholeJob> first(long now) {
    return state.table().due(now, now + 1, 1, 1);
  }
}
