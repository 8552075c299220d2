package io.duetime.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The meters of one queue, or of all queues without meters of their own. Thread safe. */
final class QueueMeters {
  private static final String QUEUE = "queue";
  private static final String OUTCOME = "outcome";

  /** From what a local store reaches to what needs an operator. */
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(30),
    Duration.ofMinutes(1),
    Duration.ofMinutes(5),
    Duration.ofMinutes(30),
    Duration.ofHours(2)
  };

  private final MeterRegistry registry;
  private final String queue;
  private final AtomicInteger running = new AtomicInteger();
  private volatile @Nullable Timer lateness;
  private volatile boolean isRunningShown;

  QueueMeters(MeterRegistry registry, String queue) {
    this.registry = registry;
    this.queue = queue;
  }

  void scheduled(String outcome) {
    counter("duetime.jobs.scheduled", "Requests to schedule a job", outcome).increment();
  }

  void claimed(int jobs) {
    claimEnded(jobs == 0 ? "empty" : "jobs");
    if (jobs > 0) {
      counter("duetime.jobs.claimed", "Jobs that claims returned").increment(jobs);
    }
  }

  void claimEnded(String outcome) {
    counter("duetime.claims", "Claims of the claim loop", outcome).increment();
  }

  void late(Duration by) {
    Timer known = lateness;
    if (known == null) {
      known =
          Timer.builder("duetime.lateness")
              .description("The time between the due time of an attempt and its start")
              .serviceLevelObjectives(BUCKETS)
              .tag(QUEUE, queue)
              .register(registry);
      lateness = known;
    }
    known.record(by);
  }

  void started(Duration lateBy) {
    if (!isRunningShown) {
      Gauge.builder("duetime.attempts.running", running, AtomicInteger::get)
          .description("Handlers that run now")
          .tag(QUEUE, queue)
          .register(registry);
      isRunningShown = true;
    }
    running.incrementAndGet();
    late(lateBy);
  }

  void ended() {
    running.decrementAndGet();
  }

  void finished(String outcome, Duration took) {
    Timer.builder("duetime.attempt.duration")
        .description("How long handlers ran, by how their jobs were settled")
        .tag(QUEUE, queue)
        .tag(OUTCOME, outcome)
        .register(registry)
        .record(took);
  }

  void leaseLost() {
    counter("duetime.leases.lost", "Leases that were lost while a worker had the job").increment();
  }

  void settled(String outcome) {
    counter("duetime.settlements", "Answers to settlements of claimed jobs", outcome).increment();
  }

  private Counter counter(String name, String description) {
    return Counter.builder(name).description(description).tag(QUEUE, queue).register(registry);
  }

  private Counter counter(String name, String description, String outcome) {
    return Counter.builder(name)
        .description(description)
        .tag(QUEUE, queue)
        .tag(OUTCOME, outcome)
        .register(registry);
  }
}
