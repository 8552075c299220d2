package io.duetime.bench.redis;

import io.duetime.Duetime;
import io.duetime.Durability;
import io.duetime.bench.BenchEngines;
import io.duetime.bench.load.Callers;
import io.duetime.bench.load.EngineCalls;
import io.duetime.bench.load.LibraryCalls;
import io.duetime.bench.redis.server.BenchServer;
import io.duetime.bench.redis.server.ServerThroughput;
import io.duetime.engine.Engine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The Redis engine, with its defaults; an empty server each time. */
final class RedisRuns {
  private final BenchServer server;
  private final Duration time;

  RedisRuns(BenchServer server, Duration time) {
    this.server = server;
    this.time = time;
  }

  /** One call a batch. */
  ServerThroughput schedule(Callers callers, int size) {
    server.empty();
    try (Engine engine = BenchEngines.open(server.uri())) {
      EngineCalls calls = new EngineCalls(engine, Durability.NONE);
      return server.measure(() -> callers.during(time, caller -> calls.scheduling(caller, size)));
    }
  }

  /** Each caller of the library schedules one job after the other. */
  ServerThroughput scheduleByLibrary(Callers callers) {
    server.empty();
    try (Duetime duetime = Duetime.open(server.uri())) {
      return server.measure(() -> callers.during(time, new LibraryCalls(duetime)::scheduling));
    }
  }

  /** One call a batch of jobs that are due already. */
  ServerThroughput scheduleDue(Callers callers, int size, int priorities) {
    server.empty();
    try (Engine engine = BenchEngines.open(server.uri())) {
      EngineCalls calls = new EngineCalls(engine, Durability.NONE, priorities);
      return server.measure(
          () -> callers.during(time, caller -> calls.schedulingDue(caller, size)));
    }
  }

  /** Each caller claims and then acknowledges, a batch at a time, until none is left. */
  ServerThroughput claimAndAck(Callers callers, int size, int jobs, int priorities) {
    server.empty();
    try (Engine engine = BenchEngines.open(server.uri())) {
      EngineCalls calls = new EngineCalls(engine, Durability.NONE, priorities);
      calls.loadDue(jobs);
      AtomicInteger left = new AtomicInteger(jobs);
      return server.measure(
          () -> callers.asLongAs(() -> left.get() > 0, caller -> calls.claiming(size, left)));
    }
  }

  /** A worker of 16 handlers that do nothing takes what is due, until the last has begun. */
  ServerThroughput work(int jobs) {
    server.empty();
    try (Engine engine = BenchEngines.open(server.uri())) {
      new EngineCalls(engine, Durability.NONE).loadDue(jobs);
    }
    try (Duetime duetime = Duetime.open(server.uri())) {
      return server.measure(() -> new LibraryCalls(duetime).handling(jobs));
    }
  }
}
