package io.duetime.bench.rabbitmq;

import io.duetime.bench.BenchEngines;
import io.duetime.bench.Flags;
import io.duetime.bench.Machine;
import io.duetime.bench.MeasuredSpread;
import io.duetime.bench.ScratchFolder;
import io.duetime.bench.Yardstick;
import io.duetime.bench.load.LatenessHistogram;
import io.duetime.bench.load.SteadyLoad;
import io.duetime.bench.redis.server.BenchServer;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Measures the hand-over to RabbitMQ from a store on disk and from Redis, in turns with a bare
 * producer, a worker with an empty handler, RabbitMQ's time to live with dead letters, and a loop
 * with one script for each message. All share the machine with the broker.
 */
public final class RabbitHandOverBench {
  private static final String USAGE =
      "usage: handover-rabbitmq [--rabbitmq /] [--folder FOLDER] [--repetitions 3] [--jobs 100000]"
          + " [--seconds 20]";
  private static final int PER_SECOND = 1_000;
  private static final int DELAY_MILLIS = 1_000;
  private static final Duration WARM = Duration.ofSeconds(5);

  private final PrintStream out = System.out;
  private final Map<String, List<Double>> rates = new LinkedHashMap<>();
  private final Path folder;
  private final Path root;
  private final int repetitions;
  private final int jobs;
  private final SteadyLoad warm = load(WARM);
  private final SteadyLoad load;

  private RabbitHandOverBench(Flags flags) {
    this.root = Path.of(flags.get("rabbitmq", "/"));
    this.folder = Path.of(flags.get("folder", System.getProperty("java.io.tmpdir")));
    this.repetitions = (int) flags.get("repetitions", 3);
    this.jobs = (int) flags.get("jobs", 100_000);
    this.load = load(Duration.ofSeconds(flags.get("seconds", 20)));
  }

  private static SteadyLoad load(Duration time) {
    Duration delay = Duration.ofMillis(DELAY_MILLIS);
    return new SteadyLoad(PER_SECOND, time, delay, delay.plusMillis(1));
  }

  /** Runs the bench with a broker and a Redis server of its own. */
  public static void main(String... args) throws Exception {
    Set<String> known = Set.of("rabbitmq", "folder", "repetitions", "jobs", "seconds");
    new RabbitHandOverBench(Flags.parse(USAGE, known, args)).run();
  }

  private void run() throws Exception {
    out.println(Machine.describe());
    out.println("yardstick before: " + Yardstick.take());
    try (BenchBroker broker = new BenchBroker(root, folder);
        BenchServer redis = new BenchServer()) {
      for (int i = 0; i <= repetitions; i++) {
        measureRates(broker, redis, i > 0);
      }
      printRates();
      measureLateness(broker, redis);
    }
    out.println();
    out.println("yardstick after: " + Yardstick.take());
  }

  private interface Measurement {
    double take() throws Exception;
  }

  private void measureRates(BenchBroker broker, BenchServer redis, boolean counts)
      throws Exception {
    measure(broker, counts, "bare producer", () -> new BareProducer(broker).rate(jobs));
    try (ScratchFolder scratch = ScratchFolder.in(folder)) {
      String store = BenchEngines.uri("embedded", scratch.path());
      measureStore(broker, counts, "embedded", store);
    }
    redis.empty();
    measureStore(broker, counts, "Redis", redis.uri());
    try (DeadLetterWay way = new DeadLetterWay(broker, DELAY_MILLIS)) {
      measure(broker, counts, "TTL and dead letters, 1 s included", () -> way.rate(jobs));
    }
    redis.empty();
    try (LuaLoop loop = new LuaLoop(redis.uri(), broker)) {
      measure(broker, counts, "loop with a script for each", () -> loop.rate(jobs));
    }
  }

  private void measureStore(BenchBroker broker, boolean counts, String name, String store)
      throws Exception {
    try (HandOverRuns runs = new HandOverRuns(store, broker)) {
      measure(broker, counts, name + ": empty handler", () -> runs.workerRate(jobs));
      measure(broker, counts, name + ": hand-over", () -> runs.handOverRate(jobs));
    }
  }

  private void measure(BenchBroker broker, boolean counts, String name, Measurement measurement)
      throws Exception {
    double rate = measurement.take();
    if (counts) {
      rates.computeIfAbsent(name, any -> new ArrayList<>()).add(rate);
    }
    broker.empty();
  }

  private void printRates() {
    out.printf("%nmessages a second, min / median / max of %d%n%n", repetitions);
    out.println("| way | messages a second |");
    out.println("|---|---:|");
    rates.forEach(
        (way, each) -> out.printf("| %s | %s |%n", way, MeasuredSpread.of(each).format("%,.0f")));
  }

  private void measureLateness(BenchBroker broker, BenchServer redis) throws Exception {
    out.printf(
        "%nms late at %,d/s: hand-over and loop at the publish, dead letters at the", PER_SECOND);
    out.printf(" consumer%n%n");
    LatenessHistogram.printHeading(out);
    List<String> confirms = new ArrayList<>();
    try (ScratchFolder scratch = ScratchFolder.in(folder)) {
      String store = BenchEngines.uri("embedded", scratch.path());
      confirms.add("| embedded | " + lateness("embedded", store, broker) + " |");
    }
    redis.empty();
    confirms.add("| Redis | " + lateness("Redis", redis.uri(), broker) + " |");
    for (SteadyLoad each : List.of(warm, load)) {
      try (DeadLetterWay way = new DeadLetterWay(broker, DELAY_MILLIS)) {
        way.startTimed();
        row("TTL and dead letters", each, each.run(way));
      }
    }
    redis.empty();
    for (SteadyLoad each : List.of(warm, load)) {
      try (LuaLoop loop = new LuaLoop(redis.uri(), broker)) {
        loop.startTimed();
        row("loop", each, each.run(loop));
      }
    }
    out.printf("%nms from the publish to its confirm%n%n| from | p50 | p99 |%n|---|---:|---:|%n");
    confirms.forEach(out::println);
  }

  private String lateness(String name, String store, BenchBroker broker) throws Exception {
    String confirms = "";
    for (SteadyLoad each : List.of(warm, load)) {
      try (HandOverRuns runs = new HandOverRuns(store, broker)) {
        runs.startTimed();
        row(name, each, each.run(runs));
        confirms = runs.confirms();
      }
    }
    return confirms;
  }

  private void row(String name, SteadyLoad each, LatenessHistogram late) {
    if (each.equals(load)) {
      out.printf("| %s | %s |%n", name, late.row());
    }
  }
}
