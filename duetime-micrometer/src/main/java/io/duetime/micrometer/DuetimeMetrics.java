package io.duetime.micrometer;

import io.duetime.DuetimeException;
import io.duetime.Job;
import io.duetime.JobListener;
import io.duetime.Limits;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times jobs in a Micrometer registry. Add it to the settings of a store: {@code
 * Duetime.builder().uri(uri).listener(DuetimeMetrics.in(registry)).open()}.
 *
 * <p>{@code docs/observability.md} lists the meters. The first queues have meters of their own; the
 * other queues share the tag value {@code other}. Thread safe.
 */
public final class DuetimeMetrics implements JobListener {
  /** How many queues have meters of their own by default. */
  public static final int DEFAULT_MAX_QUEUES = 500;

  private static final String OTHER = "other";
  private static final double NANOS_PER_SECOND = 1e9;

  private final MeterRegistry registry;
  private final int maxQueues;
  private final ConcurrentHashMap<String, QueueMeters> queues = new ConcurrentHashMap<>();
  private final QueueMeters others;
  private volatile double skewSeconds;

  private DuetimeMetrics(MeterRegistry registry, int maxQueues) {
    this.registry = registry;
    this.maxQueues = maxQueues;
    this.others = new QueueMeters(registry, OTHER);
    Gauge.builder("duetime.clock.skew", this, metrics -> metrics.skewSeconds)
        .baseUnit("seconds")
        .description("The store's clock minus the clock of this process")
        .register(registry);
  }

  /** Creates metrics in a registry, with meters for {@value #DEFAULT_MAX_QUEUES} queues. */
  public static DuetimeMetrics in(MeterRegistry registry) {
    return in(registry, DEFAULT_MAX_QUEUES);
  }

  /**
   * Creates metrics in a registry.
   *
   * @param maxQueues how many queues have meters of their own, 1 to 10,000
   */
  public static DuetimeMetrics in(MeterRegistry registry, int maxQueues) {
    return new DuetimeMetrics(
        Limits.given("registry", registry), Limits.count("maxQueues", maxQueues, 10_000));
  }

  @Override
  public void scheduled(String queue, Scheduled answer) {
    of(queue).scheduled(word(answer.outcome()));
  }

  @Override
  public void scheduleFailed(String queue, String id, Throwable failure) {
    of(queue).scheduled("failed");
  }

  @Override
  public void claimed(String queue, int jobs) {
    of(queue).claimed(jobs);
  }

  @Override
  public void claimFailed(String queue, Throwable failure) {
    of(queue).claimEnded("failed");
  }

  @Override
  public void leased(String queue, Duration lateness) {
    of(queue).late(lateness);
  }

  @Override
  public void started(Job<?> job, Duration lateness) {
    of(job.queue()).started(lateness);
  }

  @Override
  public void ended(Job<?> job) {
    of(job.queue()).ended();
  }

  @Override
  public void finished(Job<?> job, SettleOutcome outcome, Duration took) {
    of(job.queue()).finished(word(outcome), took);
  }

  @Override
  public void leaseLost(Job<?> job) {
    of(job.queue()).leaseLost();
  }

  @Override
  public void settled(String queue, SettleOutcome outcome) {
    of(queue).settled(word(outcome));
  }

  @Override
  public void storeCalled(String operation, Duration took, @Nullable Throwable failure) {
    Timer.builder("duetime.store.call.duration")
        .description("The time until the store's answer")
        .tag("operation", operation)
        .tag("outcome", outcome(failure))
        .register(registry)
        .record(took);
  }

  @Override
  public void clockSkew(Duration skew) {
    skewSeconds = skew.toNanos() / NANOS_PER_SECOND;
  }

  private QueueMeters of(String queue) {
    QueueMeters known = queues.get(queue);
    if (known != null) {
      return known;
    }
    return queues.size() < maxQueues ? added(queue) : others;
  }

  // One at a time, so that the limit is exact.
  private synchronized QueueMeters added(String queue) {
    return queues.size() < maxQueues
        ? queues.computeIfAbsent(queue, name -> new QueueMeters(registry, name))
        : queues.getOrDefault(queue, others);
  }

  private static String outcome(@Nullable Throwable failure) {
    if (failure == null) {
      return "ok";
    }
    return failure instanceof DuetimeException known ? word(known.code()) : "internal";
  }

  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
