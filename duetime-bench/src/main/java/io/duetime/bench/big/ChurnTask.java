package io.duetime.bench.big;

import io.duetime.Durability;
import io.duetime.engine.Engine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Keeps some jobs that are far ahead while ten times as many come and are cancelled, each some time
 * after it came, and then waits for a minute; tells what the folder holds after each step.
 */
final class ChurnTask {
  private static final int TIMES = 10;
  private static final int BATCH = 500;
  private static final Duration REST = Duration.ofMinutes(1);

  private final BenchQueue store;
  private final Path folder;
  private final NumberedJobs jobs;
  private final long now = System.currentTimeMillis();

  ChurnTask(Engine engine, Path folder, int payloadBytes) {
    this.store = new BenchQueue(engine, LoadTask.QUEUE);
    this.folder = folder;
    this.jobs = new NumberedJobs(payloadBytes);
  }

  void run(long live) throws InterruptedException {
    for (long next = 0; next < live; next += BATCH) {
      schedule(next);
    }
    tellFiles("loaded");
    churn(live);
    tellFiles("churned");
    Thread.sleep(REST.toMillis());
    tellFiles("rested");
    ChildReport.tell("waiting", (double) store.waiting());
  }

  private void churn(long live) {
    long lag = live / 5 / BATCH * BATCH;
    long end = live * (TIMES + 1);
    for (long next = live; next < end + lag; next += BATCH) {
      if (next < end) {
        schedule(next);
      }
      if (next - lag >= live) {
        store.cancel(ids(next - lag));
      }
    }
  }

  private void schedule(long from) {
    store.schedule(jobs.jobs(ids(from), id -> DueRange.FAR.due(id, now)), Durability.NONE);
  }

  private static List<String> ids(long from) {
    return NumberedJobs.ids(LongStream.range(from, from + BATCH));
  }

  private void tellFiles(String when) {
    ChildReport.tell(when + "Data", (double) Footprint.fileBytes(folder, false));
    ChildReport.tell(when + "Logs", (double) Footprint.fileBytes(folder, true));
  }
}
