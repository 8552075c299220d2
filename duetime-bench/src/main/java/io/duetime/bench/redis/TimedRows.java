package io.duetime.bench.redis;

import io.duetime.Duetime;
import io.duetime.Durability;
import io.duetime.bench.BenchEngines;
import io.duetime.bench.MeasuredSpread;
import io.duetime.bench.load.Burst;
import io.duetime.bench.load.LatenessHistogram;
import io.duetime.bench.load.LibraryWorker;
import io.duetime.bench.load.LoopingEngine;
import io.duetime.bench.load.TimedConsumer;
import io.duetime.bench.redis.prototype.PrototypeLoop;
import io.duetime.bench.redis.server.BenchServer;
import io.duetime.engine.Engine;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How late jobs come: to a loop of the engine, a worker of the library and the prototype's loop.
 */
final class TimedRows {
  /** What each does once before it is measured, while the JVM still interprets. */
  private static final Burst WARMING = new Burst(5_000, Duration.ofMillis(500));

  private final BenchServer server;
  private final int repetitions;
  private final PrintStream out;

  /** What is done with each consumer. */
  @FunctionalInterface
  interface Work {
    /** Does it, and waits until all has come. */
    LatenessHistogram with(TimedConsumer consumer) throws InterruptedException;
  }

  TimedRows(BenchServer server, int repetitions, PrintStream out) {
    this.server = server;
    this.repetitions = repetitions;
    this.out = out;
  }

  /** Lets them take turns, and prints a table. */
  void print(String title, Work work) throws InterruptedException {
    engine(WARMING::run);
    library(WARMING::run);
    prototype(WARMING::run);
    Map<String, List<LatenessHistogram>> logs = new LinkedHashMap<>();
    for (int i = 0; i < repetitions; i++) {
      add(logs, "engine, a loop that claims", engine(work));
      add(logs, "a worker of the library", library(work));
      add(logs, "prototype, a loop that claims", prototype(work));
    }
    out.printf("%n%s; ms late, min / median / max of %d%n%n", title, repetitions);
    printHeading();
    logs.forEach(this::print);
  }

  private static void add(
      Map<String, List<LatenessHistogram>> logs, String who, LatenessHistogram log) {
    logs.computeIfAbsent(who, name -> new ArrayList<>()).add(log);
  }

  LatenessHistogram engine(Work work) throws InterruptedException {
    server.empty();
    try (Engine engine = BenchEngines.open(server.uri());
        TimedConsumer consumer = new LoopingEngine(engine, Durability.NONE)) {
      return work.with(consumer);
    }
  }

  LatenessHistogram library(Work work) throws InterruptedException {
    server.empty();
    try (Duetime duetime = Duetime.open(server.uri());
        TimedConsumer consumer = new LibraryWorker(duetime)) {
      return work.with(consumer);
    }
  }

  LatenessHistogram prototype(Work work) throws InterruptedException {
    server.empty();
    try (TimedConsumer consumer = new PrototypeLoop(server.uri())) {
      return work.with(consumer);
    }
  }

  void printHeading() {
    out.println("| who | p50 | p90 | p99 | max | early | jobs | producer's greatest lag |");
    out.println("|---|---:|---:|---:|---:|---:|---:|---:|");
  }

  void print(String who, List<LatenessHistogram> logs) {
    out.printf(
        "| %s | %s | %s | %s | %s | %d | %,d | %s |%n",
        who,
        spread(logs, log -> log.millisAt(50)),
        spread(logs, log -> log.millisAt(90)),
        spread(logs, log -> log.millisAt(99)),
        spread(logs, log -> log.millisAt(100)),
        logs.stream().mapToLong(LatenessHistogram::early).sum(),
        logs.get(0).jobs(),
        spread(logs, LatenessHistogram::producerLagMillis));
  }

  private static String spread(
      List<LatenessHistogram> logs, ToDoubleFunction<LatenessHistogram> figure) {
    return MeasuredSpread.of(logs, figure).format("%.2f");
  }
}
