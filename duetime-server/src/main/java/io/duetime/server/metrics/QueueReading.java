package io.duetime.server.metrics;

import io.duetime.Counts;
import io.duetime.engine.ClaimResult;
import java.time.Instant;

/**
 * The counts of one queue at one scrape, or the sums of all queues without series of their own.
 *
 * @param oldestMillis the due time of the job that is overdue for longest, or {@link
 *     ClaimResult#NEVER}; of the sum, without paused queues
 * @param isPaused whether the queue is paused; the sum never is
 */
record QueueReading(
    String queue,
    Counts.States now,
    Counts.Events since,
    long oldestMillis,
    boolean isPaused) {
  static final QueueReading NONE =
      new QueueReading(
          "",
          new Counts.States(0, 0, 0, 0, 0, 0),
          new Counts.Events(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
          ClaimResult.NEVER,
          false);

  static QueueReading of(String queue, Counts counts) {
    Instant oldest = counts.oldestReady();
    return new QueueReading(queue, counts.now(), counts.since(), oldest == null ? ClaimResult.NEVER : oldest.toEpochMilli(), false);
  }

  QueueReading paused(boolean paused) {
    return new QueueReading(queue, now, since, oldestMillis, paused);
  }

  boolean hasOverdue() {
    return oldestMillis != ClaimResult.NEVER;
  }

  /** How much passes through the queue; the same on every server of a store. */
  long use() {
    return since.scheduled() + since.claimed();
  }

  QueueReading plus(QueueReading other, String name) {
    return new QueueReading(
        name,
        plus(now, other.now),
        plus(since, other.since),
        other.isPaused ? oldestMillis : Math.min(oldestMillis, other.oldestMillis),
        false);
  }

  private static Counts.States plus(Counts.States a, Counts.States b) {
    return new Counts.States(
        a.delayed() + b.delayed(),
        a.ready() + b.ready(),
        a.running() + b.running(),
        a.dead() + b.dead(),
        a.done() + b.done(),
        a.cancelled() + b.cancelled());
  }

  private static Counts.Events plus(Counts.Events a, Counts.Events b) {
    return new Counts.Events(
        a.scheduled() + b.scheduled(),
        a.claimed() + b.claimed(),
        a.acked() + b.acked(),
        a.retried() + b.retried(),
        a.leasesLost() + b.leasesLost(),
        a.died() + b.died(),
        a.deadDropped() + b.deadDropped(),
        a.expired() + b.expired(),
        a.dropped() + b.dropped(),
        a.cancelled() + b.cancelled(),
        a.setAside() + b.setAside());
  }
}
