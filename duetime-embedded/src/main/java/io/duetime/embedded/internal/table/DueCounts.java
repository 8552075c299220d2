package io.duetime.embedded.internal.table;

import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.table.DueLine.NearJob;
import io.duetime.engine.support.Buckets;

/**
 * Counts waiting jobs by due time: whole minutes from their counters, parts of a minute by walking
 * over the jobs.
 */
record DueCounts(DueLine line, MinuteCounts minutes) {
  private static final int STEP = 500;

  /** A timeline looks at so many jobs one by one; the jobs of further minutes are spread evenly. */
  private static final int MOST_LOOKS = 200_000;

  long ready(long now) {
    if (line.isOnHeap()) {
      return onHeap(0, now + 1, 1)[0];
    }
    long minute = MinuteCounts.minute(now);
    try {
      return minutes.before(minute) + readyIn(minute, now);
    } catch (StoreFailureException failure) {
      Disk.requireDamage(failure);
      return walk(0, now + 1);
    }
  }

  private long[] onHeap(long from, long to, int buckets) {
    long[] counts = new long[buckets];
    for (NearJob job : line.onHeap()) {
      if (job.dueAt() >= from && job.dueAt() < to) {
        counts[Buckets.indexOf(job.dueAt(), from, to, buckets)]++;
      }
    }
    return counts;
  }

  private long walk(long from, long to) {
    try (Scan scan = line.scan(from, to)) {
      return count(scan, Long.MAX_VALUE);
    }
  }

  /** Counts on, up to a number of jobs. */
  private static long count(Scan scan, long most) {
    long count = 0;
    for (; count < most && scan.isValid(); scan.next()) {
      count++;
    }
    return count;
  }

  // Many jobs often share a moment. Walking up to now and on from now, step by step, ends with the
  // shorter of the two ways.
  private long readyIn(long minute, long now) {
    long all = minutes.in(minute);
    if (all == 0) {
      return 0;
    }
    long ready = 0;
    long later = 0;
    try (Scan due = line.scan(MinuteCounts.start(minute), now + 1);
        Scan ahead = line.scan(now + 1, MinuteCounts.start(minute + 1))) {
      while (due.isValid() && ahead.isValid()) {
        ready += count(due, STEP);
        later += count(ahead, STEP);
      }
      return due.isValid() ? all - later : ready;
    }
  }

  /** How many jobs wait in each of the equal parts of {@code [from, to)}. */
  long[] between(long from, long to, int buckets) {
    if (line.isOnHeap()) {
      return onHeap(from, to, buckets);
    }
    try {
      return byMinutes(from, to, new long[buckets]);
    } catch (StoreFailureException failure) {
      Disk.requireDamage(failure);
      long[] counts = new long[buckets];
      for (int i = 0; i < buckets; i++) {
        long end = Math.min(to, Buckets.start(from, to, buckets, i + 1));
        counts[i] = walk(Buckets.start(from, to, buckets, i), end);
      }
      return counts;
    }
  }

  private long[] byMinutes(long from, long to, long[] counts) {
    long looks = MOST_LOOKS;
    long last = MinuteCounts.minute(to - 1);
    try (Scan scan = minutes.scan(MinuteCounts.minute(from), last + 1)) {
      for (; scan.isValid(); scan.next()) {
        long minute = Keys.minute(scan.key());
        long count = MinuteCounts.number(scan.value());
        long start = Math.max(from, MinuteCounts.start(minute));
        long end = Math.min(to, MinuteCounts.start(minute + 1));
        int first = Buckets.indexOf(start, from, to, counts.length);
        boolean isWhole =
            end - start == MinuteCounts.start(1)
                && first == Buckets.indexOf(end - 1, from, to, counts.length);
        boolean isWalked = !isWhole && count > 0 && count <= looks;
        looks -= isWalked ? count : 0;
        for (int i = first; i < counts.length; i++) {
          long partFrom = Math.max(start, Buckets.start(from, to, counts.length, i));
          long partTo = Math.min(end, Buckets.start(from, to, counts.length, i + 1));
          if (partFrom >= end) {
            break;
          }
          counts[i] +=
              isWalked
                  ? walk(partFrom, partTo)
                  : count * (partTo - partFrom) / MinuteCounts.start(1);
        }
      }
    }
    return counts;
  }
}
