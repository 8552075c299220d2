package io.duetime.bench.load;

import static io.duetime.bench.BenchEngines.await;
import static io.duetime.bench.load.JobSource.QUEUE;

import io.duetime.Durability;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Settlement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls of an engine, a batch each, that fail unless all of the batch succeeded.
 *
 * @param durability what is asked of the engine before it answers
 * @param priorities how many priorities the jobs have
 */
public record EngineCalls(Engine engine, Durability durability, int priorities) {
  private static final long LEASE_MILLIS = 60_000;
  private static final int LOADING_BATCH = 500;

  /** Calls about jobs of one priority. */
  public EngineCalls(Engine engine, Durability durability) {
    this(engine, durability, 1);
  }

  /** Schedules jobs due within a day. */
  public Callers.Call scheduling(int caller, int size) {
    JobSource jobs = new JobSource(caller, priorities);
    return () -> {
      schedule(jobs.nextJobs(size), durability);
      return size;
    };
  }

  /** Schedules jobs that are due already. */
  public Callers.Call schedulingDue(int caller, int size) {
    JobSource jobs = new JobSource(caller, priorities);
    return () -> {
      schedule(jobs.nextDueJobs(size), durability);
      return size;
    };
  }

  /** Schedules jobs due within a day, before the measurement begins. */
  public void loadPending(int jobs) {
    load(jobs, JobSource::nextJobs);
  }

  /** Schedules jobs that are due already, before the measurement begins. */
  public void loadDue(int jobs) {
    load(jobs, JobSource::nextDueJobs);
  }

  /** Schedules jobs that have become due in the same second, just now. */
  public void loadSecond(int jobs) {
    long second = System.currentTimeMillis() - 1_000;
    load(
        jobs,
        (source, count) ->
            source.nextJobs(count, () -> DueTime.at(second + source.nextDelay() % 1_000)));
  }

  @FunctionalInterface
  private interface Making {
    List<JobSpec> jobs(JobSource source, int count);
  }

  private void load(int jobs, Making making) {
    JobSource source = new JobSource(1, priorities);
    for (int loaded = 0; loaded < jobs; loaded += LOADING_BATCH) {
      schedule(making.jobs(source, Math.min(LOADING_BATCH, jobs - loaded)), Durability.NONE);
    }
  }

  private void schedule(List<JobSpec> jobs, Durability asked) {
    for (Scheduled result : await(engine.schedule(QUEUE, jobs, asked))) {
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
    for (Settled result : await(engine.settle(QUEUE, acks, durability))) {
      if (result.outcome() != SettleOutcome.ACKED) {
        throw new IllegalStateException("not acknowledged but " + result);
      }
    }
  }

  /** How late one consumer that does nothing else gets its jobs, under a steady load. */
  public LatenessHistogram lateness(SteadyLoad load) throws InterruptedException {
    try (TimedConsumer consumer = new LoopingEngine(engine, durability)) {
      return load.run(consumer);
    }
  }
}
