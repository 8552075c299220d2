package io.duetime.micrometer;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.Job;
import io.duetime.JobListener;
import io.duetime.Limits;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.micrometer.QueueMeters.OutcomeMeters;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times jobs in a Micrometer registry. Add it to the settings of a store: {@code
 * Duetime.builder().uri(uri).listener(DuetimeMetrics.in(registry)).open()}.
 *
 * <p>Give the same object to all stores of a process. {@code docs/observability.md} lists the
 * meters. The first queues have meters of their own; the other queues share the tag value {@code
 * other}. Thread safe.
 */
public final class DuetimeMetrics implements JobListener {
  /** How many queues have meters of their own by default. */
  public static final int DEFAULT_MAX_QUEUES = 500;

  private static final String PREFIX = "duetime.";
  private static final String OTHER = "other";
  private static final double NANOS_PER_SECOND = 1e9;

  private final MeterRegistry registry;
  private final int maxQueues;
  private final ConcurrentHashMap<String, QueueMeters> queues = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, OutcomeMeters<Timer>> calls = new ConcurrentHashMap<>();
  private final QueueMeters others;
  private final Counter losses;
  private volatile @Nullable Set<String> chosen;
  private volatile double skewSeconds;

  private DuetimeMetrics(MeterRegistry registry, int maxQueues) {
    this.registry = registry;
    this.maxQueues = maxQueues;
    this.others = new QueueMeters(registry, OTHER);
    // A queue of that name shares these meters, and does not count.
    queues.put(OTHER, others);
    Gauge.builder("duetime.clock.skew", this, metrics -> metrics.skewSeconds)
        .baseUnit("seconds")
        .description("The store's clock minus the clock of this process")
        .register(registry);
    this.losses =
        Counter.builder("duetime.data.losses")
            .description("How often the store has lost the data of a queue")
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

  /**
   * Chooses the queues that have meters of their own. The meters of other queues are removed, and
   * their later events count as {@code other}. If there are fewer than the limit allows, the next
   * queues that are used have meters too, until the next call. A queue whose handlers run now keeps
   * its meters until the next call. Without a call, the first queues that are used have meters.
   *
   * @param names the queues; those beyond the limit are left out
   */
  public synchronized void only(Collection<String> names) {
    Set<String> kept = names.stream().limit(maxQueues).collect(Collectors.toSet());
    chosen = kept;
    queues.forEach((queue, meters) -> {
      if (meters != others && !kept.contains(queue) && meters.retire()) {
        queues.remove(queue);
      }
    });
    for (Meter meter : registry.getMeters()) {
      String queue = meter.getId().getTag(QueueMeters.QUEUE);
      if (queue != null
          && meter.getId().getName().startsWith(PREFIX)
          && !queues.containsKey(queue)) {
        registry.remove(meter);
      }
    }
  }

  @Override
  public boolean neverBlocks() {
    return true;
  }

  @Override
  public void scheduled(String queue, Scheduled answer) {
    of(queue).scheduled(answer.outcome());
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
    while (!of(job.queue()).started(lateness)) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void ended(Job<?> job) {
    of(job.queue()).ended();
  }

  @Override
  public void finished(Job<?> job, SettleOutcome outcome, Duration took) {
    of(job.queue()).finished(outcome, took);
  }

  @Override
  public void leaseLost(Job<?> job) {
    of(job.queue()).leaseLost();
  }

  @Override
  public void abandoned(Job<?> job) {
    of(job.queue()).abandoned();
  }

  @Override
  public void settled(String queue, SettleOutcome outcome) {
    of(queue).settled(outcome);
  }

  @Override
  public void storeCalled(String operation, Duration took, @Nullable Throwable failure) {
    OutcomeMeters<Timer> timers = calls.get(operation);
    if (timers == null) {
      timers = calls.computeIfAbsent(operation, this::timers);
    }
    timers.of(outcome(failure)).record(took);
  }

  private OutcomeMeters<Timer> timers(String operation) {
    return new OutcomeMeters<>(outcome ->
        Timer.builder("duetime.store.call.duration")
            .description("The time until the store's answer")
            .tag("operation", operation)
            .tag("outcome", outcome)
            .register(registry));
  }

  @Override
  public void dataLost(String queue) {
    losses.increment();
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
    return mayBeAdded(queue) ? added(queue) : others;
  }

  private boolean mayBeAdded(String queue) {
    Set<String> only = chosen;
    boolean isChosen = only == null || only.size() < maxQueues || only.contains(queue);
    return isChosen && queues.size() <= maxQueues;
  }

  // One at a time, so that the limit is exact.
  private synchronized QueueMeters added(String queue) {
    return mayBeAdded(queue)
        ? queues.computeIfAbsent(queue, name -> new QueueMeters(registry, name))
        : queues.getOrDefault(queue, others);
  }

  private static Object outcome(@Nullable Throwable failure) {
    if (failure == null) {
      return "ok";
    }
    return failure instanceof DuetimeException known ? known.code() : ErrorCode.INTERNAL;
  }
}
