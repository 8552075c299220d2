package io.duetime.internal.kernel.state;

import io.duetime.engine.QueueTimeline;
import io.duetime.internal.engine.Buckets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Remembers how many jobs were claimed and how late: by the minute for a day, then by the hour for
 * 35 days.
 */
public final class LatenessHistory {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final long MINUTES_KEPT = 24 * HOUR;
  private static final long HOURS_KEPT = 35 * 24 * HOUR;

  private final TreeMap<Long, Lateness> minutes = new TreeMap<>();
  private final TreeMap<Long, Lateness> hours = new TreeMap<>();
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

    void add(Lateness other) {
      add(other.ran, other.sum, other.max);
    }
  }

  public void ran(long now, long dueAt) {
    long start = now - now % MINUTE;
    if (start != currentStart) {
      forgetOld(now);
      current = minutes.computeIfAbsent(start, any -> new Lateness());
      currentStart = start;
    }
    long late = Math.max(0, now - dueAt);
    current.add(1, late, late);
  }

  /** Adds jobs that were claimed in the minute that begins at a moment. */
  public void add(long minute, long ran, long latenessSum, long latenessMax) {
    minutes.computeIfAbsent(minute, any -> new Lateness()).add(ran, latenessSum, latenessMax);
  }

  /** Adds jobs that were claimed in the hour that begins at a moment. */
  public void addHour(long hour, long ran, long latenessSum, long latenessMax) {
    hours.computeIfAbsent(hour, any -> new Lateness()).add(ran, latenessSum, latenessMax);
  }

  /** Adds minutes that have become old to their hours, and removes hours that have. */
  private void forgetOld(long now) {
    Iterator<Map.Entry<Long, Lateness>> old =
        minutes.headMap(now - now % MINUTE - MINUTES_KEPT).entrySet().iterator();
    while (old.hasNext()) {
      Map.Entry<Long, Lateness> minute = old.next();
      long hour = minute.getKey() - minute.getKey() % HOUR;
      hours.computeIfAbsent(hour, any -> new Lateness()).add(minute.getValue());
      old.remove();
    }
    hours.headMap(now - now % HOUR - HOURS_KEPT).clear();
  }

  /**
   * Both what ran within {@code [from, to)} and how many jobs wait in each equal part of it. What
   * is known by the hour counts in the part in which the hour begins.
   */
  public QueueTimeline timeline(long now, long from, long to, long[] waiting) {
    forgetOld(now);
    List<QueueTimeline.Bucket> buckets = new ArrayList<>(waiting.length);
    for (int i = 0; i < waiting.length; i++) {
      long start = Buckets.start(from, to, waiting.length, i);
      long end = Buckets.start(from, to, waiting.length, i + 1);
      buckets.add(bucket(start, end, waiting[i]));
    }
    return new QueueTimeline(now, buckets);
  }

  private QueueTimeline.Bucket bucket(long start, long end, long waiting) {
    Lateness all = new Lateness();
    hours.subMap(start, end).values().forEach(all::add);
    minutes.subMap(start, end).values().forEach(all::add);
    return new QueueTimeline.Bucket(start, end, waiting, all.ran, all.sum, all.max);
  }
}
