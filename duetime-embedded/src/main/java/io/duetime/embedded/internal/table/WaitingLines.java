package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.list.Position;
import io.duetime.internal.kernel.state.JobTable;
import io.duetime.internal.wheel.TimingWheel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The waiting jobs of a queue in the order of claiming: a line for each level, and a level for each
 * priority in use, up to 16; a further priority joins the nearest one.
 *
 * <p>Of each line the next jobs are on the heap: those ahead in the timing wheel, those it has
 * handed out in order. When a line's part on the heap is used up, a walk on disk fetches the next
 * stretch; it begins where the last one ended, never over what has been taken since. When the part
 * grows too long, its farther half is let go.
 */
final class WaitingLines {
  private static final int LEVELS = 16;
  private static final int FIRST_STRIDE = 64;
  private static final byte[] NOTHING = {};
  private static final Comparator<WaitingLine> BY_PRIORITY =
      Comparator.comparingLong(line -> line.priority);

  private final WriteGroup group;
  private final Keys keys;
  private final int window;
  private final List<WaitingLine> lines = new ArrayList<>(LEVELS);
  // By place and not by id: where the record of a job was set aside, an entry of it may still be
  // beside that of a new job with its id.
  private final Map<Position, NearJob> near = new HashMap<>();
  private final TimingWheel<NearJob> wheel;

  /** Keeps up to twice {@code window} jobs of each line on the heap. */
  WaitingLines(WriteGroup group, Keys keys, int window, long now) {
    this.group = group;
    this.keys = keys;
    this.window = window;
    this.wheel = new TimingWheel<>(now);
  }

  /** Takes up a line where it was left. */
  void restore(int level, long priority, long count, long floor) {
    WaitingLine line = new WaitingLine(level, priority, firstStride());
    line.count = count;
    line.floor = floor;
    lines.add(line);
    lines.sort(BY_PRIORITY);
  }

  private int firstStride() {
    return Math.min(FIRST_STRIDE, window);
  }

  List<WaitingLine> lines() {
    return lines;
  }

  /** Puts a job into its line; answers the level. */
  int add(JobHead head) {
    WaitingLine line = lineFor(head.priority());
    Position place = new Position(head.dueAt(), head.id());
    group.batch().put(Family.DUE, keys.due(line.level, head.dueAt(), head.id()), NOTHING);
    line.floor = Math.min(line.floor, head.dueAt());
    line.count++;
    if (line.covers(place)) {
      hold(new NearJob(line, head.dueAt(), head.id()));
      trim(line);
    }
    return line.level;
  }

  /** Takes a job out of its line. */
  void remove(int level, long dueAt, String id) {
    group.batch().deleteOnce(Family.DUE, keys.due(level, dueAt, id));
    WaitingLine line = lineAt(level);
    line.count--;
    NearJob job = near.get(new Position(dueAt, id));
    if (job != null && job.line == line) {
      letGo(job);
    }
    if (line.count == 0) {
      lines.remove(line);
    }
  }

  private WaitingLine lineAt(int level) {
    for (WaitingLine line : lines) {
      if (line.level == level) {
        return line;
      }
    }
    throw new IllegalStateException("no line on level " + level);
  }

  private WaitingLine lineFor(long priority) {
    WaitingLine nearest = null;
    for (WaitingLine line : lines) {
      if (line.priority == priority) {
        return line;
      }
      if (nearest == null
          || Math.abs(line.priority - priority) < Math.abs(nearest.priority - priority)) {
        nearest = line;
      }
    }
    return nearest == null || lines.size() < LEVELS ? newLine(priority) : nearest;
  }

  private WaitingLine newLine(long priority) {
    WaitingLine line = new WaitingLine(freeLevel(), priority, firstStride());
    line.floor = JobTable.NEVER;
    line.known();
    lines.add(line);
    lines.sort(BY_PRIORITY);
    return line;
  }

  private int freeLevel() {
    int used = 0;
    for (WaitingLine line : lines) {
      used |= 1 << line.level;
    }
    return Integer.numberOfTrailingZeros(~used);
  }

  private void hold(NearJob job) {
    NearJob stale = near.put(job.place, job);
    if (stale != null) {
      forget(stale);
    }
    job.line.near++;
    if (job.dueAt() > wheel.currentMillis()) {
      wheel.schedule(job, job.dueAt());
    } else {
      job.line.reached.add(job);
    }
  }

  private void letGo(NearJob job) {
    near.remove(job.place);
    forget(job);
  }

  private void forget(NearJob job) {
    job.line.near--;
    if (!wheel.cancel(job)) {
      job.line.reached.remove(job);
    }
  }

  private void trim(WaitingLine line) {
    if (line.near <= 2 * window) {
      return;
    }
    List<NearJob> jobs = new ArrayList<>(line.near);
    jobs.addAll(line.reached);
    wheel.forEach(job -> {
      if (job.line == line) {
        jobs.add(job);
      }
    });
    jobs.sort(Comparator.comparing(job -> job.place));
    jobs.subList(window, jobs.size()).forEach(this::letGo);
    line.edge(jobs.get(window - 1).place);
    line.stride = window;
  }

