package io.duetime.bench.memory;

import io.duetime.Durability;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Settlement;
import io.duetime.internal.memory.MemoryEngine;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/** The work that is timed. */
final class MemoryRuns {
  private static final String QUEUE = "bench";
  private static final int BATCH = 100;
  private static final int AHEAD = 64;

  private final int jobs;
  private final byte[] payload = new byte[100];

  MemoryRuns(int jobs) {
    this.jobs = jobs;
  }

  /** One thread schedules, the caller claims and acks. */
  double pair() {
    try (Engine engine = new MemoryEngine(InstantSource.system())) {
      return timed(() -> {
        CompletableFuture<Void> producer = CompletableFuture.runAsync(() -> scheduleAll(engine));
        long settled = 0;
        while (settled < jobs) {
          settled += claimAndAck(engine);
        }
        producer.join();
        return settled;
      });
    }
  }

  /** One thread does everything, batch by batch. */
  double alone() {
    try (Engine engine = new MemoryEngine(InstantSource.system())) {
      return timed(() -> {
        long settled = 0;
        for (int first = 0; first < jobs; first += BATCH) {
          schedule(engine, first);
          settled += claimAndAck(engine);
        }
        return settled;
      });
    }
  }

  /** What handing batches from one thread to another costs by itself. */
  double plainQueue() {
    ArrayBlockingQueue<List<byte[]>> queue = new ArrayBlockingQueue<>(AHEAD);
    return timed(() -> {
      CompletableFuture<Void> producer = CompletableFuture.runAsync(() -> putAll(queue));
      long taken = 0;
      while (taken < jobs) {
        taken += take(queue).size();
      }
      producer.join();
      return taken;
    });
  }

  private double timed(LongSupplier work) {
    long start = System.nanoTime();
    long done = work.getAsLong();
    long nanos = System.nanoTime() - start;
    if (done != jobs) {
      throw new IllegalStateException(done + " jobs came out of " + jobs);
    }
    return jobs * 1e9 / nanos;
  }

  private void scheduleAll(Engine engine) {
    for (int first = 0; first < jobs; first += BATCH) {
      schedule(engine, first);
    }
  }

  private void schedule(Engine engine, int first) {
    List<JobSpec> batch = new ArrayList<>(BATCH);
    for (int i = first; i < first + BATCH; i++) {
      batch.add(
          JobSpec.builder("job-" + i, JobBody.of(payload), DueTime.after(0)).nonce(i + 1L).build());
    }
    await(engine.schedule(QUEUE, batch, Durability.NONE));
  }

  private static int claimAndAck(Engine engine) {
    ClaimResult claimed = await(engine.claim(QUEUE, ClaimRequest.of(BATCH, 30_000)));
    if (claimed.jobs().isEmpty()) {
      Thread.onSpinWait();
      return 0;
    }
    List<Settlement> acks = new ArrayList<>(claimed.jobs().size());
    for (ClaimedJob job : claimed.jobs()) {
      acks.add(new Settlement.Ack(job.lease()));
    }
    return await(engine.settle(QUEUE, acks, Durability.NONE)).size();
  }

  private void putAll(ArrayBlockingQueue<List<byte[]>> queue) {
    for (int first = 0; first < jobs; first += BATCH) {
      List<byte[]> batch = new ArrayList<>(BATCH);
      for (int i = 0; i < BATCH; i++) {
        batch.add(payload);
      }
      try {
        queue.put(batch);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static List<byte[]> take(ArrayBlockingQueue<List<byte[]>> queue) {
    try {
      return queue.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
