package io.duetime.bench.big;

import io.duetime.Durability;
import io.duetime.engine.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** Fills a store, 4 callers with batches of 500 that have to reach the disk. */
final class LoadTask {
  static final String QUEUE = "big";
  private static final int BATCH = 500;
  private static final int CALLERS = 4;

  private final BenchQueue store;
  private final DueRange shape;
  private final int payloadBytes;
  private final long now = System.currentTimeMillis();

  LoadTask(Engine engine, DueRange shape, int payloadBytes) {
    this.store = new BenchQueue(engine, QUEUE);
    this.shape = shape;
    this.payloadBytes = payloadBytes;
  }

  void run(long jobs) throws InterruptedException, ExecutionException {
    long start = System.nanoTime();
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    List<Future<?>> parts = new ArrayList<>();
    for (int caller = 0; caller < CALLERS; caller++) {
      long from = jobs * caller / CALLERS;
      long to = jobs * (caller + 1) / CALLERS;
      parts.add(callers.submit(() -> load(from, to)));
    }
    for (Future<?> part : parts) {
      part.get();
    }
    callers.shutdown();
    ChildReport.tell("seconds", (System.nanoTime() - start) / 1e9);
    ChildReport.tell("waiting", (double) store.waiting());
  }

  private void load(long from, long to) {
    NumberedJobs jobs = new NumberedJobs(payloadBytes);
    for (long next = from; next < to; next += BATCH) {
      List<String> ids = NumberedJobs.ids(LongStream.range(next, Math.min(next + BATCH, to)));
      store.schedule(jobs.jobs(ids, id -> shape.due(id, now)), Durability.FSYNCED);
    }
  }
}
