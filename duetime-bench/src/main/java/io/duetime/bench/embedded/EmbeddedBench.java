package io.duetime.bench.embedded;

import io.duetime.bench.FsyncRate;
import io.duetime.bench.Machine;
import io.duetime.bench.Yardstick;
import io.duetime.bench.embedded.EmbeddedBenchOptions.Part;
import io.duetime.bench.load.Callers;
import io.duetime.bench.load.JobSource;
import io.duetime.bench.load.LatenessHistogram;
import io.duetime.bench.load.SleepingThread;
import io.duetime.bench.load.SteadyLoad;
import java.io.PrintStream;
import java.time.Duration;

/**
 * Measures the embedded engine beside RocksDB alone, both on stable storage before they answer, and
 * prints tables. It lasts about five minutes.
 */
public final class EmbeddedBench {
  private static final Callers MANY = new Callers(50);
  private static final Callers FEW = new Callers(4);
  private static final int BATCH = 100;
  private static final int MANY_PRIORITIES = 1_000;
  private static final int CLAIMED_JOBS = 200_000;
  private static final int LATENESS_RUNS = 3;
  private static final SteadyLoad LOAD =
      new SteadyLoad(1_000, Duration.ofSeconds(20), Duration.ofSeconds(1), Duration.ofSeconds(5));

  private final EmbeddedBenchOptions options;
  private final EngineRuns engine;
  private final LibraryRuns library;
  private final RawRocks raw;
  private final PrintStream out;

  private EmbeddedBench(EmbeddedBenchOptions options, PrintStream out) {
    this.options = options;
    this.engine = new EngineRuns(options.scheme(), options.folder(), options.time());
    this.library = new LibraryRuns(options.scheme(), options.folder());
    this.raw = new RawRocks(options.folder(), options.time());
    this.out = out;
  }

  /** Runs the bench; see {@link EmbeddedBenchOptions} for the arguments. */
  public static void main(String... args) throws Exception {
    new EmbeddedBench(EmbeddedBenchOptions.parse(args), System.out).run();
  }

  private void run() throws Exception {
    out.println(Machine.describe());
    yardsticks("before");
    out.println();
    out.printf(
        "Jobs a second, %d-byte payloads, min / median / max of %d%n%n",
        JobSource.PAYLOAD_BYTES, options.repetitions());
    Contest.printHeading(out);
    for (Part part : Part.values()) {
      if (options.parts().contains(part) && part != Part.LATENESS) {
        contest(part).run(options.repetitions(), out);
      }
    }
    if (options.parts().contains(Part.LATENESS)) {
      lateness();
    }
    out.println();
    yardsticks("after");
  }

  private void yardsticks(String when) {
    out.println("yardstick " + when + ": " + Yardstick.take());
    out.println("disk " + when + ": " + FsyncRate.take(options.folder()));
  }

  private Contest contest(Part part) {
    String ours = options.scheme() + " engine, ";
    return switch (part) {
      case SINGLE ->
          new Contest()
              .enter(ours + "50 callers, a job a call", () -> engine.schedule(MANY, 1))
              .enter(
                  options.scheme() + ", 50 callers of the library, a job a call",
                  () -> library.schedule(MANY, options.time()))
              .enter("RocksDB, 50 threads, a put a job", () -> raw.single(MANY));
      case BATCH ->
          new Contest()
              .enter(ours + "4 callers, 100 jobs a call", () -> engine.schedule(FEW, BATCH))
              .enter("RocksDB, 4 threads, 100 x 2 puts a batch", () -> raw.batches(FEW, BATCH));
      case CLAIM ->
          new Contest()
              .enter(
                  ours + "1,000 priorities, claim and ack 100 jobs a call",
                  () -> engine.claimAndAck(FEW, BATCH, CLAIMED_JOBS, MANY_PRIORITIES))
              .enter(
                  ours + "4 callers, claim and ack 100 jobs a call",
                  () -> engine.claimAndAck(FEW, BATCH, CLAIMED_JOBS, 1));
      case PRIORITY ->
          new Contest()
              .enter(
                  ours + "1,000 priorities, 100 due jobs a call",
                  () -> engine.scheduleDue(FEW, BATCH, MANY_PRIORITIES))
              .enter(ours + "1 priority, the same", () -> engine.scheduleDue(FEW, BATCH, 1));
      case LATENESS -> throw new IllegalArgumentException("no contest");
    };
  }

  private void lateness() throws InterruptedException {
    out.printf(
        "%nLateness in ms, %,d jobs a second for %d s, delays %d to %d s, one consumer%n%n",
        LOAD.perSecond(),
        LOAD.time().toSeconds(),
        LOAD.minDelay().toSeconds(),
        LOAD.maxDelay().toSeconds());
    LatenessHistogram.printHeading(out);
    row("a thread that only sleeps", SleepingThread.measure(LOAD.time()));
    for (int i = 0; i < LATENESS_RUNS; i++) {
      row(options.scheme() + " engine, a loop that claims", engine.lateness(LOAD));
      row(options.scheme() + ", a worker of the library", library.lateness(LOAD));
    }
  }

  private void row(String who, LatenessHistogram log) {
    out.println("| " + who + " | " + log.row() + " |");
  }
}
