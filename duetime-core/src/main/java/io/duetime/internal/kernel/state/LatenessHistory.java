package io.duetime.internal.kernel.state;

import io.duetime.engine.QueueTimeline;
import io.duetime.internal.engine.Buckets;
import io.duetime.internal.kernel.state.PastSpan.Unit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Remembers how many jobs were claimed and how late: by the minute for a day, then by the hour for
 * 35 days. A minute is kept in the table when it is over.
 */
public final class LatenessHistory {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final long MINUTES_KEPT = 24 * HOUR;
  private static final long HOURS_KEPT = 35 * 24 * HOUR;
  private static final long NONE = -1;

  private final TreeMap<Long, Lateness> minutes = new TreeMap<>();
  private final TreeMap<Long, Lateness> hours = new TreeMap<>();
  private PastTable table = PastTable.NONE;
  private Lateness current = new Lateness();
  private long currentStart = NONE;

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

    PastSpan span(Unit unit, long start) {
      return new PastSpan(unit, start, ran, sum, max);
    }
  }

  /**
   * Keeps the past in a table from now on.
   *
   * @param kept what the table has; taken over unless something of the past is already known
   */
  public void keepIn(PastTable now, List<PastSpan> kept) {
    table = now;
    if (minutes.isEmpty() && hours.isEmpty()) {
      kept.forEach(this::add);
    }
  }

  /** Adds jobs that were claimed in a span. */
  public void add(PastSpan span) {
    at(span.unit(), span.start()).add(span.ran(), span.latenessSum(), span.latenessMax());
  }

  private Lateness at(Unit unit, long start) {
    return (unit == Unit.HOUR ? hours : minutes).computeIfAbsent(start, any -> new Lateness());
  }

  public void ran(long now, long dueAt) {
    long start = now - now % MINUTE;
    if (start != currentStart) {
      advance(now);
      current = at(Unit.MINUTE, start);
      currentStart = start;
    }
    long late = Math.max(0, now - dueAt);
    current.add(1, late, late);
  }

  /** Keeps the minute that is not over yet. */
  public void save() {
    if (currentStart != NONE) {
      table.savePast(current.span(Unit.MINUTE, currentStart));
    }
  }

  private void advance(long now) {
    if (currentStart != now - now % MINUTE) {
      save();
      currentStart = NONE;
    }
    addOldMinutes(now - now % MINUTE - MINUTES_KEPT);
    forgetHours(now - now % HOUR - HOURS_KEPT);
  }

  private void addOldMinutes(long before) {
    TreeMap<Long, Lateness> changed = new TreeMap<>();
    Iterator<Map.Entry<Long, Lateness>> old = minutes.headMap(before).entrySet().iterator();
    while (old.hasNext()) {
      Map.Entry<Long, Lateness> minute = old.next();
      long start = minute.getKey();
      Lateness hour = at(Unit.HOUR, start - start % HOUR);
      hour.add(minute.getValue());
      changed.put(start - start % HOUR, hour);
      table.deletePast(Unit.MINUTE, start);
      old.remove();
    }
    changed.forEach((start, hour) -> table.savePast(hour.span(Unit.HOUR, start)));
  }

  private void forgetHours(long before) {
    Map<Long, Lateness> old = hours.headMap(before);
    old.keySet().forEach(start -> table.deletePast(Unit.HOUR, start));
    old.clear();
  }

  /**
   * Both what ran within {@code [from, to)} and how many jobs wait in each equal part of it. What
   * is known by the hour counts in the part in which the hour begins.
   */
  public QueueTimeline timeline(long now, long from, long to, long[] waiting) {
    advance(now);
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
