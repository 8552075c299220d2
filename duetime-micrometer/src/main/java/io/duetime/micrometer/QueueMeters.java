package io.duetime.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The meters of one queue, or of all queues without meters of their own. Thread safe. */
final class QueueMeters {
  static final String QUEUE = "queue";

  /** Handlers that run in a queue without meters; far below what the count can reach. */
  private static final int RETIRED = Integer.MIN_VALUE / 2;

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
  private final OutcomeMeters<Counter> scheduled;
  private final OutcomeMeters<Counter> claims;
  private final OutcomeMeters<Timer> attempts;
  private final OutcomeMeters<Counter> settlements;
  private final AtomicInteger running = new AtomicInteger();
  private volatile @Nullable Counter claimed;
  private volatile @Nullable Timer lateness;
  private volatile boolean isRunningShown;

  QueueMeters(MeterRegistry registry, String queue) {
    this.registry = registry;
    this.queue = queue;
    this.scheduled = counters("duetime.jobs.scheduled", "Requests to schedule a job");
    this.claims = counters("duetime.claims", "Claims of the claim loop");
    this.attempts = new OutcomeMeters<>(this::attempts);
    this.settlements = counters("duetime.settlements", "Answers to settlements of claimed jobs");
  }

  void scheduled(Object outcome) {
    scheduled.of(outcome).increment();
  }

  void claimed(int jobs) {
    claimEnded(jobs == 0 ? "empty" : "jobs");
    if (jobs > 0) {
      Counter known = claimed;
      if (known == null) {
        known = counter("duetime.jobs.claimed", "Jobs that the claim loop claimed");
        claimed = known;
      }
      known.increment(jobs);
    }
  }

  void claimEnded(String outcome) {
    claims.of(outcome).increment();
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

  /** Counts a handler; answers false if these meters were removed, so that others must count. */
  boolean started(Duration lateBy) {
    if (running.incrementAndGet() <= 0) {
      running.decrementAndGet();
      return false;
    }
    if (!isRunningShown) {
      Gauge.builder("duetime.attempts.running", running, AtomicInteger::get)
          .description("Handlers that run now")
          .tag(QUEUE, queue)
          .register(registry);
      isRunningShown = true;
    }
    late(lateBy);
    return true;
  }

  /** Marks these meters as removed, unless handlers run that must be counted down. */
  boolean retire() {
    return running.compareAndSet(0, RETIRED);
  }

  void ended() {
    running.decrementAndGet();
  }

  void finished(Object outcome, Duration took) {
    attempts.of(outcome).record(took);
  }

  void leaseLost() {
    counter("duetime.leases.lost", "Leases that were lost while a worker had the job").increment();
  }

  void abandoned() {
    counter("duetime.handlers.abandoned", "Handlers that went on after their interrupt")
        .increment();
  }

  void settled(Object outcome) {
    settlements.of(outcome).increment();
  }

  private Timer attempts(String outcome) {
    return Timer.builder("duetime.attempt.duration")
        .description("How long handlers ran, by how their jobs were settled")
        .tag(QUEUE, queue)
        .tag(OUTCOME, outcome)
        .register(registry);
  }

  private Counter counter(String name, String description) {
    return Counter.builder(name).description(description).tag(QUEUE, queue).register(registry);
  }

  private OutcomeMeters<Counter> counters(String name, String description) {
    return new OutcomeMeters<>(outcome ->
        Counter.builder(name)
            .description(description)
            .tag(QUEUE, queue)
            .tag(OUTCOME, outcome)
            .register(registry));
  }

  /**
   * Meters that differ in the outcome only. Registered at their first event; later events do not
   * search the registry. Thread safe.
   */
  static final class OutcomeMeters<M> {
    private final Function<String, M> registration;
    private final ConcurrentHashMap<Object, M> known = new ConcurrentHashMap<>();

    /** Creates the meters; {@code registration} registers the one with this value of the tag. */
    OutcomeMeters(Function<String, M> registration) {
      this.registration = registration;
    }

    /** Returns the meter of an outcome, a constant of an enum or a word. */
    M of(Object outcome) {
      M meter = known.get(outcome);
      return meter != null ? meter : known.computeIfAbsent(outcome, this::registered);
    }

    private M registered(Object outcome) {
      return registration.apply(
          outcome instanceof Enum<?> constant
              ? constant.name().toLowerCase(Locale.ROOT)
              : outcome.toString());
    }
  }
}
