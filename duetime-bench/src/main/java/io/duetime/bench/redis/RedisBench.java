package io.duetime.bench.redis;

import io.duetime.bench.Machine;
import io.duetime.bench.Yardstick;
import io.duetime.bench.load.Burst;
import io.duetime.bench.load.Callers;
import io.duetime.bench.load.JobSource;
import io.duetime.bench.load.LatenessHistogram;
import io.duetime.bench.load.SleepingThread;
import io.duetime.bench.load.SteadyLoad;
import io.duetime.bench.redis.RedisBenchOptions.Part;
import io.duetime.bench.redis.process.ClaimCrowd;
import io.duetime.bench.redis.process.Fairness;
import io.duetime.bench.redis.process.GreatSecond;
import io.duetime.bench.redis.process.IdleWorkers;
import io.duetime.bench.redis.process.Takeover;
import io.duetime.bench.redis.process.WatchedQueues;
import io.duetime.bench.redis.prototype.PlainSets;
import io.duetime.bench.redis.prototype.PrototypeRuns;
import io.duetime.bench.redis.server.BenchServer;
import io.duetime.bench.redis.server.ServerContest;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;

/**
 * Measures the Redis engine beside bare scripts and plain SETs on one server of this machine that
 * keeps nothing on disk, and prints tables.
 */
public final class RedisBench {
  private static final Callers MANY = new Callers(50);
  private static final Callers ONE = new Callers(1);
  private static final Callers FEW = new Callers(4);
  private static final int BATCH = 100;
  private static final int PER_SECOND = 1_000;
  private static final int BURST = 5_000;
  private static final int DENSE = 20_000;
  private static final int AT_ONCE = 20;
  private static final int MANY_PRIORITIES = 1_000;
  private static final Duration AHEAD = Duration.ofSeconds(3);

  private final RedisBenchOptions options;
  private final PrintStream out;
  private final BenchServer server;
  private final RedisRuns ours;
  private final PrototypeRuns prototype;
  private final RedissonRuns redisson;
  private final PlainSets sets;

  RedisBench(RedisBenchOptions options, BenchServer server, PrintStream out) {
    this.options = options;
    this.server = server;
    this.out = out;
    this.ours = new RedisRuns(server, options.time());
    this.prototype = new PrototypeRuns(server, options.time());
    this.redisson = new RedissonRuns(server, options.time());
    this.sets = new PlainSets(server, options.benchmark(), options.requests());
  }

  /** Runs the bench; see {@link RedisBenchOptions} for the arguments. */
  public static void main(String... args) throws Exception {
    RedisBenchOptions options = RedisBenchOptions.parse(args);
    System.setProperty("duetime.redis.server", options.server());
    // That the server keeps nothing is meant to be so.
    System.setProperty("org.slf4j.simpleLogger.log.io.duetime.redis", "off");
    System.setProperty("org.slf4j.simpleLogger.log.org.redisson", "off");
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
    for (Part part : Part.values()) {
      if (options.parts().contains(part)) {
        runOrSayWhyNot(part);
      }
    }
    out.println();
    conditions("after");
  }

  private void conditions(String when) {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    out.printf("yardstick %s: %s%nload %s: %.1f%n", when, Yardstick.take(), when, load);
  }

