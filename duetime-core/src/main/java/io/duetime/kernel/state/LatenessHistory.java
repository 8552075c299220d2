package io.duetime.kernel.state;

import io.duetime.Timeline;
import io.duetime.engine.support.Buckets;
import io.duetime.kernel.state.PastTable.PastSpan;
import io.duetime.kernel.state.PastTable.PastSpan.Unit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Remembers how many jobs were claimed and how late, and how many attempts ended: by the minute for
 * a day, then by the hour for 35 days. A minute is kept in the table at the first claim, end or
 * timeline after it, or when it is saved.
 */
public final class LatenessHistory {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final long MINUTES_KEPT = 24 * HOUR;
  private static final long HOURS_KEPT = 35 * 24 * HOUR;
  private static final long NONE = -1;

  /** The minutes that are over, and those that the table had. */
  private final PackedSpans minutes = new PackedSpans(Unit.MINUTE);

  private final PackedSpans hours = new PackedSpans(Unit.HOUR);
  private PastTable table = PastTable.NONE;
  private Lateness current = new Lateness();
  private long currentStart = NONE;

  private static final class Lateness {
    long ran;
    long done;
    long failed;
    long sum;
    long max;

    void add(PastSpan other) {
      ran += other.ran();
      done += other.done();
      failed += other.failed();
      sum += other.latenessSum();
      max = Math.max(max, other.latenessMax());
    }

    PastSpan minute(long start) {
      return new PastSpan(Unit.MINUTE, start, ran, done, failed, sum, max);
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
    (span.unit() == Unit.HOUR ? hours : minutes).add(span);
  }

  private Lateness at(long now) {
    long start = now - now % MINUTE;
    if (start != currentStart) {
      advance(now);
      currentStart = start;
    }
    return current;
  }

  public void ran(long now, long dueAt) {
    Lateness minute = at(now);
    long late = Math.max(0, now - dueAt);
    minute.ran++;
    minute.sum += late;
    minute.max = Math.max(minute.max, late);
  }

  /** An attempt has succeeded. */
  public void done(long now) {
    at(now).done++;
  }

  /** An attempt has failed. */
  public void failed(long now) {
    at(now).failed++;
  }

  /** Keeps the minute of the last claim or end. */
  public void save() {
    if (currentStart != NONE) {
      table.savePast(minutes.add(current.minute(currentStart)));
      current = new Lateness();
      currentStart = NONE;
    }
  }

  private void advance(long now) {
    if (currentStart != now - now % MINUTE) {
      save();
    }
    addOldMinutes(now - now % MINUTE - MINUTES_KEPT);
    forgetHours(now - now % HOUR - HOURS_KEPT);
  }

  private void addOldMinutes(long before) {
    TreeMap<Long, PastSpan> changed = new TreeMap<>();
    for (PastSpan minute : minutes.removeBefore(before)) {
      long start = minute.start() - minute.start() % HOUR;
      changed.put(start, hours.add(minute.startingAt(start)));
      table.deletePast(Unit.MINUTE, minute.start());
    }
    changed.values().forEach(table::savePast);
  }

  private void forgetHours(long before) {
    hours.removeBefore(before).forEach(hour -> table.deletePast(Unit.HOUR, hour.start()));
  }

  /**
   * Both what ran within {@code [from, to)} and how many jobs wait in each equal part of it. What
   * is known by the hour counts in the part in which the hour begins.
   */
  public Timeline timeline(long now, long from, long to, long[] waiting) {
    advance(now);
    List<Timeline.Bucket> buckets = new ArrayList<>(waiting.length);
    for (int i = 0; i < waiting.length; i++) {
      long start = Buckets.start(from, to, waiting.length, i);
      long end = Buckets.start(from, to, waiting.length, i + 1);
      buckets.add(bucket(start, end, waiting[i]));
    }
    return new Timeline(Instant.ofEpochMilli(now), buckets);
  }

  private Timeline.Bucket bucket(long start, long end, long waiting) {
    Lateness all = new Lateness();
    hours.within(start, end).forEach(all::add);
    minutes.within(start, end).forEach(all::add);
    if (currentStart >= start && currentStart < end) {
      all.add(current.minute(currentStart));
    }
    return new Timeline.Bucket(
        Instant.ofEpochMilli(start),
        Instant.ofEpochMilli(end),
        waiting,
        all.ran,
        all.done,
        all.failed,
        Duration.ofMillis(all.sum),
        Duration.ofMillis(all.max));
  }
}
