package io.duetime.internal.kernel;

import java.util.TreeMap;

/** Remembers by the minute, for a day, how many jobs were claimed and how late. */
final class LatenessLog {
  private static final long MINUTE = 60_000;
  private static final long KEPT = 24 * 60 * MINUTE;

  private final TreeMap<Long, Minute> minutes = new TreeMap<>();
  private Minute current = new Minute(-1);

  /** What happened in one minute. */
  static final class Minute {
    final long start;
    long ran;
    long latenessSum;
    long latenessMax;

    Minute(long start) {
      this.start = start;
    }
  }

  void ran(long now, long dueAt) {
    long start = now - now % MINUTE;
    if (start != current.start) {
      current = minutes.computeIfAbsent(start, Minute::new);
      minutes.headMap(start - KEPT).clear();
    }
    long late = Math.max(0, now - dueAt);
    current.ran++;
    current.latenessSum += late;
    current.latenessMax = Math.max(current.latenessMax, late);
  }

  /** The minutes that begin within {@code [from, to)}, ascending. */
  Iterable<Minute> between(long from, long to) {
    return minutes.subMap(from, to).values();
  }
}
