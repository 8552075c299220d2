package io.duetime.bench.redis;

import io.duetime.Durability;
import io.duetime.bench.BenchEngines;
import io.duetime.bench.Flags;
import io.duetime.bench.load.EngineCalls;
import io.duetime.bench.load.JobSource;
import io.duetime.bench.redis.prototype.Layout;
import io.duetime.bench.redis.prototype.Prototype;
import io.duetime.bench.redis.server.BenchServer;
import io.duetime.engine.Engine;
import java.io.PrintStream;
import java.util.Set;

/** Measures what a job that waits takes of the server's memory in several layouts. */
public final class RedisMemoryBench {
  private static final String USAGE = "usage: redis-memory [--server PATH] [--jobs 1000000]";

  private RedisMemoryBench() {}

  /** Runs the bench, with the server's default settings. */
  public static void main(String... args) {
    Flags flags = Flags.parse(USAGE, Set.of("server", "jobs"), args);
    System.setProperty("duetime.redis.server", flags.get("server", ""));
    System.setProperty("org.slf4j.simpleLogger.log.io.duetime.redis", "off");
    try (BenchServer server = new BenchServer()) {
      run(server, (int) flags.get("jobs", 1_000_000), System.out);
    }
  }

  static void run(BenchServer server, int jobs, PrintStream out) {
    out.println(server.describe());
    out.printf(
        "%n%,d jobs of %d bytes, ids of 26 characters, due within a day%n%n",
        jobs, JobSource.PAYLOAD_BYTES);
    out.println("| layout | bytes a job | what it allows |");
    out.println("|---|---:|---|");
    for (Layout layout : Layout.values()) {
      row(out, layout.title(), bytes(server, jobs, layout), layout.limits());
    }
    row(out, "the engine", bytesOfEngine(server, jobs), "the whole contract");
  }

  private static void row(PrintStream out, String title, double bytes, String limits) {
    out.printf("| %s | %.1f | %s |%n", title, bytes, limits);
  }

  private static double bytes(BenchServer server, int jobs, Layout layout) {
    server.empty();
    try (Prototype prototype = new Prototype(server.uri())) {
      long before = server.usedMemory();
      prototype.load(layout.script(), jobs);
      return (server.usedMemory() - before) / (double) jobs;
    }
  }

  private static double bytesOfEngine(BenchServer server, int jobs) {
    server.empty();
    try (Engine engine = BenchEngines.open(server.uri())) {
      long before = server.usedMemory();
      new EngineCalls(engine, Durability.NONE).loadPending(jobs);
      return (server.usedMemory() - before) / (double) jobs;
    }
  }
}