  /** One row that a machine is too slow for does not take the others away. */
  private void runOrSayWhyNot(Part part) throws Exception {
    try {
      run(part);
    } catch (IllegalStateException failure) {
      out.printf("%nNot measured: %s: %s (%s)%n", part, failure.getMessage(), failure.getCause());
    }
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
              .enter("Redisson, offer to a delayed queue", () -> redisson.offer(MANY))
              .enter("prototype, the same, gathered", () -> prototype.scheduleGathered(MANY))
              .run(options.repetitions(), out);
      case LONE ->
          contest()
              .enter("library, one caller, a job a call", () -> ours.scheduleByLibrary(ONE))
              .enter("engine, the same", () -> ours.schedule(ONE, 1))
              .enter("Redisson, offer to a delayed queue", () -> redisson.offer(ONE))
              .enter("prototype, the same: HSET and ZADD", () -> prototype.schedule(ONE, 1))
              .run(options.repetitions(), out);
      case CLAIM ->
          contest()
              .enter(
                  "engine, 4 callers, claim and ack 100 jobs",
                  () -> ours.claimAndAck(FEW, BATCH, options.jobs(), 1))
              .enter("prototype, the same", () -> prototype.claimAndAck(FEW, BATCH, options.jobs()))
              .run(options.repetitions(), out);
      case PRIORITY -> {
        contest()
            .enter(
                "1,000 priorities, 100 due jobs a call",
                () -> ours.scheduleDue(FEW, BATCH, MANY_PRIORITIES))
            .enter("1 priority, the same", () -> ours.scheduleDue(FEW, BATCH, 1))
            .run(options.repetitions(), out);
        contest()
            .enter(
                "1,000 priorities, 4 callers, claim and ack 100 jobs",
                () -> ours.claimAndAck(FEW, BATCH, options.jobs(), MANY_PRIORITIES))
            .enter("1 priority, the same", () -> ours.claimAndAck(FEW, BATCH, options.jobs(), 1))
            .run(options.repetitions(), out);
      }
      case WORKER ->
          contest()
              .enter("library, a worker of 16 idle handlers", () -> ours.work(options.jobs()))
              .enter(
                  "prototype, 4 callers, claim and ack 100",
                  () -> prototype.claimAndAck(FEW, BATCH, options.jobs()))
              .run(options.repetitions(), out);
      case SCRIPT -> new ScriptCost(server, out).run(options.repetitions());
      case PENDING -> new PendingJobs(server, options.pending(), out).run();
      case LATENESS -> lateness();
      case SPARSE -> sparse();
      case DENSE -> dense();
      case BURST ->
          new TimedRows(server, options.repetitions(), out)
              .print(
                  "%,d jobs due in one millisecond".formatted(BURST), new Burst(BURST, AHEAD)::run);
      case SECOND -> new GreatSecond(server, options.pending(), out).run(options.repetitions());
      case IDLE -> new IdleWorkers(server, options.lateness(), out).run();
      case WATCHED -> new WatchedQueues(server, options.idle(), out).run();
      case CROWD -> new ClaimCrowd(server, out).run();
      case TAKEOVER -> new Takeover(server, out).run(options.repetitions());
      case FAIRNESS ->
          new Fairness(server, options.pending() / 2, options.lateness(), out)
              .run(options.repetitions());
    }
  }

  private ServerContest contest() {
    return new ServerContest(sets::measure);
  }

  private void lateness() throws InterruptedException {
    timed(options.repetitions(), PER_SECOND, options.lateness(), 5);
    LatenessHistogram floor = SleepingThread.measure(options.lateness());
    new TimedRows(server, 1, out).print("a thread that only sleeps", List.of(floor));
  }

  private void sparse() throws InterruptedException {
    timed(options.repetitions(), 20, options.lateness(), 2);
    timed(1, 2, options.lateness().multipliedBy(2), 2);
  }

  private void dense() throws InterruptedException {
    SteadyLoad load =
        new SteadyLoad(
            DENSE,
            AT_ONCE,
            options.lateness().dividedBy(2),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5));
    String title =
        "%,d jobs a second for %d s, scheduled %d at once, delays 1 to 5 s, one consumer"
            .formatted(DENSE, load.time().toSeconds(), AT_ONCE);
    new TimedRows(server, options.repetitions(), out).print(title, load::run);
  }

  private void timed(int repetitions, int perSecond, Duration time, int longestSeconds)
      throws InterruptedException {
    SteadyLoad load =
        new SteadyLoad(perSecond, time, Duration.ofSeconds(1), Duration.ofSeconds(longestSeconds));
    String title =
        "%,d jobs a second for %d s, delays 1 to %d s, one consumer"
            .formatted(perSecond, time.toSeconds(), longestSeconds);
    new TimedRows(server, repetitions, out).print(title, load::run);
  }
}
