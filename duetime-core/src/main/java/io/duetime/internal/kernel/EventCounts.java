package io.duetime.internal.kernel;

import io.duetime.engine.QueueCounts;

/** Counts what happens to the jobs of a queue. */
final class EventCounts {
  long scheduled;
  long claimed;
  long acked;
  long retried;
  long leasesLost;
  long died;
  long expired;
  long dropped;
  long cancelled;
  long setAside;

  QueueCounts.Events snapshot() {
    return new QueueCounts.Events(
        scheduled,
        claimed,
        acked,
        retried,
        leasesLost,
        died,
        expired,
        dropped,
        cancelled,
        setAside);
  }
}
