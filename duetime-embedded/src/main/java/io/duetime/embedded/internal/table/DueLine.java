package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.record.IndexEntry;
import io.duetime.kernel.job.Position;
import io.duetime.kernel.state.DeadlineOrder;
import io.duetime.kernel.state.DeadlineOrder.TimedJob;
import io.duetime.kernel.state.JobTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The waiting jobs of a queue by due time and id. All of them are on disk; the first of them, up to
 * an edge, are also on the heap, except those that {@link ReadyLine} has.
 *
 * <p>When the part on the heap is used up, a walk on disk fetches the next stretch; it begins where
 * the last one ended, never over what has been taken since. When the part grows too long, its
 * farther half is let go.
 */
final class DueLine {
  private static final int FIRST_STRIDE = 64;
  private static final Position BEHIND_ALL = new Position(JobTable.NEVER, "");
  private static final long UNKNOWN = -1;

  private final WriteGroup group;
  private final Keys keys;
  private final int window;
  // By place and not by id: where the record of a job was set aside, an entry of it may still be
  // beside that of a new job with its id.
  private final Map<Position, NearJob> near = new HashMap<>();
  private final DeadlineOrder<NearJob> order;

  private long count;

  /** No job is due before this moment. */
  private long floor = JobTable.NEVER;

  /** The earliest due time, if it is known. */
  private long oldest = UNKNOWN;

  /** The last place up to which the heap knows all but those that are ready. */
  private Position edge = BEHIND_ALL;

  private int stride;

  /** A waiting job of which the heap knows: one of the next by due time, or by priority. */
  static final class NearJob extends TimedJob {
    static final Comparator<NearJob> BY_PRIORITY =
        Comparator.comparingLong((NearJob job) -> job.priority).thenComparing(job -> job.place);

    final long priority;
    final Position place;

    NearJob(long priority, long dueAt, String id) {
      this.priority = priority;
      this.place = new Position(dueAt, id);
    }

    private static NearJob read(Scan at) {
      byte[] key = at.key();
      return new NearJob(
          IndexEntry.priority(at.value()), Keys.moment(key), Keys.idBehindMoment(key));
    }

    @Override
    public String id() {
      return place.id();
    }

    long dueAt() {
      return place.moment();
    }
  }

  /** Keeps up to twice {@code window} jobs on the heap. */
  DueLine(WriteGroup group, Keys keys, int window, long now) {
    this.group = group;
    this.keys = keys;
    this.window = window;
    this.order = new DeadlineOrder<>(now);
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

  /** Counts a job whose entry is written. */
  void add(NearJob job) {
    if (count == 0) {
      edge = BEHIND_ALL;
      floor = JobTable.NEVER;
      oldest = UNKNOWN;
      stride = Math.min(FIRST_STRIDE, window);
    }
    floor = Math.min(floor, job.dueAt());
    if (oldest != UNKNOWN) {
      oldest = Math.min(oldest, job.dueAt());
    }
    count++;
  }

  /** Forgets a job whose entry is removed. */
  void remove(Position place) {
    count--;
    if (place.moment() == oldest) {
      oldest = UNKNOWN;
    }
    NearJob job = near.get(place);
    if (job != null) {
      evict(job);
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
      order.remove(stale);
    }
    order.add(job, job.dueAt());
  }

  /** Takes a job off the heap that waits on. */
  void evict(NearJob job) {
    near.remove(job.place);
    order.remove(job);
  }

  private void trim() {
    if (near.size() <= 2 * window) {
      return;
    }
    List<NearJob> jobs = new ArrayList<>(near.values());
    jobs.sort(Comparator.comparing(job -> job.place));
    jobs.subList(window, jobs.size()).forEach(this::evict);
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
    List<NearJob> found = page(edge.moment(), JobTable.NEVER, edge, stride);
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
    List<NearJob> due = onHeap(beforeMillis, max);
    boolean more = true;
    while (more && due.size() < max && edge.moment() < beforeMillis) {
      int enough = near.size() + max - due.size();
      do {
        more = extend();
      } while (more && near.size() < enough && edge.moment() < beforeMillis);
      due = onHeap(beforeMillis, max);
    }
    return due;
  }

  private List<NearJob> onHeap(long beforeMillis, int max) {
    List<NearJob> first = new ArrayList<>();
    order.upTo(beforeMillis - 1).limit(max).forEach(first::add);
    return first;
  }

  /** The earliest due time of those that are not ready. */
  long nextDue() {
    if (near.isEmpty()) {
      extend();
    }
    return order.next();
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
    long next = order.nextAfter(now);
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
    return group.scan(Family.DUE, first, end(to)).list(limit, NearJob::read);
  }

  /** Brings the lower bound up to what has been taken, if none is ready. */
  void raiseFloor() {
    if (!near.isEmpty()) {
      floor = Math.max(floor, order.next());
    } else if (count > 0 && !isKnown()) {
      floor = Math.max(floor, edge.moment());
    }
  }
}
