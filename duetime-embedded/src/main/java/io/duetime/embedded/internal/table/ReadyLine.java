package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.table.DueLine.NearJob;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The ready jobs of a queue whose jobs have several priorities, in the order of claiming: priority,
 * due time, id. All of them are on disk; the first of them, up to an edge, are also on the heap.
 *
 * <p>A job may be added although it is there, and removed although it is not.
 */
final class ReadyLine {
  private final WriteGroup group;
  private final Keys keys;
  private final int window;
  private final TreeSet<NearJob> first = new TreeSet<>(NearJob.BY_PRIORITY);

  /** The last job up to which the heap knows all; null where it knows none. */
  private @Nullable NearJob edge;

  private boolean isKnown = true;

  /** Keeps up to twice {@code window} jobs on the heap. */
  ReadyLine(WriteGroup group, Keys keys, int window) {
    this.group = group;
    this.keys = keys;
    this.window = window;
  }

  void restore() {
    isKnown = false;
  }

  /** Forgets all jobs, none of which waits any more. */
  void clear() {
    first.clear();
    edge = null;
    isKnown = true;
  }

  void add(NearJob job) {
    group.batch().put(Family.DUE, key(job), new byte[0]);
    if (isKnown || (edge != null && NearJob.BY_PRIORITY.compare(job, edge) <= 0)) {
      first.add(job);
      trim();
    }
  }

  void remove(NearJob job) {
    group.batch().delete(Family.DUE, key(job));
    first.remove(job);
  }

  private byte[] key(NearJob job) {
    return keys.ready(job.priority, job.dueAt(), job.id());
  }

  private static NearJob read(byte[] key) {
    return new NearJob(Keys.priority(key), Keys.dueAt(key), Keys.idOfDue(key));
  }

  private void trim() {
    if (first.size() > 2 * window) {
      while (first.size() > window) {
        first.pollLast();
      }
      edge = first.last();
      isKnown = false;
    }
  }

  private boolean extend() {
    if (isKnown) {
      return false;
    }
    byte[] from = edge == null ? keys.firstReady() : Keys.after(key(edge));
    List<NearJob> found =
        group.scan(Family.DUE, from, keys.behindReady()).list(window, at -> read(at.key()));
    first.addAll(found);
    edge = found.isEmpty() ? edge : found.get(found.size() - 1);
    isKnown = found.size() < window;
    return !found.isEmpty();
  }

  /**
   * The first jobs in order that are due before a moment.
   *
   * @param early is given those on the way that are not due at all
   */
  List<NearJob> due(long now, long beforeMillis, int max, List<NearJob> early) {
    List<NearJob> due = new ArrayList<>();
    NearJob last = null;
    do {
      for (NearJob job : last == null ? first : first.tailSet(last, false)) {
        if (due.size() == max) {
          return due;
        }
        if (job.dueAt() < beforeMillis) {
          due.add(job);
        } else if (job.dueAt() > now) {
          early.add(job);
        }
        last = job;
      }
    } while (due.size() < max && extend());
    return due;
  }
}
