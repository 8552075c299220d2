package io.duetime.cli.queue;

import io.duetime.TimeSource;
import io.duetime.cli.remote.Remote;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Computes how many jobs come and go in a second, from the events of two readings of a queue. */
final class QueueRates {
  private final Remote remote;
  private final TimeSource time;
  private final Map<String, Reading> readings = new HashMap<>();

  QueueRates(Remote remote, TimeSource time) {
    this.remote = remote;
    this.time = time;
  }

  /** Jobs in a second. */
  record Rate(double in, double out) {}

  private record Reading(long nanos, long in, long out) {}

  /** Reads a queue, and returns its rates since the reading before; empty at the first. */
  Optional<Rate> read(String queue) {
    JsonNode events = remote.get(Remote.path("v1", "queues", queue)).orFail().json().path("events");
    Reading now =
        new Reading(
            time.nanoTime(), events.path("scheduled").asLong(), events.path("acked").asLong());
    @Nullable Reading before = readings.put(queue, now);
    return before == null || before.nanos == now.nanos
        ? Optional.empty()
        : Optional.of(between(before, now));
  }

  // Events count from the creation of a queue: one that was created again has fewer.
  private static Rate between(Reading before, Reading now) {
    double seconds = (now.nanos - before.nanos) / 1e9;
    return new Rate(
        Math.max(0, now.in - before.in) / seconds, Math.max(0, now.out - before.out) / seconds);
  }
}
