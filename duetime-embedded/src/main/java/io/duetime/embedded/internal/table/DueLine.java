package io.duetime.embedded.internal.table;

import io.duetime.Limits;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.kernel.job.Position;
import io.duetime.kernel.state.JobTable;
import io.duetime.wheel.TimingWheel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The waiting jobs of a queue by due time and id. All of them are on disk; the first of them, up to
 * an edge, are also on the heap, except those that {@link ReadyLine} has.
 *
 * <p>Those ahead are in the timing wheel, those it has handed out in order. When the part on the
 * heap is used up, a walk on disk fetches the next stretch; it begins where the last one ended,
 * never over what has been taken since. When the part grows too long, its farther half is let go.
 */
final class DueLine {
  private static final int FIRST_STRIDE = 64;
  private static final byte[] USUAL_PRIORITY = {};
  private static final Position BEHIND_ALL = new Position(JobTable.NEVER, "");
  private static final long UNKNOWN = -1;

  private final WriteGroup group;
  private final Keys keys;
  private final int window;
  // By place and not by id: where the record of a job was set aside, an entry of it may still be
  // beside that of a new job with its id.
  private final Map<Position, NearJob> near = new HashMap<>();
  private final TimingWheel<NearJob> wheel;

  /** Those on the heap that the wheel has handed out: usually the due ones. */
  private final TreeSet<NearJob> reached = new TreeSet<>(NearJob.BY_DUE_TIME);

  private long count;

  /** No job is due before this moment. */
  private long floor = JobTable.NEVER;

  /** The earliest due time, if it is known. */
  private long oldest = UNKNOWN;

  /** The last place up to which the heap knows all but those that are ready. */
  private Position edge = BEHIND_ALL;

  private int stride;

  /** Keeps up to twice {@code window} jobs on the heap. */
  DueLine(WriteGroup group, Keys keys, int window, long now) {
    this.group = group;
    this.keys = keys;
    this.window = window;
    this.wheel = new TimingWheel<>(now);
    this.stride = Math.min(FIRST_STRIDE, window);
  }

  /** Takes the jobs up where they were left; those up to a place are ready. */
  void restore(long jobs, long from, Position ready) {
    count = jobs;
    floor = from;
    edge = jobs == 0 ? BEHIND_ALL : ready;
  }

  boolean isEmpty() {
    return count == 0;
  }

  long floor() {
    return floor;
  }

  void add(NearJob job) {
    if (count == 0) {
      edge = BEHIND_ALL;
      floor = JobTable.NEVER;
      oldest = UNKNOWN;
      stride = Math.min(FIRST_STRIDE, window);
    }
    group.batch().put(Family.DUE, keys.due(job.dueAt(), job.id()), value(job.priority));
    floor = Math.min(floor, job.dueAt());
    if (oldest != UNKNOWN) {
      oldest = Math.min(oldest, job.dueAt());
    }
    count++;
  }

  private static byte[] value(long priority) {
    return priority == Limits.DEFAULT_PRIORITY
        ? USUAL_PRIORITY
        : ByteBuffer.allocate(Integer.BYTES).putInt((int) priority).array();
  }

  private static NearJob read(Scan at) {
    byte[] key = at.key();
    byte[] value = at.value();
    long priority =
        value.length == 0
            ? Limits.DEFAULT_PRIORITY
            : Integer.toUnsignedLong(ByteBuffer.wrap(value).getInt());
    return new NearJob(priority, Keys.moment(key), Keys.idBehindMoment(key));
  }

  void remove(Position place) {
    group.batch().deleteOnce(Family.DUE, keys.due(place.moment(), place.id()));
    count--;
    if (place.moment() == oldest) {
      oldest = UNKNOWN;
    }
    NearJob job = near.get(place);
    if (job != null) {
      letGo(job);
    }
  }

  /** Puts a job that waits and is not ready on the heap, if it is among the next. */
  void hold(NearJob job) {
    if (job.place.compareTo(edge) <= 0) {
      keep(job);
      trim();
    }
  }

  private void keep(NearJob job) {
    NearJob stale = near.put(job.place, job);
    if (stale != null) {
      forget(stale);
    }
    if (job.dueAt() > wheel.currentMillis()) {
      wheel.schedule(job, job.dueAt());
    } else {
      reached.add(job);
    }
  }

  /** Takes a job off the heap that waits on. */
  void letGo(NearJob job) {
    near.remove(job.place);
    forget(job);
  }

  private void forget(NearJob job) {
    if (!wheel.cancel(job)) {
      reached.remove(job);
    }
  }

