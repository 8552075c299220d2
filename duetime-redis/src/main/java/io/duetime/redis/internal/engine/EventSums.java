package io.duetime.redis.internal.engine;

import io.duetime.engine.QueueCounts.Events;
import java.util.stream.LongStream;

/** Reads, sums and writes what shards have counted of events. */
final class EventSums {
  static final Events NONE = new Events(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  private EventSums() {}

  static Events read(Reply reply) {
    return new Events(
        reply.number("scheduled"),
        reply.number("claimed"),
        reply.number("acked"),
        reply.number("retried"),
        reply.number("leasesLost"),
        reply.number("died"),
        reply.number("expired"),
        reply.number("dropped"),
        reply.number("cancelled"),
        reply.number("setAside"));
  }

  /** In the order of {@code events.lua}. */
  static LongStream inOrder(Events events) {
    return LongStream.of(
        events.scheduled(),
        events.claimed(),
        events.acked(),
        events.retried(),
        events.leasesLost(),
        events.died(),
        events.expired(),
        events.dropped(),
        events.cancelled(),
        events.setAside());
  }

  static Events sum(Events a, Events b) {
    return new Events(
        a.scheduled() + b.scheduled(),
        a.claimed() + b.claimed(),
        a.acked() + b.acked(),
        a.retried() + b.retried(),
        a.leasesLost() + b.leasesLost(),
        a.died() + b.died(),
        a.expired() + b.expired(),
        a.dropped() + b.dropped(),
        a.cancelled() + b.cancelled(),
        a.setAside() + b.setAside());
  }
}
