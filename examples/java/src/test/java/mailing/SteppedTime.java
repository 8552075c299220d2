package mailing;

import io.duetime.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;

/** A time that moves when the test says so, for a store whose work is done by its own threads. */
final class SteppedTime implements TimeSource {
  private record Alarm(Instant at, Runnable task) {}

  // Guarded by this.
  private final PriorityQueue<Alarm> alarms =
      new PriorityQueue<>(Comparator.comparing((Alarm alarm) -> alarm.at));
  private Instant now = Instant.parse("2026-06-01T05:00:00Z");

  @Override
  public synchronized Instant instant() {
    return now;
  }

  @Override
  public synchronized long nanoTime() {
    return Duration.between(Instant.EPOCH, now).toNanos();
  }

  @Override
  public synchronized Timer after(Duration delay, Runnable task) {
    Alarm alarm = new Alarm(now.plus(delay), task);
    alarms.add(alarm);
    return () -> cancel(alarm);
  }

  private synchronized void cancel(Alarm alarm) {
    alarms.remove(alarm);
  }

  /** Moves the time, and runs what is due then on this thread. */
  void advance(Duration by) {
    synchronized (this) {
      now = now.plus(by);
    }
    for (Alarm due = nextDue(); due != null; due = nextDue()) {
      due.task.run();
    }
  }

  private synchronized Alarm nextDue() {
    Alarm first = alarms.peek();
    return first == null || first.at.isAfter(now) ? null : alarms.poll();
  }
}
