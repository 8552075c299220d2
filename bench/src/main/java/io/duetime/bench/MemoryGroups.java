package io.duetime.bench;

import static io.duetime.bench.harness.Group.warm;

import io.duetime.Codec;
import io.duetime.Durability;
import io.duetime.JobQueue;
import io.duetime.bench.harness.Callers;
import io.duetime.bench.harness.EngineCalls;
import io.duetime.bench.harness.Figures;
import io.duetime.bench.harness.Group;
import io.duetime.bench.harness.JobSource;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.test.TestDuetime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** The memory engine beside the JDK's bounded queue, and virtual time. */
public final class MemoryGroups {
  private static final int BATCH = 100;
  private static final Duration CENTURY = Duration.ofDays(36_524);
  private static final int QUEUES = 7;

  private MemoryGroups() {}

  /** Lists them. */
  public static List<Group> all() {
    return List.of(
        warm(
            "memory/threads",
            "jobs that are scheduled, claimed and acknowledged, 100 a call",
            rows -> {
              int jobs = rows.sizes.jobs;
              rows.ours("one thread schedules, one claims and acks", () -> engine(2, jobs));
              rows.ours("one thread does all three", () -> engine(1, jobs));
              rows.base("ArrayBlockingQueue, one puts and one takes", () -> plainQueue(jobs));
            }),
        warm(
            "memory/century",
            "a hundred years of virtual time, seven queues with a worker each",
            rows -> rows.ours("TestDuetime", MemoryGroups::century)));
  }

  private static Figures engine(int threads, int jobs) {
    try (Engine engine = EngineCalls.open("memory:")) {
      EngineCalls calls = new EngineCalls(engine, Durability.NONE);
      JobSource source = new JobSource(1);
      AtomicInteger toSchedule = new AtomicInteger(jobs);
      AtomicInteger toClaim = new AtomicInteger(jobs);
      Callers.Call claiming = calls.claiming(BATCH, toClaim);
      Callers.Call scheduling =
          () -> {
            if (toSchedule.addAndGet(-BATCH) >= 0) {
              calls.schedule(source.nextJobs(BATCH, () -> DueTime.after(0)), Durability.NONE);
            }
            return threads == 1 ? claiming.make() : 0;
          };
      return new Callers(threads)
          .asLongAs(() -> toClaim.get() > 0, caller -> caller == 0 ? scheduling : claiming);
    }
  }

  /** What it costs to hand batches from one thread to another. */
  private static Figures plainQueue(int jobs) {
    ArrayBlockingQueue<List<byte[]>> queue = new ArrayBlockingQueue<>(64);
    byte[] payload = new byte[JobSource.PAYLOAD_BYTES];
    int batches = jobs / BATCH;
    Callers.Call putting =
        () -> {
          for (int i = 0; i < batches; i++) {
            queue.put(new ArrayList<>(Collections.nCopies(BATCH, payload)));
          }
          return 0;
        };
    Callers.Call taking =
        () -> {
          int taken = 0;
          for (int i = 0; i < batches; i++) {
            taken += queue.take().size();
          }
          return taken;
        };
    return new Callers(2).once(caller -> caller == 0 ? putting : taking);
  }

  private static Figures century() {
    long began = System.nanoTime();
    int[] ran = new int[1];
    try (TestDuetime duetime = TestDuetime.startingAt(Instant.parse("2026-01-01T00:00:00Z"))) {
      for (int i = 0; i < QUEUES; i++) {
        JobQueue<String> queue = duetime.queue("queue-" + i, Codec.string());
        queue.worker(job -> ran[0]++).start();
        queue.schedule("last", "x", CENTURY);
      }
      duetime.advance(CENTURY.plusDays(1));
    }
    if (ran[0] != QUEUES) {
      throw new IllegalStateException("only " + ran[0] + " jobs ran");
    }
    return new Figures().with("s", "%.3f", (System.nanoTime() - began) / 1e9);
  }
}
