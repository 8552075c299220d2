package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.record.QueueTally;
import io.duetime.embedded.internal.table.DueLine.NearJob;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.Position;
import io.duetime.kernel.state.JobTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The waiting jobs of a queue in the order of claiming: priority, due time, id. As long as all have
 * one priority, the order by due time is that order. Otherwise what has become due is moved, in
 * bounded steps, to a line by priority: all jobs up to a place, and jobs that were due when they
 * came.
 */
final class ClaimOrder {
  private static final long LEAST_ORDERED = 1_000;
  private static final long MOST_ORDERED = 100_000;
  private static final long ORDERED_A_JOB = 10;
  private static final long BETWEEN_LOOKS_MILLIS = 1_000;
  private static final Position BEFORE_ALL = new Position(-1, "");

  private final DueLine line;
  private final ReadyLine ready;
  private final Runnable changes;

  /** The priority of all waiting jobs, where {@link #ordered} is null. */
  private long only;

  /** The place up to which all waiting jobs are ready; null where all have one priority. */
  private @Nullable Position ordered;

  /** The last moment at which jobs were ordered. */
  private long seen;

  /** Whether more jobs were due then. */
  private boolean isBehind;

  /** The earliest due time of those that are not ready. */
  private long nextDue = JobTable.NEVER;

  /**
   * An order without jobs.
   *
   * @param changes is told before what {@link #tally} tells has changed
   */
  ClaimOrder(WriteGroup group, Keys keys, int window, long now, Runnable changes) {
    this.line = new DueLine(group, keys, window, now);
    this.ready = new ReadyLine(group, keys, window);
    this.seen = now;
    this.changes = changes;
  }

  DueLine line() {
    return line;
  }

  void restore(long jobs, QueueTally from) {
    Position place = from.ordered();
    only = from.only();
    ordered = place;
    line.restore(jobs, from.floor(), place == null ? BEFORE_ALL : place);
    if (place != null) {
      ready.restore();
      isBehind = true;
    }
  }

  /** The state of the order beside some counts. */
  QueueTally tally(Map<Stage, Long> stages) {
    if (line.isEmpty()) {
      return new QueueTally(stages, 0, only, null);
    }
    if (ordered == null) {
      line.raiseFloor();
    }
    return new QueueTally(stages, line.floor(), only, ordered);
  }

  void add(JobHead head) {
    NearJob job = new NearJob(head.priority(), head.dueAt(), head.id());
    if (line.isEmpty()) {
      only = job.priority;
      ordered = null;
      ready.clear();
    } else if (ordered == null && job.priority != only) {
      ordered = BEFORE_ALL;
      isBehind = true;
    }
    line.add(job);
    Position place = ordered;
    if (place == null) {
      line.hold(job);
    } else if (job.place.compareTo(place) <= 0 || isDue(head)) {
      ready.add(job);
    } else {
      line.hold(job);
      nextDue = Math.min(nextDue, job.dueAt());
    }
  }

  // The time at which a job comes is known from the job itself, unless it was released.
  private boolean isDue(JobHead head) {
    return head.dueAt() <= Math.max(seen, head.anchorAt());
  }

  void remove(long priority, Position place) {
    line.remove(place);
    if (ordered != null) {
      ready.remove(new NearJob(priority, place.moment(), place.id()));
    }
  }

  /** Puts a job into the order whose entry has another priority than the job. */
  void correct(NearJob entry, long priority) {
    ready.remove(entry);
    ready.add(new NearJob(priority, entry.dueAt(), entry.id()));
  }

  /**
   * The first jobs due before a moment, in order; a moment later than {@code now + 1} takes ahead:
   * what is due by priority, then the rest by due time.
   */
  List<NearJob> due(long now, long beforeMillis, int max) {
    if (ordered == null) {
      return line.due(beforeMillis, max);
    }
    order(now, (int) Math.min(MOST_ORDERED, Math.max(LEAST_ORDERED, ORDERED_A_JOB * max)));
    List<NearJob> early = new ArrayList<>();
    List<NearJob> due = ready.due(now, Math.min(beforeMillis, now + 1), max, early);
    early.forEach(this::putBack);
    if (due.size() < max && beforeMillis > now + 1 && !isBehind) {
      due.addAll(line.due(beforeMillis, max - due.size()));
    }
    return due;
  }

  private void order(long now, int max) {
    stepBack(now);
    List<NearJob> due = line.due(now + 1, max);
    if (!due.isEmpty()) {
      changes.run();
    }
    due.forEach(job -> {
      line.evict(job);
      ready.add(job);
    });
    isBehind = due.size() == max;
    Position last = isBehind ? due.get(max - 1).place : new Position(now + 1, "");
    Position before = ordered;
    ordered = before == null || last.compareTo(before) > 0 ? last : before;
    seen = now;
    nextDue = isBehind ? now : line.nextDue();
  }

  // What is ready and not due any more is put back when a claim meets it.
  private void stepBack(long now) {
    Position place = ordered;
    Position due = new Position(now + 1, "");
    if (place != null && place.compareTo(due) > 0) {
      changes.run();
      ordered = due;
    }
  }

  private void putBack(NearJob job) {
    changes.run();
    ready.remove(job);
    line.hold(job);
    nextDue = Math.min(nextDue, job.dueAt());
  }

  long nextDue() {
    return ordered == null ? line.nextDue() : line.oldest();
  }

  long nextDueAfter(long now) {
    return ordered == null ? line.nextDueAfter(now) : line.onDisk(now + 1);
  }

  /** When to order what has become due, if no claim does so before. */
  long nextOrdering() {
    if (ordered == null || line.isEmpty()) {
      return JobTable.NEVER;
    }
    if (isBehind) {
      return seen;
    }
    return nextDue == JobTable.NEVER ? nextDue : Math.max(nextDue, seen + BETWEEN_LOOKS_MILLIS);
  }
}
