package io.duetime.bench.redis;

import io.duetime.bench.Machine;
import io.duetime.bench.Yardstick;
import io.duetime.bench.load.Callers;
import io.duetime.bench.load.JobSource;
import io.duetime.bench.load.LatenessLog;
import io.duetime.bench.load.SleepingThread;
import io.duetime.bench.load.SteadyLoad;
import io.duetime.bench.redis.RedisBenchOptions.Part;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Measures the Redis engine beside bare scripts and plain SETs on one server of this machine that
 * keeps nothing on disk, and prints tables.
 */
public final class RedisBench {
  private static final Callers MANY = new Callers(50);
  private static final Callers FEW = new Callers(4);
  private static final int BATCH = 100;
  private static final int LATENESS_RUNS = 3;
  private static final int PER_SECOND = 1_000;

  private final RedisBenchOptions options;
  private final PrintStream out;
  private final BenchServer server;
  private final RedisRuns ours;
  private final PrototypeRuns prototype;
  private final PlainSets sets;

  RedisBench(RedisBenchOptions options, BenchServer server, PrintStream out) {
    this.options = options;
    this.server = server;
    this.out = out;
    this.ours = new RedisRuns(server, options.time());
    this.prototype = new PrototypeRuns(server, options.time());
    this.sets = new PlainSets(server, options.benchmark(), options.requests());
  }

  /** Runs the bench; see {@link RedisBenchOptions} for the arguments. */
  public static void main(String... args) throws Exception {
    RedisBenchOptions options = RedisBenchOptions.parse(args);
    System.setProperty("duetime.redis.server", options.server());
    try (BenchServer server = new BenchServer()) {
      new RedisBench(options, server, System.out).run();
    }
  }

  void run() throws Exception {
    out.println(Machine.describe());
    out.println(server.describe());
    out.println("Y: " + sets.describe());
    conditions("before");
    out.println();
    out.printf(
        "Jobs a second, %d-byte payloads, min / median / max of %d; ratios turn by turn%n%n",
        JobSource.PAYLOAD_BYTES, options.repetitions());
    ServerContest.printHeading(out);
    for (Part part : Part.values()) {
      if (options.parts().contains(part)) {
        run(part);
      }
    }
    out.println();
    conditions("after");
  }

  private void conditions(String when) {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    out.printf("yardstick %s: %s%nload %s: %.1f%n", when, Yardstick.take(), when, load);
  }

  private void run(Part part) throws Exception {
    switch (part) {
      case BATCH ->
          contest()
              .enter("engine, 4 callers, 100 jobs a call", () -> ours.schedule(FEW, BATCH))
              .enter("prototype, the same", () -> prototype.schedule(FEW, BATCH))
              .run(options.repetitions(), out);
      case SINGLE ->
          contest()
              .enter("library, 50 callers, a job a call", () -> ours.scheduleByLibrary(MANY))
              .enter("engine, the same", () -> ours.schedule(MANY, 1))
              .enter("prototype, the same, gathered", () -> prototype.scheduleGathered(MANY))
              .run(options.repetitions(), out);
      case CLAIM ->
          contest()
              .enter(
                  "engine, 4 callers, claim and ack 100 jobs",
                  () -> ours.claimAndAck(FEW, BATCH, options.jobs()))
              .enter("prototype, the same", () -> prototype.claimAndAck(FEW, BATCH, options.jobs()))
              .run(options.repetitions(), out);
      case PENDING -> new PendingJobs(server, options.pending(), out).run();
      case LATENESS -> lateness();
    }
  }

  private ServerContest contest() {
    return new ServerContest(sets::measure);
  }

  private void lateness() throws InterruptedException {
    SteadyLoad load =
        new SteadyLoad(
            PER_SECOND, options.lateness(), Duration.ofSeconds(1), Duration.ofSeconds(5));
    out.printf(
        "%nLateness in ms, %,d jobs a second for %d s, delays 1 to 5 s, one consumer%n%n",
        PER_SECOND, load.time().toSeconds());
    LatenessLog.printHeading(out);
    row("a thread that only sleeps", SleepingThread.measure(load.time()));
    for (int i = 0; i < LATENESS_RUNS; i++) {
      row("engine, a loop that claims", ours.lateness(load));
      row("a worker of the library", ours.latenessOfLibrary(load));
    }
  }

  private void row(String who, LatenessLog log) {
    out.println("| " + who + " | " + log.row() + " |");
  }
}
