package io.duetime.bench.load;

import static io.duetime.bench.Engines.await;
import static io.duetime.bench.load.JobSource.QUEUE;

import io.duetime.Durability;
import io.duetime.ScheduleOutcome;
import io.duetime.SettleOutcome;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.ScheduleResult;
import io.duetime.engine.SettleResult;
import io.duetime.engine.Settlement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls of an engine, a batch each, that fail unless all of the batch succeeded.
 *
 * @param durability what is asked of the engine before it answers
 */
public record EngineCalls(Engine engine, Durability durability) {
  private static final long LEASE_MILLIS = 60_000;
  private static final int LOADING_BATCH = 500;

  /** Schedules jobs due within a day. */
  public Callers.Call scheduling(int caller, int size) {
    JobSource jobs = new JobSource(caller);
    return () -> {
      schedule(jobs.nextJobs(size), durability);
      return size;
    };
  }

  /** Schedules jobs that are due already, before the measurement begins. */
  public void loadDue(int jobs) {
    JobSource source = new JobSource(1);
    for (int loaded = 0; loaded < jobs; loaded += LOADING_BATCH) {
      schedule(source.nextDueJobs(Math.min(LOADING_BATCH, jobs - loaded)), Durability.NONE);
    }
  }

  private void schedule(List<JobSpec> jobs, Durability asked) {
    for (ScheduleResult result : await(engine.schedule(QUEUE, jobs, asked))) {
      if (result.outcome() != ScheduleOutcome.CREATED) {
        throw new IllegalStateException("not created but " + result);
      }
    }
  }

  /** Claims and then acknowledges, and counts what is left. */
  public Callers.Call claiming(int size, AtomicInteger left) {
    return () -> {
      ClaimResult claimed = await(engine.claim(QUEUE, ClaimRequest.of(size, LEASE_MILLIS)));
      if (claimed.jobs().isEmpty()) {
        Thread.onSpinWait();
        return 0;
      }
      acknowledge(claimed);
      left.addAndGet(-claimed.jobs().size());
      return claimed.jobs().size();
    };
  }

  private void acknowledge(ClaimResult claimed) {
    List<Settlement.Ack> acks =
        claimed.jobs().stream().map(job -> new Settlement.Ack(job.lease())).toList();
    for (SettleResult result : await(engine.settle(QUEUE, acks, durability))) {
      if (result.outcome() != SettleOutcome.ACKED) {
        throw new IllegalStateException("not acknowledged but " + result);
      }
    }
  }

  /** How late one consumer that does nothing else gets its jobs, under a steady load. */
  public LatenessLog lateness(SteadyLoad load) throws InterruptedException {
    LatenessLog log = new LatenessLog();
    try (ClaimLoop consumer = new ClaimLoop(engine, durability, log)) {
      consumer.start();
      JobSource jobs = new JobSource(1);
      load.run(
          log,
          delayMillis ->
              engine.schedule(
                  QUEUE, List.of(jobs.nextJob(DueTime.after(delayMillis))), durability));
    }
    return log;
  }
}
