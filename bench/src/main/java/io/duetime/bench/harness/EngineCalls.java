package io.duetime.bench.harness;

import static io.duetime.bench.harness.JobSource.QUEUE;

import io.duetime.CancelOutcome;
import io.duetime.Durability;
import io.duetime.RescheduleOutcome;
import io.duetime.ScheduleOutcome;
import io.duetime.SettleOutcome;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Settlement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/**
 * Calls of an engine about one queue, a batch each, that fail unless all of the batch succeeded.
 *
 * @param durability what is asked of the engine before it answers
 */
public record EngineCalls(Engine engine, String queue, Durability durability) {
  private static final long LEASE_MILLIS = 3_600_000;
  private static final int LOADING_BATCH = 500;

  /** Calls about the usual queue. */
  public EngineCalls(Engine engine, Durability durability) {
    this(engine, QUEUE, durability);
  }

  /** Opens a store with the system's clock and no options, as the library does. */
  public static Engine open(String uri) {
    String scheme = uri.substring(0, uri.indexOf(':'));
    for (EngineProvider provider : ServiceLoader.load(EngineProvider.class)) {
      if (provider.schemes().contains(scheme)) {
        return provider.open(uri, new EngineContext(InstantSource.system(), Map.of()));
      }
    }
    throw new IllegalArgumentException("no engine opens " + uri);
  }

  /** Schedules batches that a source makes. */
  public Callers.Call scheduling(
      JobSource source, int size, BiFunction<JobSource, Integer, List<JobSpec>> make) {
    return () -> {
      schedule(make.apply(source, size), durability);
      return size;
    };
  }

  /** Schedules jobs that are due already, before the measurement begins. */
  public void loadDue(int jobs, int priorities) {
    load(new JobSource(1, priorities), jobs, JobSource::nextDueJobs);
  }

  /** Schedules many jobs without waiting for stable storage, and returns their ids. */
  public List<String> load(
      JobSource source, int jobs, BiFunction<JobSource, Integer, List<JobSpec>> make) {
    List<String> ids = new ArrayList<>(jobs);
    while (ids.size() < jobs) {
      List<JobSpec> batch = make.apply(source, Math.min(LOADING_BATCH, jobs - ids.size()));
      schedule(batch, Durability.NONE);
      batch.forEach(job -> ids.add(job.id()));
    }
    return ids;
  }

  /** Schedules one batch. */
  public void schedule(List<JobSpec> jobs, Durability asked) {
    await(engine.schedule(queue, jobs, asked))
        .forEach(result -> expect(ScheduleOutcome.CREATED, result.outcome()));
  }

  /** Schedules one batch of jobs that are due. */
  public void scheduleDue(JobSource source, int size) {
    schedule(source.nextDueJobs(size), durability);
  }

  /** Claims at most so many. */
  public ClaimResult claim(int size) {
    return await(engine.claim(queue, ClaimRequest.of(size, LEASE_MILLIS)));
  }

  /** Acknowledges what was claimed. */
  public void acknowledge(List<ClaimedJob> jobs) {
    List<Settlement> acks = jobs.stream().map(job -> Settlement.ack(job.lease())).toList();
    await(engine.settle(queue, acks, durability))
        .forEach(result -> expect(SettleOutcome.ACKED, result.outcome()));
  }

  /** Claims and then acknowledges, and counts what is left. */
  public Callers.Call claiming(int size, AtomicInteger left) {
    return () -> {
      List<ClaimedJob> claimed = claim(size).jobs();
      if (claimed.isEmpty()) {
        Thread.onSpinWait();
        return 0;
      }
      acknowledge(claimed);
      left.addAndGet(-claimed.size());
      return claimed.size();
    };
  }

  /** Cancels jobs that wait. */
  public void cancel(List<String> ids) {
    await(engine.cancel(queue, ids, durability))
        .forEach(result -> expect(CancelOutcome.CANCELLED, result.outcome()));
  }

  /** Moves jobs that wait to an hour from now. */
  public void move(List<String> ids) {
    DueTime due = DueTime.after(3_600_000);
    List<Reschedule> changes =
        ids.stream().map(id -> new Reschedule(id, due, Reschedule.Condition.ALWAYS)).toList();
    await(engine.reschedule(queue, changes, durability))
        .forEach(result -> expect(RescheduleOutcome.RESCHEDULED, result.outcome()));
  }

  private static void expect(Object expected, Object actual) {
    if (!expected.equals(actual)) {
      throw new IllegalStateException("expected " + expected + " but got " + actual);
    }
  }

  /** Blocks until a stage is complete. */
  public static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
