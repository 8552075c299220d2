package io.duetime.bench.embedded;

import static io.duetime.bench.Engines.await;
import static io.duetime.bench.embedded.JobSource.QUEUE;

import io.duetime.Durability;
import io.duetime.ScheduleOutcome;
import io.duetime.SettleOutcome;
import io.duetime.bench.Engines;
import io.duetime.bench.ScratchFolder;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.ScheduleResult;
import io.duetime.engine.SettleResult;
import io.duetime.engine.Settlement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** An engine of ours, asked to be on stable storage before it answers; a new store each time. */
final class EngineRuns {
  private static final long LEASE_MILLIS = 60_000;
  private static final int LOADING_BATCH = 1_000;

  private final String scheme;
  private final Path folder;
  private final Duration time;

  EngineRuns(String scheme, Path folder, Duration time) {
    this.scheme = scheme;
    this.folder = folder;
    this.time = time;
  }

  /** One call a batch. */
  Pace schedule(Callers callers, int size) {
    try (ScratchFolder scratch = ScratchFolder.in(folder);
        Engine engine = Engines.open(Engines.uri(scheme, scratch.path()))) {
      return callers.during(time, caller -> scheduling(engine, caller, size));
    }
  }

  private static Callers.Call scheduling(Engine engine, int caller, int size) {
    JobSource jobs = new JobSource(caller);
    return () -> {
      schedule(engine, jobs.nextJobs(size), Durability.FSYNCED);
      return size;
    };
  }

  private static void schedule(Engine engine, List<JobSpec> jobs, Durability durability) {
    for (ScheduleResult result : await(engine.schedule(QUEUE, jobs, durability))) {
      if (result.outcome() != ScheduleOutcome.CREATED) {
        throw new IllegalStateException("not created but " + result);
      }
    }
  }

  /** Each caller claims and then acknowledges, a batch at a time, until none is left. */
  Pace claimAndAck(Callers callers, int size, int jobs) {
    try (ScratchFolder scratch = ScratchFolder.in(folder);
        Engine engine = Engines.open(Engines.uri(scheme, scratch.path()))) {
      JobSource source = new JobSource(1);
      for (int loaded = 0; loaded < jobs; loaded += LOADING_BATCH) {
        schedule(engine, source.nextDueJobs(LOADING_BATCH), Durability.NONE);
      }
      AtomicInteger left = new AtomicInteger(jobs);
      return callers.asLongAs(() -> left.get() > 0, caller -> claiming(engine, size, left));
    }
  }

  private static Callers.Call claiming(Engine engine, int size, AtomicInteger left) {
    return () -> {
      ClaimResult claimed = await(engine.claim(QUEUE, ClaimRequest.of(size, LEASE_MILLIS)));
      if (claimed.jobs().isEmpty()) {
        Thread.onSpinWait();
        return 0;
      }
      acknowledge(engine, claimed);
      left.addAndGet(-claimed.jobs().size());
      return claimed.jobs().size();
    };
  }

  private static void acknowledge(Engine engine, ClaimResult claimed) {
    List<Settlement.Ack> acks =
        claimed.jobs().stream().map(job -> new Settlement.Ack(job.lease())).toList();
    for (SettleResult result : await(engine.settle(QUEUE, acks, Durability.FSYNCED))) {
      if (result.outcome() != SettleOutcome.ACKED) {
        throw new IllegalStateException("not acknowledged but " + result);
      }
    }
  }

  /** How late one consumer that does nothing else gets its jobs, under a steady load. */
  LatenessLog lateness(SteadyLoad load) throws InterruptedException {
    LatenessLog log = new LatenessLog();
    try (ScratchFolder scratch = ScratchFolder.in(folder);
        Engine engine = Engines.open(Engines.uri(scheme, scratch.path()));
        ClaimLoop consumer = new ClaimLoop(engine, log)) {
      consumer.start();
      JobSource jobs = new JobSource(1);
      load.run(
          log,
          delayMillis ->
              engine.schedule(
                  QUEUE, List.of(jobs.nextJob(DueTime.after(delayMillis))), Durability.FSYNCED));
    }
    return log;
  }
}
