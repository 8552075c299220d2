package io.duetime.bench.embedded;

import io.duetime.bench.FsyncRate;
import io.duetime.bench.Machine;
import io.duetime.bench.Yardstick;
import io.duetime.bench.embedded.EmbeddedBenchOptions.Part;
import java.io.PrintStream;
import java.time.Duration;

/**
 * Measures the embedded engine beside RocksDB alone, both on stable storage before they answer, and
 * prints tables. It lasts about four minutes.
 */
public final class EmbeddedBench {
  private static final Callers MANY = new Callers(50);
  private static final Callers FEW = new Callers(4);
  private static final int BATCH = 100;
  private static final int CLAIMED_JOBS = 200_000;
  private static final int LOAD_PER_SECOND = 1_000;
  private static final int LATENESS_RUNS = 3;
  private static final Duration LOAD = Duration.ofSeconds(20);

  private final EmbeddedBenchOptions options;
  private final EngineRuns engine;
  private final RawRocks raw;
  private final PrintStream out;

  private EmbeddedBench(EmbeddedBenchOptions options, PrintStream out) {
    this.options = options;
    this.engine = new EngineRuns(options.scheme(), options.folder(), options.time());
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
              .enter("RocksDB, 50 threads, a put a job", () -> raw.single(MANY));
      case BATCH ->
          new Contest()
              .enter(ours + "4 callers, 100 jobs a call", () -> engine.schedule(FEW, BATCH))
              .enter("RocksDB, 4 threads, 100 x 2 puts a batch", () -> raw.batches(FEW, BATCH));
      case CLAIM ->
          new Contest()
              .enter(
                  ours + "4 callers, claim and ack 100 jobs a call",
                  () -> engine.claimAndAck(FEW, BATCH, CLAIMED_JOBS));
      case LATENESS -> throw new IllegalArgumentException("no contest");
    };
  }

  private void lateness() throws InterruptedException {
    out.printf(
        "%nLateness in ms, %,d jobs a second for %d s, delays 1 to 5 s, one consumer%n%n",
        LOAD_PER_SECOND, LOAD.toSeconds());
    out.println(
        "| engine | p50 | p90 | p99 | p99.9 | max | early | jobs | producer's greatest lag |");
    out.println("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    out.println("| a thread that sleeps | " + SleepingThread.measure(LOAD).row() + " |");
    LatenessRun run = new LatenessRun(options.scheme(), options.folder(), LOAD_PER_SECOND, LOAD);
    for (int i = 0; i < LATENESS_RUNS; i++) {
      out.println("| " + options.scheme() + " | " + run.measure().row() + " |");
    }
  }
}
