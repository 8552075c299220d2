package io.duetime.server.metrics;

import io.duetime.TimeSource;
import io.duetime.server.json.QueueBrief;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * How late the attempts of the last minute began, by queue. Keeps two slices of half a minute for
 * each queue; what is older is forgotten. Thread safe.
 */
public final class RecentLateness {
  /** The most queues; the attempts of further ones are not counted until others are quiet. */
  private static final int MAX_QUEUES = 2_000;

  private static final Duration SLICE = Duration.ofSeconds(30);
  private static final int DIGITS = 2;

  private final TimeSource time;
  private final Map<String, Window> windows = new ConcurrentHashMap<>();

  RecentLateness(TimeSource time) {
    this.time = time;
  }

  /** Notes the start of an attempt. */
  void add(String queue, long lateMillis) {
    Window window = windows.get(queue);
    if (window == null) {
      window = begin(queue);
    }
    if (window != null) {
      window.add(slice(), lateMillis);
    }
  }

  private @Nullable Window begin(String queue) {
    if (windows.size() >= MAX_QUEUES) {
      long slice = slice();
      windows.values().removeIf(one -> one.isOver(slice));
    }
    return windows.size() >= MAX_QUEUES
        ? null
        : windows.computeIfAbsent(queue, absent -> new Window());
  }

  /** Returns the lateness of a queue; null if no attempt began. */
  public QueueBrief.@Nullable Late of(String queue) {
    Window window = windows.get(queue);
    return window == null ? null : window.read(slice());
  }

  private long slice() {
    return time.nanoTime() / SLICE.toNanos();
  }

  private static final class Window {
    private IntCountsHistogram now = new IntCountsHistogram(DIGITS);
    private IntCountsHistogram before = new IntCountsHistogram(DIGITS);
    private long slice;

    synchronized void add(long current, long lateMillis) {
      moveTo(current);
      now.recordValue(lateMillis);
    }

    synchronized boolean isOver(long current) {
      moveTo(current);
      return now.getTotalCount() + before.getTotalCount() == 0;
    }

    synchronized QueueBrief.@Nullable Late read(long current) {
      moveTo(current);
      IntCountsHistogram both = before.copy();
      both.add(now);
      return both.getTotalCount() == 0
          ? null
          : new QueueBrief.Late(
              both.getValueAtPercentile(50), both.getValueAtPercentile(99), both.getTotalCount());
    }

    private void moveTo(long current) {
      if (current == slice) {
        return;
      }
      IntCountsHistogram oldest = before;
      oldest.reset();
      before = now;
      now = oldest;
      if (current != slice + 1) {
        before.reset();
      }
      slice = current;
    }
  }
}
