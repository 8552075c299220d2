package io.duetime.server.cli.bench;

import io.duetime.TimeSource;
import io.duetime.internal.time.Threads;
import io.duetime.server.cli.terminal.CommandFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Schedules jobs, works them, and works others while they become due. */
final class BenchRun {
  private static final int MILLIS = 1_000;

  /** For the callers to begin their claims before the first job of the last phase is due. */
  private static final Duration LEAD = Duration.ofSeconds(1);

  /** How long no job may come before the bench ends. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final BenchPlan plan;
  private final BenchCalls queue;
  private final TimeSource time;

  BenchRun(BenchPlan plan, BenchCalls queue, TimeSource time) {
    this.plan = plan;
    this.queue = queue;
    this.time = time;
  }

  BenchResult run() throws InterruptedException {
    ExecutorService callers = Threads.pool("duetime-bench", plan.callers());
    try {
      double scheduled =
          perSecond(plan.jobs(), callers, () -> schedule(plan.jobs(), Duration.ZERO));
      Worked worked = new Worked(plan.jobs());
      double done = perSecond(plan.jobs(), callers, () -> () -> work(worked));
      return new BenchResult(plan, scheduled, done, lateness(callers, scheduled));
    } finally {
      callers.shutdownNow();
    }
  }

  private Lateness lateness(ExecutorService callers, double scheduledPerSecond)
      throws InterruptedException {
    int jobs = plan.timedJobs();
    if (jobs == 0) {
      return Lateness.of(List.of());
    }
    perSecond(jobs, callers, () -> schedule(jobs, lead(jobs, scheduledPerSecond)));
    Worked worked = new Worked(jobs);
    perSecond(jobs, callers, () -> () -> work(worked));
    return Lateness.of(worked.lateness);
  }

  /** Twice the time that scheduling is likely to take: the first job must not be due before. */
  static Duration lead(int jobs, double scheduledPerSecond) {
    return LEAD.plusMillis((long) (2.0 * MILLIS * jobs / scheduledPerSecond));
  }

  /** What each caller does in a phase. */
  private interface Phase {
    Runnable begin();
  }

  /** Runs a phase by all callers, and returns how many of the jobs that is in a second. */
  private double perSecond(int jobs, ExecutorService callers, Phase phase)
      throws InterruptedException {
    Runnable task = phase.begin();
    long begun = time.nanoTime();
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < plan.callers(); i++) {
      running.add(callers.submit(task));
    }
    for (Future<?> caller : running) {
      await(caller);
    }
    return jobs / Math.max(1e-9, (time.nanoTime() - begun) / 1e9);
  }

  private static void await(Future<?> caller) throws InterruptedException {
    try {
      caller.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(failed.getCause());
    }
  }

  /** Schedules batches until all jobs are scheduled; from a delay on they are evenly due. */
  private Runnable schedule(int jobs, Duration delay) {
    AtomicInteger next = new AtomicInteger();
    return () -> {
      for (int from = next.getAndAdd(plan.batch());
          from < jobs;
          from = next.getAndAdd(plan.batch())) {
        List<Duration> delays = new ArrayList<>();
        for (int i = from; i < Math.min(jobs, from + plan.batch()); i++) {
          delays.add(
              delay.isZero() ? delay : delay.plusMillis((long) i * MILLIS / plan.perSecond()));
        }
        queue.schedule(delays);
      }
    };
  }

  private void work(Worked worked) {
    long lastJob = time.nanoTime();
    while (!worked.isDone()) {
      List<Long> lateness = queue.work(plan.batch());
      long now = time.nanoTime();
      if (!lateness.isEmpty()) {
        worked.add(lateness);
        lastJob = now;
      } else if (now - lastJob > PATIENCE.plusSeconds(plan.seconds()).toNanos()) {
        throw new CommandFailure(
            "no job came for " + PATIENCE.toSeconds() + " s; is the queue paused?");
      }
    }
  }

  /** The jobs that all callers have worked. */
  private static final class Worked {
    private final int jobs;
    private final List<Long> lateness = Collections.synchronizedList(new ArrayList<>());

    Worked(int jobs) {
      this.jobs = jobs;
    }

    void add(List<Long> more) {
      lateness.addAll(more);
    }

    boolean isDone() {
      return lateness.size() >= jobs;
    }
  }
}
