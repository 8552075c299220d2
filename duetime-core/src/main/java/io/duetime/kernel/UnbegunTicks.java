package io.duetime.kernel;

import io.duetime.MissedTicks;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.recurring.RecurringState;
import io.duetime.kernel.state.QueueState;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds and withdraws the jobs of ticks that were never begun. A tick that was moved by hand or
 * released with a delay is none of them: its due times differ from its moment.
 */
record UnbegunTicks(QueueState state, JobEnder ender) {
  /** How many ticks that have begun lie between two that have not, at most. */
  private static final int LOOK_BACK = 100;

  /** Whether a job is that of a tick which was never begun. */
  boolean is(@Nullable JobHead head, RecurringState definition, long tick) {
    return head != null
        && head.stage() == Stage.WAITING
        && head.attempt() == 0
        && head.history().isEmpty()
        && head.firstDueAt() == tick
        && (head.dueAt() <= tick || head.isHeld())
        && head.id().equals(definition.job().idAt(tick));
  }

  @Nullable JobHead find(RecurringState definition, long tick) {
    JobHead head = state.table().find(definition.job().idAt(tick));
    return is(head, definition, tick) ? head : null;
  }

  /** The ticks of a definition that were never begun, ascending. */
  List<Long> all(RecurringState definition, long now) {
    TreeSet<Long> found = new TreeSet<>();
    definition.mayWait().stream()
        .filter(tick -> find(definition, tick) != null)
        .forEach(found::add);
    if (definition.job().missed() == MissedTicks.ALL) {
      lookBack(definition, now, found);
    }
    return List.copyOf(found);
  }

  private void lookBack(RecurringState definition, long now, Set<Long> found) {
    long from = now;
    int before = -1;
    while (found.size() > before && from >= 0) {
      before = found.size();
      List<Long> ticks = definition.lookBack(from, LOOK_BACK);
      ticks.stream().filter(tick -> find(definition, tick) != null).forEach(found::add);
      from = ticks.isEmpty() ? -1 : ticks.get(ticks.size() - 1) - 1;
    }
  }

  void withdraw(String id, long now) {
    JobHead head = state.table().find(id);
    if (head != null) {
      ender.cancelWaiting(head, now);
    }
  }

  /** Withdraws the ticks before the latest that are missed; the state remembers the first place. */
  RecurringState withdrawMissed(RecurringState definition, long latest, long now) {
    RecurringState after = definition;
    for (long tick : definition.before(latest)) {
      JobHead head = find(definition, tick);
      if (head != null) {
        ender.cancelWaiting(head, now);
        // One that is held has its place by its moment.
        after = after.missedWithPlace(Math.min(head.dueAt(), now));
      }
    }
    return after;
  }

  /**
   * Gives the place of a missed tick to the one that follows it, if that has a job which was not
   * begun.
   */
  RecurringState handOver(RecurringState definition, long latest) {
    long place = definition.ticks().place();
    JobHead head = place == 0 ? null : find(definition, latest);
    if (head == null) {
      return definition;
    }
    if (place < head.dueAt()) {
      state.table().update(head, head.with(head.placement().withDueAt(place)));
      state.wakeUp().mayComeAt(place);
    }
    return definition.placed();
  }
}
