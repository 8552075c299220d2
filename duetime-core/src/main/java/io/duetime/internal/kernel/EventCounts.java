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
  long deadDropped;
  long expired;
  long dropped;
  long cancelled;
  long setAside;

  EventCounts copy() {
    EventCounts copy = new EventCounts();
    copy.scheduled = scheduled;
    copy.claimed = claimed;
    copy.acked = acked;
    copy.retried = retried;
    copy.leasesLost = leasesLost;
    copy.died = died;
    copy.deadDropped = deadDropped;
    copy.expired = expired;
    copy.dropped = dropped;
    copy.cancelled = cancelled;
    copy.setAside = setAside;
    return copy;
  }

  QueueCounts.Events snapshot() {
    return new QueueCounts.Events(
        scheduled,
        claimed,
        acked,
        retried,
        leasesLost,
        died,
        deadDropped,
        expired,
        dropped,
        cancelled,
        setAside);
  }
}
