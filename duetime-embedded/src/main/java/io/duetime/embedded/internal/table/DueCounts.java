package io.duetime.embedded.internal.table;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.engine.support.Buckets;

/**
 * Counts waiting jobs by due time: whole minutes from their counters, parts of a minute by walking
 * over the jobs.
 */
final class DueCounts {
  private static final int STEP = 500;

  /** A timeline looks at so many jobs one by one; the jobs of further minutes are spread evenly. */
  private static final int MOST_LOOKS = 200_000;

  private final DueLine line;
  private final MinuteCounts minutes;

  DueCounts(DueLine line, MinuteCounts minutes) {
    this.line = line;
    this.minutes = minutes;
  }

  long ready(long now) {
    if (line.isOnHeap()) {
      return onHeap(now);
    }
    long minute = MinuteCounts.minute(now);
    try {
      return minutes.before(minute) + readyIn(minute, now);
    } catch (StoreFailureException failure) {
      requireDamage(failure);
      return walk(0, now + 1);
    }
  }

  private static void requireDamage(StoreFailureException failure) {
    if (failure.code() != ErrorCode.STORE_DAMAGED) {
      throw failure;
    }
  }

  private long walk(long from, long to) {
    try (DueCounter counter = new DueCounter(line, from, to)) {
      while (!counter.step(STEP)) {
        // The size of a step does not matter: no other call waits for this walk.
      }
      return counter.count();
    }
  }

  private long onHeap(long now) {
    long count = 0;
    for (NearJob job : line.onHeap()) {
      if (job.dueAt() <= now) {
        count++;
      }
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
    long start = MinuteCounts.start(minute);
    long end = MinuteCounts.start(minute + 1);
    try (DueCounter due = new DueCounter(line, start, now + 1);
        DueCounter ahead = new DueCounter(line, now + 1, end)) {
      while (true) {
        if (due.step(STEP)) {
          return due.count();
        }
        if (ahead.step(STEP)) {
          return all - ahead.count();
        }
      }
    }
  }

  /** How many jobs wait in each of the equal parts of {@code [from, to)}. */
  long[] between(long from, long to, int buckets) {
    long[] counts = new long[buckets];
    if (line.isOnHeap()) {
      for (NearJob job : line.onHeap()) {
        if (job.dueAt() >= from && job.dueAt() < to) {
          counts[Buckets.indexOf(job.dueAt(), from, to, buckets)]++;
        }
      }
      return counts;
    }
    try {
      new Spread(from, to, counts).fill();
    } catch (StoreFailureException failure) {
      requireDamage(failure);
      for (int i = 0; i < buckets; i++) {
        long end = Math.min(to, Buckets.start(from, to, buckets, i + 1));
        counts[i] = walk(Buckets.start(from, to, buckets, i), end);
      }
    }
    return counts;
  }

  private final class Spread {
    private final long from;
    private final long to;
    private final long[] counts;
    private long looks = MOST_LOOKS;

    Spread(long from, long to, long[] counts) {
      this.from = from;
      this.to = to;
      this.counts = counts;
    }

    void fill() {
      long last = MinuteCounts.minute(to - 1);
      try (Scan scan = minutes.scan(MinuteCounts.minute(from), last + 1)) {
        for (; scan.isValid(); scan.next()) {
          add(Keys.minute(scan.key()), MinuteCounts.number(scan.value()));
        }
      }
    }

    private void add(long minute, long count) {
      long start = Math.max(from, MinuteCounts.start(minute));
      long end = Math.min(to, MinuteCounts.start(minute + 1));
      boolean whole = end - start == MinuteCounts.start(1);
      if (count == 0) {
        return;
      }
      if (whole && bucket(start) == bucket(end - 1)) {
        counts[bucket(start)] += count;
      } else if (count <= looks) {
        looks -= count;
        look(start, end);
      } else {
        spread(start, end, count);
      }
    }

    private int bucket(long moment) {
      return Buckets.indexOf(moment, from, to, counts.length);
    }

    private void look(long start, long end) {
      for (int i = bucket(start); i <= bucket(end - 1); i++) {
        counts[i] += walk(first(i, start), end(i, end));
      }
    }

    private void spread(long start, long end, long count) {
      for (int i = bucket(start); i <= bucket(end - 1); i++) {
        counts[i] += count * (end(i, end) - first(i, start)) / MinuteCounts.start(1);
      }
    }

    private long first(int i, long start) {
      return Math.max(start, Buckets.start(from, to, counts.length, i));
    }

    private long end(int i, long end) {
      return Math.min(end, Buckets.start(from, to, counts.length, i + 1));
    }
  }

  /** Counts the waiting jobs due within a stretch of time by walking over them, a few at a time. */
  static final class DueCounter implements AutoCloseable {
    private final Scan scan;
    private long count;

    /** Counts {@code [from, to)}. */
    DueCounter(DueLine line, long from, long to) {
      scan = line.scan(from, to);
    }

    /** Counts a few more; answers whether there are none left. */
    boolean step(int steps) {
      for (int i = 0; i < steps && scan.isValid(); i++) {
        count++;
        scan.next();
      }
      return !scan.isValid();
    }

    long count() {
      return count;
    }

    @Override
    public void close() {
      scan.close();
    }
  }
}
