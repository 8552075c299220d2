package io.duetime.server.metrics;

import io.duetime.engine.ClaimResult;
import io.duetime.engine.QueueCounts;

/**
 * The counts of one queue at one scrape, or the sums of all queues without series of their own.
 *
 * @param oldestMillis the due time of the job that is overdue for longest, or {@link
 *     ClaimResult#NEVER}; of the sum, without paused queues
 * @param isPaused whether the queue is paused; the sum never is
 */
record QueueReading(
    String queue,
    QueueCounts.ByState now,
    QueueCounts.Events since,
    long oldestMillis,
    boolean isPaused) {
  static final QueueReading NONE =
      new QueueReading(
          "",
          new QueueCounts.ByState(0, 0, 0, 0, 0, 0),
          new QueueCounts.Events(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
          ClaimResult.NEVER,
          false);

  static QueueReading of(String queue, QueueCounts counts) {
    return new QueueReading(queue, counts.now(), counts.since(), counts.oldestReadyMillis(), false);
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

  private static QueueCounts.ByState plus(QueueCounts.ByState a, QueueCounts.ByState b) {
    return new QueueCounts.ByState(
        a.delayed() + b.delayed(),
        a.ready() + b.ready(),
        a.running() + b.running(),
        a.dead() + b.dead(),
        a.done() + b.done(),
        a.cancelled() + b.cancelled());
  }

  private static QueueCounts.Events plus(QueueCounts.Events a, QueueCounts.Events b) {
    return new QueueCounts.Events(
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
