package io.duetime.server.metrics;

import io.duetime.TimeSource;
import io.duetime.handover.CircuitBreaker;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/** The meters of the hand-overs of a server. Thread safe. */
public final class HandOverMeters {
  /** How many targets have series; those beyond have none. */
  static final int MAX_TARGETS = 500;

  private final MeterRegistry registry;
  private final TimeSource time;
  private final AtomicInteger free = new AtomicInteger(MAX_TARGETS);

  HandOverMeters(MeterRegistry registry, TimeSource time) {
    this.registry = registry;
    this.time = time;
  }

  /** Sets where the number of queues is found whose jobs cannot be handed over. */
  public void failedQueues(IntSupplier queues) {
    Gauge.builder("duetime.handover.queues.failed", queues, IntSupplier::getAsInt)
        .description("Queues with a target whose jobs cannot be handed over")
        .strongReference(true)
        .register(registry);
  }

  /** Begins the series of a target; those of an earlier one of this name must have ended. */
  public TargetMeters open(String target, CircuitBreaker breaker) {
    boolean isShown = free.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    return isShown
        ? new TargetMeters(registry, time, target, breaker, free::incrementAndGet)
        : new TargetMeters(new CompositeMeterRegistry(), time, target, breaker, () -> {});
  }
}
