package io.duetime.server.metrics;

import io.duetime.JobInfo;
import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.handover.CircuitBreaker;
import io.duetime.handover.PublishFailure;
import io.duetime.handover.Publisher;
import io.duetime.handover.Target;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

  /** The meters of one target, from its opening to its end. Thread safe. */
  public static final class TargetMeters implements AutoCloseable {
    private static final String TARGET = "target";

    /** A failure that a publisher should not have. */
    private static final String OTHER = "unknown";

    private static final Duration[] BUCKETS =
        LongStream.of(1, 5, 10, 50, 100, 500, 1_000, 5_000, 30_000)
            .mapToObj(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final TimeSource time;
    private final Runnable atEnd;
    private final List<Meter> meters = new ArrayList<>();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Timer confirmed;
    private final Map<String, Counter> failures = new HashMap<>();

    TargetMeters(
        MeterRegistry registry,
        TimeSource time,
        String target,
        CircuitBreaker breaker,
        Runnable atEnd) {
      this.registry = registry;
      this.time = time;
      this.atEnd = atEnd;
      keep(
          Gauge.builder("duetime.handover.breaker.open", breaker, TargetMeters::isOpen)
              .description("1 while nothing, or one job at a time, is sent to a target that failed")
              .tag(TARGET, target)
              .register(registry));
      keep(
          Gauge.builder("duetime.handover.in.flight", inFlight, AtomicInteger::get)
              .description("Messages that wait for their confirm")
              .tag(TARGET, target)
              .strongReference(true)
              .register(registry));
      confirmed =
          keep(
              Timer.builder("duetime.handover.publish.duration")
                  .description("The time from the publishing of a message to its confirm")
                  .serviceLevelObjectives(BUCKETS)
                  .tag(TARGET, target)
                  .register(registry));
      Stream.concat(
              Stream.of(PublishFailure.Kind.values()).map(TargetMeters::name), Stream.of(OTHER))
          .forEach(outcome ->
              failures.put(
                  outcome,
                  keep(
                      Counter.builder("duetime.handover.failures")
                          .description("Messages that were not confirmed")
                          .tag(TARGET, target)
                          .tag("outcome", outcome)
                          .register(registry))));
    }

    private <M extends Meter> M keep(M meter) {
      meters.add(meter);
      return meter;
    }

    private static String name(PublishFailure.Kind kind) {
      return kind.name().toLowerCase(Locale.ROOT);
    }

    private static double isOpen(CircuitBreaker breaker) {
      return breaker.status().state() == CircuitBreaker.State.CLOSED ? 0 : 1;
    }

    /** Returns the target with every message measured. */
    public Target measure(Target target) {
      return new Target() {
        @Override
        public Publisher publisher(Map<String, String> destination) {
          Publisher publisher = target.publisher(destination);
          return new Publisher() {
            @Override
            public CompletionStage<?> publish(JobInfo<byte[]> job) {
              return TargetMeters.this.publish(publisher, job);
            }

            @Override
            public CompletionStage<?> lookUp() {
              return publisher.lookUp();
            }
          };
        }

        @Override
        public void close() {
          target.close();
        }
      };
    }

    private CompletionStage<?> publish(Publisher publisher, JobInfo<byte[]> job) {
      long began = time.nanoTime();
      inFlight.incrementAndGet();
      CompletionStage<?> answer;
      try {
        answer = Objects.requireNonNull(publisher.publish(job), "the publisher returned null");
      } catch (RuntimeException | Error failure) {
        answer = CompletableFuture.failedStage(failure);
      }
      return answer.whenComplete((done, failure) -> answered(began, failure));
    }

    private void answered(long began, @Nullable Throwable failure) {
      inFlight.decrementAndGet();
      if (failure == null) {
        confirmed.record(time.nanoTime() - began, TimeUnit.NANOSECONDS);
      } else {
        Throwable cause = Stages.cause(failure);
        String outcome = cause instanceof PublishFailure known ? name(known.kind()) : OTHER;
        Objects.requireNonNull(failures.get(outcome)).increment();
      }
    }

    /** Ends the series of the target. */
    @Override
    public void close() {
      meters.forEach(registry::remove);
      atEnd.run();
    }
  }
}
