package io.duetime.bench.big;

import io.duetime.bench.BenchEngines;
import io.duetime.engine.Engine;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * What runs in a process of its own, with a small heap: one task on one store. It tells its results
 * as lines of a name and a number, then that it is ready, and waits to be killed.
 */
final class BigChild {
  private BigChild() {}

  /** Runs a task; the arguments are what {@link ChildProcess#run} takes. */
  public static void main(String... args) throws Exception {
    Path folder = Path.of(args[1]);
    DueRange shape = DueRange.valueOf(args[2]);
    long jobs = Long.parseLong(args[3]);
    int payloadBytes = Integer.parseInt(args[4]);
    long start = System.nanoTime();
    Engine engine = BenchEngines.open(BenchEngines.uri("embedded", folder));
    ChildReport.tell("open", (System.nanoTime() - start) / 1e6);
    switch (args[0]) {
      case "load" -> new LoadTask(engine, shape, payloadBytes).run(jobs);
      case "cost" -> new CostTask(engine, shape, payloadBytes).run(jobs);
      case "churn" -> new ChurnTask(engine, folder, payloadBytes).run(jobs);
      default -> throw new IllegalArgumentException(args[0]);
    }
    ChildReport.tell("residentPeak", (double) Footprint.residentPeakBytes());
    ChildReport.tellReady();
    Thread.sleep(TimeUnit.HOURS.toMillis(1));
    engine.close();
  }
}
