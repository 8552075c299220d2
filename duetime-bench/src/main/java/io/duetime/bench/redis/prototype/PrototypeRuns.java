package io.duetime.bench.redis.prototype;

import io.duetime.bench.load.Callers;
import io.duetime.bench.redis.server.BenchServer;
import io.duetime.bench.redis.server.ServerThroughput;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The prototype, with the same runs as the engine; an empty server each time. */
public final class PrototypeRuns {
  private final BenchServer server;
  private final Duration time;

  public PrototypeRuns(BenchServer server, Duration time) {
    this.server = server;
    this.time = time;
  }

  public ServerThroughput schedule(Callers callers, int size) {
    server.empty();
    try (Prototype prototype = new Prototype(server.uri())) {
      return server.measure(
          () -> callers.during(time, caller -> prototype.scheduling(caller, size)));
    }
  }

  public ServerThroughput scheduleGathered(Callers callers) {
    server.empty();
    try (Prototype prototype = new Prototype(server.uri())) {
      PrototypeBatcher gathering = new PrototypeBatcher(prototype);
      return server.measure(() -> callers.during(time, gathering::scheduling));
    }
  }

  public ServerThroughput claimAndAck(Callers callers, int size, int jobs) {
    server.empty();
    try (Prototype prototype = new Prototype(server.uri())) {
      prototype.load(jobs, Prototype.Job::due);
      AtomicInteger left = new AtomicInteger(jobs);
      return server.measure(
          () -> callers.asLongAs(() -> left.get() > 0, caller -> prototype.claiming(size, left)));
    }
  }
}