  private void trim() {
    if (near.size() <= 2 * window) {
      return;
    }
    List<NearJob> jobs = new ArrayList<>(near.values());
    jobs.sort(NearJob.BY_DUE_TIME);
    jobs.subList(window, jobs.size()).forEach(this::letGo);
    edge = jobs.get(window - 1).place;
    stride = window;
  }

  /** Whether the heap knows all waiting jobs. */
  boolean isOnHeap() {
    return near.size() == count;
  }

  private boolean isKnown() {
    return isOnHeap() || edge.equals(BEHIND_ALL);
  }

  /** Fetches the next stretch from disk; answers whether there was one. */
  private boolean extend() {
    if (isKnown()) {
      return false;
    }
    byte[] from =
        edge.moment() < floor
            ? keys.dueFrom(floor)
            : Keys.after(keys.due(edge.moment(), edge.id()));
    List<NearJob> found =
        group.scan(Family.DUE, from, keys.behindDue()).list(stride, DueLine::read);
    found.forEach(this::keep);
    edge = found.size() < stride ? BEHIND_ALL : found.get(stride - 1).place;
    stride = Math.min(2 * stride, window);
    return !found.isEmpty();
  }

  /**
   * The first jobs due before a moment that are not ready, in order; may look ahead of the clock.
   *
   * @param max how many at most
   */
  List<NearJob> due(long beforeMillis, int max) {
    advance(beforeMillis - 1);
    List<NearJob> due = new ArrayList<>();
    NearJob last = null;
    do {
      for (NearJob job : last == null ? reached : reached.tailSet(last, false)) {
        if (due.size() == max || job.dueAt() >= beforeMillis) {
          return due;
        }
        due.add(job);
        last = job;
      }
    } while (due.size() < max && edge.moment() < beforeMillis && extendTo(beforeMillis));
    return due;
  }

  // The jobs of a stretch that are ahead of the wheel's time are not in order yet.
  private boolean extendTo(long before) {
    boolean extended = extend();
    advance(before - 1);
    return extended;
  }

  // The clock may step back, and a claim may take ahead; the wheel's time never goes back. What it
  // hands out too soon waits among the reached, where everybody looks at due times.
  private void advance(long toMillis) {
    if (toMillis > wheel.currentMillis()) {
      wheel.advance(toMillis, reached::add);
    }
  }

  /** The earliest due time of those that are not ready. */
  long nextDue() {
    if (near.isEmpty()) {
      extend();
    }
    long ahead = wheel.nextExpiry();
    return reached.isEmpty() ? ahead : Math.min(reached.first().dueAt(), ahead);
  }

  /** The earliest due time of all. */
  long oldest() {
    if (oldest == UNKNOWN) {
      oldest = onDisk(0);
      floor = Math.max(floor, oldest);
    }
    return oldest;
  }

  /** The earliest due time later than now, if none is ready. */
  long nextDueAfter(long now) {
    advance(now);
    long next = wheel.nextExpiry();
    NearJob ahead = reached.higher(new NearJob(0, now + 1, ""));
    if (ahead != null) {
      next = Math.min(next, ahead.dueAt());
    }
    return isKnown() ? next : Math.min(next, onDisk(now + 1));
  }

  /** The earliest due time from a moment on. */
  long onDisk(long fromMillis) {
    try (Scan scan = scan(fromMillis, JobTable.NEVER)) {
      return scan.isValid() ? Keys.moment(scan.key()) : JobTable.NEVER;
    }
  }

  /** The places of all jobs on the heap, in no particular order. */
  Iterable<NearJob> onHeap() {
    return near.values();
  }

  /** Walks through the jobs due within {@code [from, to)}. */
  Scan scan(long from, long to) {
    return group.scan(Family.DUE, keys.dueFrom(Math.max(from, floor)), end(to));
  }

  private byte[] end(long to) {
    return to == JobTable.NEVER ? keys.behindDue() : keys.dueFrom(Math.max(to, floor));
  }

  /** Jobs due within {@code [from, to)}, behind a position, in order. */
  List<NearJob> page(long from, long to, @Nullable Position after, int limit) {
    byte[] first =
        after == null || after.moment() < Math.max(from, floor)
            ? keys.dueFrom(Math.max(from, floor))
            : Keys.after(keys.due(after.moment(), after.id()));
    return group.scan(Family.DUE, first, end(to)).list(limit, DueLine::read);
  }

  /** Brings the lower bound up to what has been taken, if none is ready. */
  void raiseFloor() {
    if (!reached.isEmpty()) {
      floor = reached.first().dueAt();
    } else if (!near.isEmpty()) {
      floor = Math.max(floor, wheel.nextExpiry());
    } else if (count > 0 && !isKnown()) {
      floor = Math.max(floor, edge.moment());
    }
  }
}
