package io.duetime.kernel;

import io.duetime.Limits;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.Position;
import io.duetime.kernel.recurring.RecurringState;
import io.duetime.kernel.state.JobTable;
import io.duetime.kernel.state.QueueState;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Knows which jobs of a recurring definition have begun and not ended, and which wait for them.
 * Nothing of it is stored: the jobs tell it, and are read when it is needed first.
 */
final class OverlapKeeper {
  /**
   * When a job that is held is judged again, in case the end of the earlier one was not seen. Its
   * end makes the job due at once.
   */
  private static final long LOOK_AGAIN_MILLIS = 60_000;

  private static final int PAGE = 1_000;

  private final QueueState state;
  private final Map<String, Runs> known = new HashMap<>();
  private final Map<String, Runs> holding = new LinkedHashMap<>();

  OverlapKeeper(QueueState state) {
    this.state = state;
  }

  /**
   * The jobs of a definition.
   *
   * @param begun the ids of those that have begun, also of some that have ended, and of runs that
   *     were asked for
   * @param held those that wait, by their moments
   */
  private record Runs(Set<String> begun, TreeSet<Position> held) {}

  /** Forgets what is known of a definition, as its jobs have to be read again. */
  void forget(String name) {
    known.remove(name);
    holding.remove(name);
  }

  void forgetAll() {
    known.clear();
    holding.clear();
  }

  /** Reads the jobs of a definition, unless they are known. */
  void read(RecurringState definition, long now) {
    runs(definition, now);
  }

  /** A job has begun, or is to run as if it had. */
  void begun(RecurringState definition, String id, long now) {
    runs(definition, now).begun.add(id);
  }

  /** Whether a job has to wait until another one has ended. */
  boolean blocks(RecurringState definition, String id, long now) {
    Runs runs = runs(definition, now);
    return !runs.begun.contains(id) && isBusy(runs, now);
  }

  // Those that have ended are forgotten here: each end costs nothing.
  private boolean isBusy(Runs runs, long now) {
    while (!runs.begun.isEmpty()) {
      String id = runs.begun.iterator().next();
      JobHead head = state.table().find(id);
      if (head != null && isUnfinished(head, now)) {
        return true;
      }
      runs.begun.remove(id);
    }
    return false;
  }

  // A run that was asked for, and that somebody has moved, does not keep back the ticks until then.
  private static boolean isUnfinished(JobHead head, long now) {
    return head.stage() == Stage.LEASED
        || (head.stage() == Stage.WAITING && (head.hasBegun() || head.dueAt() <= now));
  }

  /** Makes a job wait, behind the jobs that a claim looks at. */
  void hold(RecurringState definition, JobHead head, long before, long now) {
    long ahead = Math.min(before, now + Limits.MAX_AHEAD.toMillis());
    long until = Math.max(Math.max(now + LOOK_AGAIN_MILLIS, ahead), head.firstDueAt() + 1);
    state.table().update(head, head.with(head.placement().heldUntil(until)));
    Runs runs = runs(definition, now);
    runs.held.add(new Position(head.firstDueAt(), head.id()));
    holding.put(definition.job().name(), runs);
  }

  /** Makes the first job of each definition due that waits for jobs which have ended. */
  void release(long now) {
    if (!holding.isEmpty()) {
      holding.values().forEach(runs -> release(runs, now));
      holding.values().removeIf(runs -> runs.held.isEmpty());
    }
  }

  private void release(Runs runs, long now) {
    while (!runs.held.isEmpty() && !isBusy(runs, now)) {
      JobHead head = state.table().find(runs.held.pollFirst().id());
      if (head != null && isHeld(head, now)) {
        makeDue(head, now);
        break;
      }
    }
  }

  static boolean isHeld(JobHead head, long now) {
    return head.isHeld() && head.dueAt() > now;
  }

  /** Makes a job due that is held; not before its moment. */
  void makeDue(JobHead head, long now) {
    long dueAt = Math.max(now, head.firstDueAt());
    state.table().update(head, head.with(head.placement().heldUntil(dueAt)));
    state.wakeUp().mayComeAt(dueAt);
  }

  private Runs runs(RecurringState definition, long now) {
    String name = definition.job().name();
    Runs runs = known.get(name);
    if (runs == null) {
      runs = new Runs(new LinkedHashSet<>(), new TreeSet<>());
      known.put(name, runs);
      read(definition, runs, now);
      if (!runs.held.isEmpty()) {
        holding.put(name, runs);
      }
    }
    return runs;
  }

  private void read(RecurringState definition, Runs runs, long now) {
    JobTable table = state.table();
    String prefix = definition.job().name() + "@";
    String after = prefix;
    List<JobHead> page;
    do {
      page = table.byId(after, PAGE);
      for (JobHead head : page) {
        after = head.id();
        if (!after.startsWith(prefix)) {
          return;
        }
        read(definition, head, runs, now);
      }
    } while (page.size() == PAGE);
  }

  private static void read(RecurringState definition, JobHead head, Runs runs, long now) {
    if (isHeld(head, now)) {
      runs.held.add(new Position(head.firstDueAt(), head.id()));
    } else if (isUnfinished(head, now)
        && (head.stage() == Stage.LEASED
            || head.hasBegun()
            || isRunThatWasAskedFor(definition, head))) {
      runs.begun.add(head.id());
    }
  }

  // A tick that was moved is due at another moment than its id says.
  private static boolean isRunThatWasAskedFor(RecurringState definition, JobHead head) {
    return !definition.isTick(head.firstDueAt())
        && head.id().equals(definition.job().idAt(head.firstDueAt()));
  }
}
