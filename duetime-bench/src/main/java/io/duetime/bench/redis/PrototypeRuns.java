package io.duetime.bench.redis;

import io.duetime.bench.load.Callers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The prototype, doing the same as {@link RedisRuns}; an empty server each time. */
final class PrototypeRuns {
  private final BenchServer server;
  private final Duration time;

  PrototypeRuns(BenchServer server, Duration time) {
    this.server = server;
    this.time = time;
  }

  ServerPace schedule(Callers callers, int size) {
    server.empty();
    try (Prototype prototype = new Prototype(server.uri())) {
      return server.measure(
          () -> callers.during(time, caller -> prototype.scheduling(caller, size)));
    }
  }

  ServerPace scheduleGathered(Callers callers) {
    server.empty();
    try (Prototype prototype = new Prototype(server.uri())) {
      Gathering gathering = new Gathering(prototype);
      return server.measure(() -> callers.during(time, gathering::scheduling));
    }
  }

  ServerPace claimAndAck(Callers callers, int size, int jobs) {
    server.empty();
    try (Prototype prototype = new Prototype(server.uri())) {
      prototype.load(jobs, Prototype.Job::due);
      AtomicInteger left = new AtomicInteger(jobs);
      return server.measure(
          () -> callers.asLongAs(() -> left.get() > 0, caller -> prototype.claiming(size, left)));
    }
  }
}
