package io.duetime.internal.kernel.state;

import io.duetime.engine.QueueTimeline;
import io.duetime.internal.engine.Buckets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/** Remembers by the minute, for a day, how many jobs were claimed and how late. */
public final class LatenessHistory {
  private static final long MINUTE = 60_000;
  private static final long KEPT = 24 * 60 * MINUTE;

  private final TreeMap<Long, Lateness> minutes = new TreeMap<>();
  private Lateness current = new Lateness();
  private long currentStart = -1;

  /** How many jobs were claimed, and how late. */
  private static final class Lateness {
    long ran;
    long sum;
    long max;

    void add(long moreRan, long moreSum, long otherMax) {
      ran += moreRan;
      sum += moreSum;
      max = Math.max(max, otherMax);
    }
  }

  public void ran(long now, long dueAt) {
    long start = now - now % MINUTE;
    if (start != currentStart) {
      current = minutes.computeIfAbsent(start, any -> new Lateness());
      currentStart = start;
      minutes.headMap(start - KEPT).clear();
    }
    long late = Math.max(0, now - dueAt);
    current.add(1, late, late);
  }

  /** Adds jobs that were claimed in the minute that begins at a moment. */
  public void add(long minute, long ran, long latenessSum, long latenessMax) {
    minutes.computeIfAbsent(minute, any -> new Lateness()).add(ran, latenessSum, latenessMax);
  }

  /** Both what ran within {@code [from, to)} and how many jobs wait in each equal part of it. */
  public QueueTimeline timeline(long now, long from, long to, long[] waiting) {
    List<QueueTimeline.Bucket> buckets = new ArrayList<>(waiting.length);
    for (int i = 0; i < waiting.length; i++) {
      long start = Buckets.start(from, to, waiting.length, i);
      long end = Buckets.start(from, to, waiting.length, i + 1);
      buckets.add(bucket(start, end, waiting[i], minutes.subMap(start, end).values()));
    }
    return new QueueTimeline(now, buckets);
  }

  private static QueueTimeline.Bucket bucket(
      long start, long end, long waiting, Collection<Lateness> minutes) {
    Lateness all = new Lateness();
    minutes.forEach(minute -> all.add(minute.ran, minute.sum, minute.max));
    return new QueueTimeline.Bucket(start, end, waiting, all.ran, all.sum, all.max);
  }
}