  /** Fetches the next stretch of a line from disk; answers whether there was one. */
  private boolean extend(WaitingLine line) {
    if (line.isKnown()) {
      return false;
    }
    Position edge = line.edge();
    byte[] from =
        edge.moment() < line.floor
            ? keys.dueFrom(line.level, line.floor)
            : Keys.after(keys.due(line.level, edge.moment(), edge.id()));
    int found = 0;
    try (Scan scan = group.scan(Family.DUE, from, keys.behindLevel(line.level))) {
      for (; scan.isValid() && found < line.stride; scan.next()) {
        byte[] key = scan.key();
        NearJob job = new NearJob(line, Keys.moment(key), Keys.idBehindMoment(key));
        hold(job);
        line.edge(job.place);
        found++;
      }
    }
    if (found < line.stride) {
      line.known();
    }
    line.stride = Math.min(2 * line.stride, window);
    return found > 0;
  }

  /**
   * The first jobs due before a moment, in order; may look ahead of the clock.
   *
   * @param max how many at most
   */
  List<NearJob> due(long beforeMillis, int max) {
    advance(beforeMillis - 1);
    List<NearJob> due = new ArrayList<>();
    for (int i = 0; i < lines.size() && due.size() < max; i++) {
      addDue(lines.get(i), beforeMillis, max, due);
    }
    return due;
  }

  private void addDue(WaitingLine line, long before, int max, List<NearJob> due) {
    NearJob last = null;
    do {
      for (NearJob job : last == null ? line.reached : line.reached.tailSet(last, false)) {
        if (due.size() == max || job.dueAt() >= before) {
          return;
        }
        due.add(job);
        last = job;
      }
    } while (due.size() < max && line.edge().moment() < before && extendTo(line, before));
  }

  // The jobs of a stretch that are ahead of the wheel's time are not in order yet.
  private boolean extendTo(WaitingLine line, long before) {
    boolean extended = extend(line);
    advance(before - 1);
    return extended;
  }

  // The clock may step back, and a claim may take ahead; the wheel's time never goes back. What it
  // hands out too soon waits among the reached, where everybody looks at due times.
  private void advance(long toMillis) {
    if (toMillis > wheel.currentMillis()) {
      wheel.advance(toMillis, job -> job.line.reached.add(job));
    }
  }

  /** The earliest due time. */
  long nextDue() {
    long next = JobTable.NEVER;
    for (WaitingLine line : lines) {
      if (line.near == 0) {
        extend(line);
      }
      if (!line.reached.isEmpty()) {
        next = Math.min(next, line.reached.first().dueAt());
      }
    }
    return Math.min(next, wheel.nextExpiry());
  }

  /** The earliest due time later than now. */
  long nextDueAfter(long now) {
    advance(now);
    long next = wheel.nextExpiry();
    for (WaitingLine line : lines) {
      NearJob ahead = line.reached.higher(new NearJob(line, now + 1, ""));
      if (ahead != null) {
        next = Math.min(next, ahead.dueAt());
      }
      if (!line.isKnown()) {
        next = Math.min(next, firstOnDisk(line, now + 1));
      }
    }
    return next;
  }

  private long firstOnDisk(WaitingLine line, long fromMillis) {
    byte[] from = keys.dueFrom(line.level, Math.max(fromMillis, line.floor));
    try (Scan scan = group.scan(Family.DUE, from, keys.behindLevel(line.level))) {
      return scan.isValid() ? Keys.moment(scan.key()) : JobTable.NEVER;
    }
  }

  /** Whether the heap knows all jobs of all lines. */
  boolean areKnown() {
    return lines.stream().allMatch(WaitingLine::isKnown);
  }

  /** The places of all jobs on the heap, in no particular order. */
  Iterable<NearJob> onHeap() {
    return near.values();
  }

  /** Where a walk begins that goes through a line from a moment on, behind a place. */
  byte[] start(WaitingLine line, long from, @Nullable Position after) {
    return after == null || after.moment() < Math.max(from, line.floor)
        ? from(line, from)
        : keys.due(line.level, after.moment(), after.id());
  }

  /** Before all jobs of a line that are due at a moment or later, on disk. */
  byte[] from(WaitingLine line, long moment) {
    return keys.dueFrom(line.level, Math.max(moment, line.floor));
  }

  /** Brings the lower bounds of the lines up to what has been taken. */
  void raiseFloors() {
    long ahead = wheel.nextExpiry();
    for (WaitingLine line : lines) {
      if (!line.reached.isEmpty()) {
        line.floor = line.reached.first().dueAt();
      } else if (line.near > 0) {
        line.floor = Math.max(line.floor, ahead);
      } else if (line.count > 0) {
        line.floor = Math.max(line.floor, line.edge().moment());
      }
    }
  }
}
