package io.duetime.bench.handover;

import io.duetime.bench.BenchEngines;
import io.duetime.bench.Flags;
import io.duetime.bench.Machine;
import io.duetime.bench.MeasuredSpread;
import io.duetime.bench.ScratchFolder;
import io.duetime.bench.Yardstick;
import io.duetime.bench.load.LatenessHistogram;
import io.duetime.bench.load.SteadyLoad;
import io.duetime.bench.redis.server.BenchServer;
import io.duetime.handover.Publisher;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures a publisher from a store on disk and from Redis, in turns with a bare client. */
final class Contestants {
  private static final int PER_SECOND = 1_000;
  private static final Duration DELAY = Duration.ofSeconds(1);
  private static final Duration WARM = Duration.ofSeconds(5);

  private final PrintStream out = System.out;
  private final Map<String, List<Double>> rates = new LinkedHashMap<>();
  private final Publisher publisher;
  private final Rate bare;
  private final Path folder;
  private final int repetitions;
  private final int jobs;
  private final SteadyLoad load;

  /** How many messages a second a bare client sends and gets confirmed. */
  interface Rate {
    double of(int messages) throws Exception;
  }

  Contestants(Publisher publisher, Rate bare, Flags flags) {
    this.publisher = publisher;
    this.bare = bare;
    this.folder = Path.of(flags.get("folder", System.getProperty("java.io.tmpdir")));
    this.repetitions = (int) flags.get("repetitions", 3);
    this.jobs = (int) flags.get("jobs", 100_000);
    this.load = load(Duration.ofSeconds(flags.get("seconds", 20)));
  }

  static Set<String> flags() {
    return Set.of("folder", "repetitions", "jobs", "seconds");
  }

  private static SteadyLoad load(Duration time) {
    return new SteadyLoad(PER_SECOND, time, DELAY, DELAY.plusMillis(1));
  }

  void run() throws Exception {
    out.println(Machine.describe());
    out.println("yardstick before: " + Yardstick.take());
    try (BenchServer redis = new BenchServer()) {
      for (int i = 0; i <= repetitions; i++) {
        measureRates(redis, i > 0);
      }
      printRates();
      measureLateness(redis);
    }
    out.println();
    out.println("yardstick after: " + Yardstick.take());
  }

  private void measureRates(BenchServer redis, boolean counts) throws Exception {
    note(counts, "bare client", bare.of(jobs));
    try (ScratchFolder scratch = ScratchFolder.in(folder)) {
      measureStore(counts, "embedded", BenchEngines.uri("embedded", scratch.path()));
    }
    redis.empty();
    measureStore(counts, "Redis", redis.uri());
    redis.empty();
  }

  private void measureStore(boolean counts, String name, String store) throws Exception {
    try (PublisherRuns runs = new PublisherRuns(store, publisher)) {
      note(counts, name + ": empty handler", runs.workerRate(jobs));
      note(counts, name + ": hand-over", runs.handOverRate(jobs));
    }
  }

  private void note(boolean counts, String name, double rate) {
    if (counts) {
      rates.computeIfAbsent(name, any -> new ArrayList<>()).add(rate);
    }
  }

  private void printRates() {
    out.printf("%nmessages a second, min / median / max of %d%n%n", repetitions);
    out.println("| way | messages a second |");
    out.println("|---|---:|");
    rates.forEach(
        (way, each) -> out.printf("| %s | %s |%n", way, MeasuredSpread.of(each).format("%,.0f")));
  }

  private void measureLateness(BenchServer redis) throws Exception {
    out.printf("%nms from the due time to the publish, at %,d/s%n%n", PER_SECOND);
    LatenessHistogram.printHeading(out);
    List<String> confirms = new ArrayList<>();
    try (ScratchFolder scratch = ScratchFolder.in(folder)) {
      String store = BenchEngines.uri("embedded", scratch.path());
      confirms.add("| embedded | " + lateness("embedded", store) + " |");
    }
    confirms.add("| Redis | " + lateness("Redis", redis.uri()) + " |");
    out.printf("%nms from the publish to its confirm%n%n| from | p50 | p99 |%n|---|---:|---:|%n");
    confirms.forEach(out::println);
  }

  private String lateness(String name, String store) throws Exception {
    try (PublisherRuns runs = new PublisherRuns(store, publisher)) {
      runs.startTimed();
      load(WARM).run(runs);
    }
    try (PublisherRuns runs = new PublisherRuns(store, publisher)) {
      runs.startTimed();
      out.printf("| %s | %s |%n", name, load.run(runs).row());
      return runs.confirms();
    }
  }
}
