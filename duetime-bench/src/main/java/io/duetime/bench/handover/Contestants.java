package io.duetime.bench.handover;

import io.duetime.bench.BenchEngines;
import io.duetime.bench.Flags;
import io.duetime.bench.FsyncRate;
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

/**
 * Measures a publisher from a store on disk and from Redis, in turns with a bare client and with
 * other ways. All share the machine with the target.
 */
final class Contestants {
  static final Duration DELAY = Duration.ofSeconds(1);

  private static final int PER_SECOND = 1_000;
  private static final Duration WARM = Duration.ofSeconds(5);

  private final PrintStream out = System.out;
  private final Map<String, OtherWay.Opener> others = new LinkedHashMap<>();
  private final Map<String, List<Double>> rates = new LinkedHashMap<>();
  private final Publisher publisher;
  private final Rate bare;
  private final Path folder;
  private final int repetitions;
  private final int jobs;
  private final int inFlight;
  private final SteadyLoad load;
  private Cleaner cleaner = () -> {};

  /** How many messages a second a bare client sends and gets confirmed. */
  interface Rate {
    double of(int messages) throws Exception;
  }

  /** Removes from the target what a measurement has left there. */
  interface Cleaner {
    void clean() throws Exception;
  }

  Contestants(Publisher publisher, Rate bare, Flags flags) {
    this.publisher = publisher;
    this.bare = bare;
    this.folder = folder(flags);
    this.repetitions = (int) flags.get("repetitions", 3);
    this.jobs = (int) flags.get("jobs", 100_000);
    this.inFlight = (int) flags.get("in-flight", 1_000);
    this.load = load(Duration.ofSeconds(flags.get("seconds", 20)));
  }

  static Set<String> flags() {
    return Set.of("folder", "repetitions", "jobs", "seconds", "in-flight");
  }

  /** The folder for the files of stores and targets. */
  static Path folder(Flags flags) {
    return Path.of(flags.get("folder", System.getProperty("java.io.tmpdir")));
  }

  private static SteadyLoad load(Duration time) {
    return new SteadyLoad(PER_SECOND, time, DELAY, DELAY.plusMillis(1));
  }

  /** Adds a way to measure beside. */
  Contestants beside(String name, OtherWay.Opener opener) {
    others.put(name, opener);
    return this;
  }

  /** Cleans the target after each measurement. */
  Contestants cleanedBy(Cleaner newCleaner) {
    cleaner = newCleaner;
    return this;
  }

  void run() throws Exception {
    out.println(Machine.describe());
    out.println("yardstick before: " + Yardstick.take());
    out.println("disk before: " + FsyncRate.take(folder));
    try (BenchServer redis = new BenchServer()) {
      for (int i = 0; i <= repetitions; i++) {
        measureRates(redis, i > 0);
      }
      printRates();
      measureLateness(redis);
    }
    out.println();
    out.println("disk after: " + FsyncRate.take(folder));
    out.println("yardstick after: " + Yardstick.take());
  }

  private void measureRates(BenchServer redis, boolean counts) throws Exception {
    measure(counts, "bare client", bare);
    try (ScratchFolder scratch = ScratchFolder.in(folder)) {
      measureStore(counts, "embedded", BenchEngines.uri("embedded", scratch.path()));
    }
    redis.empty();
    measureStore(counts, "Redis", redis.uri());
    for (Map.Entry<String, OtherWay.Opener> other : others.entrySet()) {
      redis.empty();
      try (OtherWay way = other.getValue().open(redis.uri())) {
        measure(counts, other.getKey(), way::rate);
      }
    }
    redis.empty();
  }

  private void measureStore(boolean counts, String name, String store) throws Exception {
    try (HandOverRuns runs = new HandOverRuns(store, publisher, inFlight)) {
      measure(counts, name + ": empty handler", runs::workerRate);
      measure(counts, name + ": hand-over", runs::rate);
    }
  }

  private void measure(boolean counts, String name, Rate measured) throws Exception {
    double rate = measured.of(jobs);
    if (counts) {
      rates.computeIfAbsent(name, any -> new ArrayList<>()).add(rate);
    }
    cleaner.clean();
  }

  private void printRates() {
    out.printf("%nmessages a second, min / median / max of %d%n%n", repetitions);
    out.println("| way | messages a second |");
    out.println("|---|---:|");
    rates.forEach(
        (way, each) -> out.printf("| %s | %s |%n", way, MeasuredSpread.of(each).format("%,.0f")));
  }

  private void measureLateness(BenchServer redis) throws Exception {
    out.printf("%nms late at %,d/s%n%n", PER_SECOND);
    LatenessHistogram.printHeading(out);
    List<String> confirms = new ArrayList<>();
    try (ScratchFolder scratch = ScratchFolder.in(folder)) {
      String store = BenchEngines.uri("embedded", scratch.path());
      confirms.add(lateness("embedded", store));
    }
    confirms.add(lateness("Redis", redis.uri()));
    for (Map.Entry<String, OtherWay.Opener> other : others.entrySet()) {
      redis.empty();
      lateness(other.getKey(), other.getValue(), redis.uri());
    }
    out.printf("%nms from the publish to its confirm%n%n| from | p50 | p99 |%n|---|---:|---:|%n");
    confirms.forEach(out::println);
  }

  private String lateness(String name, String store) throws Exception {
    try (HandOverRuns runs = new HandOverRuns(store, publisher, inFlight)) {
      runs.startTimed();
      load(WARM).run(runs);
    }
    cleaner.clean();
    try (HandOverRuns runs = new HandOverRuns(store, publisher, inFlight)) {
      runs.startTimed();
      row(name, load.run(runs));
      return "| " + name + " | " + runs.confirms() + " |";
    } finally {
      cleaner.clean();
    }
  }

  private void lateness(String name, OtherWay.Opener opener, String redisUri) throws Exception {
    try (OtherWay way = opener.open(redisUri)) {
      way.startTimed();
      load(WARM).run(way);
    }
    cleaner.clean();
    try (OtherWay way = opener.open(redisUri)) {
      way.startTimed();
      row(name, load.run(way));
    }
    cleaner.clean();
  }

  private void row(String name, LatenessHistogram late) {
    out.printf("| %s | %s |%n", name, late.row());
  }
}
