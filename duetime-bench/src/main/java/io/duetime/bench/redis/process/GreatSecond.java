package io.duetime.bench.redis.process;

import io.duetime.Durability;
import io.duetime.bench.BenchEngines;
import io.duetime.bench.MeasuredSpread;
import io.duetime.bench.load.Callers;
import io.duetime.bench.load.EngineCalls;
import io.duetime.bench.load.Throughput;
import io.duetime.bench.redis.prototype.Prototype;
import io.duetime.bench.redis.server.BenchServer;
import io.duetime.engine.Engine;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Very many jobs that became due in the same second, and how they slow another client. */
public final class GreatSecond {
  private static final Callers CALLERS = new Callers(4);
  private static final int BATCH = 500;

  private final BenchServer server;
  private final int jobs;
  private final PrintStream out;

  /** What one measurement came to. */
  private record Drain(double seconds, double p99Millis, double maxMillis) {}

  public GreatSecond(BenchServer server, int jobs, PrintStream out) {
    this.server = server;
    this.jobs = jobs;
    this.out = out;
  }

  /** Prints a table. */
  public void run(int repetitions) {
    Map<String, List<Drain>> drains = new LinkedHashMap<>();
    for (int i = 0; i < repetitions; i++) {
      drains.computeIfAbsent("engine", name -> new ArrayList<>()).add(engine());
      drains.computeIfAbsent("prototype", name -> new ArrayList<>()).add(prototype());
    }
    out.printf(
        "%n%,d jobs due in one second, claimed and acknowledged by 4 callers, %d a call;"
            + " min / median / max of %d%n%n",
        jobs, BATCH, repetitions);
    out.println("| who | s | a bystander's GET, p99 ms | the slowest GET, ms |");
    out.println("|---|---:|---:|---:|");
    drains.forEach(this::print);
  }

  private void print(String who, List<Drain> its) {
    out.printf(
        "| %s | %s | %s | %s |%n",
        who,
        MeasuredSpread.of(its, Drain::seconds).format("%.1f"),
        MeasuredSpread.of(its, Drain::p99Millis).format("%.2f"),
        MeasuredSpread.of(its, Drain::maxMillis).format("%.1f"));
  }

  private Drain engine() {
    server.empty();
    try (Engine engine = BenchEngines.open(server.uri())) {
      EngineCalls calls = new EngineCalls(engine, Durability.NONE);
      calls.loadSecond(jobs);
      AtomicInteger left = new AtomicInteger(jobs);
      return drain(left, calls.claiming(BATCH, left));
    }
  }

  private Drain prototype() {
    server.empty();
    try (Prototype prototype = new Prototype(server.uri())) {
      long second = System.currentTimeMillis() - 1_000;
      prototype.load(jobs, source -> Prototype.Job.of(source, second + source.nextDelay() % 1_000));
      AtomicInteger left = new AtomicInteger(jobs);
      return drain(left, prototype.claiming(BATCH, left));
    }
  }

  private Drain drain(AtomicInteger left, Callers.Call call) {
    double seconds;
    Bystander bystander = new Bystander(server);
    try (bystander) {
      Throughput pace = CALLERS.asLongAs(() -> left.get() > 0, caller -> call);
      seconds = pace.jobs() / pace.jobsPerSecond();
    }
    return new Drain(seconds, bystander.millisAt(99), bystander.millisAt(100));
  }
}
