package io.duetime.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.ErrorCode;
import io.duetime.JobFailed;
import io.duetime.JobQueue;
import io.duetime.RetryableException;
import io.duetime.test.TestDuetime;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DuetimeMetricsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final TestDuetime duetime =
      TestDuetime.startingAt(TestDuetime.DEFAULT_START, DuetimeMetrics.in(registry, 2));
  private final JobQueue<String> orders = duetime.queue("orders", Codec.string());

  @AfterEach
  void close() {
    duetime.close();
  }

  @Test
  void latenessIsMeasuredFromTheDueTime() {
    orders.schedule("a", "x", SECOND);
    duetime.advance(Duration.ofSeconds(8));
    orders.worker(job -> {}).start();
    duetime.runDue();

    Timer lateness = registry.get("duetime.lateness").tag("queue", "orders").timer();

    assertThat(lateness.totalTime(TimeUnit.SECONDS)).isEqualTo(7);
    assertThat(bucket(lateness, SECOND)).isZero();
    assertThat(bucket(lateness, Duration.ofSeconds(30))).isOne();
  }

  @Test
  void aCallersClaimHasALatenessToo() {
    orders.schedule("a", "x", SECOND);
    duetime.advance(Duration.ofSeconds(4));
    orders.claim(1, SECOND, Duration.ZERO);

    assertThat(registry.get("duetime.lateness").timer().totalTime(TimeUnit.SECONDS)).isEqualTo(3);
  }

  @Test
  void handlersThatRunAreCountedAndTimedByTheOutcomeOfTheirJobs() {
    orders
        .worker(job -> {
          assertThat(registry.get("duetime.attempts.running").gauge().value()).isOne();
          if (job.id().equals("b")) {
            throw JobFailed.permanently("no");
          }
        })
        .start();
    orders.schedule("a", "x", Duration.ZERO);
    orders.schedule("b", "x", Duration.ZERO);
    duetime.runDue();

    assertThat(registry.get("duetime.attempts.running").gauge().value()).isZero();
    assertThat(attempts("acked")).isOne();
    assertThat(attempts("dead")).isOne();
    assertThat(count("duetime.settlements", "dead")).isOne();
  }

  @Test
  void onlyChosenQueuesKeepTheirMetersAndGiveTheirPlacesBack() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    DuetimeMetrics metrics = DuetimeMetrics.in(meters, 2);
    metrics.claimed("a", 1);
    metrics.claimed("b", 1);

    metrics.only(List.of("b", "c"));
    metrics.claimed("a", 1);
    metrics.claimed("c", 1);

    assertThat(queues(meters)).containsExactlyInAnyOrder("b", "c", "other");
    metrics.only(List.of());
    assertThat(queues(meters)).containsExactly("other");
  }

  @Test
  void aQueueWhoseHandlerRunsKeepsItsMeters() {
    DuetimeMetrics metrics = DuetimeMetrics.in(registry, 2);
    orders.worker(job -> metrics.started(job, SECOND)).start();
    orders.schedule("a", "x", Duration.ZERO);
    duetime.runDue();

    metrics.only(List.of());

    assertThat(registry.get("duetime.attempts.running").tag("queue", "orders").gauge()).isNotNull();
  }

  private static List<String> queues(SimpleMeterRegistry meters) {
    return meters.getMeters().stream()
        .map(meter -> meter.getId().getTag("queue"))
        .filter(java.util.Objects::nonNull)
        .distinct()
        .toList();
  }

  @Test
  void requestsAndClaimsAreCountedByTheirOutcome() {
    orders.schedule("a", "x", SECOND);
    orders.schedule("a", "x", SECOND);
    orders.worker(job -> {}).start();
    duetime.advance(SECOND);

    assertThat(count("duetime.jobs.scheduled", "created")).isOne();
    assertThat(count("duetime.jobs.scheduled", "kept")).isOne();
    assertThat(count("duetime.claims", "jobs")).isOne();
    assertThat(count("duetime.claims", "empty")).isPositive();
    assertThat(registry.get("duetime.jobs.claimed").counter().count()).isOne();
  }

  @Test
  void queuesAboveTheLimitShareTheTagOther() {
    for (String name : List.of("orders", "mail", "sms", "reports", "orders")) {
      duetime.queue(name, Codec.string()).schedule("x", SECOND);
    }

    assertThat(
            registry.find("duetime.jobs.scheduled").counters().stream()
                .collect(
                    Collectors.toMap(
                        counter -> counter.getId().getTag("queue"), counter -> counter.count())))
        .containsOnly(Map.entry("orders", 2.0), Map.entry("mail", 1.0), Map.entry("other", 2.0));
  }

  @Test
  void aQueueNamedOtherSharesTheMetersOfTheOthers() {
    for (String name : List.of("other", "orders", "mail", "sms")) {
      JobQueue<String> queue = duetime.queue(name, Codec.string());
      queue
          .worker(job ->
              assertThat(
                      registry
                          .get("duetime.attempts.running")
                          .tag("queue", name.equals("sms") ? "other" : name)
                          .gauge()
                          .value())
                  .isOne())
          .start();
      queue.schedule("x", Duration.ZERO);
      duetime.runDue();
    }

    assertThat(registry.find("duetime.attempts.running").gauges()).hasSize(3);
  }

  @Test
  void callsToTheStoreAreTimedByOperationAndCode() {
    DuetimeMetrics metrics = DuetimeMetrics.in(registry);

    metrics.storeCalled("claim", SECOND, null);
    metrics.storeCalled(
        "claim", SECOND, new RetryableException(ErrorCode.STORE_UNAVAILABLE, "away"));
    metrics.storeCalled("claim", SECOND, new IllegalStateException("a fault"));

    for (String outcome : List.of("ok", "store_unavailable", "internal")) {
      assertThat(
              registry
                  .get("duetime.store.call.duration")
                  .tag("operation", "claim")
                  .tag("outcome", outcome)
                  .timer()
                  .count())
          .as(outcome)
          .isOne();
    }
  }

  @Test
  void theSkewIsTheStoresClockMinusThatOfThisProcess() {
    SimpleMeterRegistry other = new SimpleMeterRegistry();
    DuetimeMetrics metrics = DuetimeMetrics.in(other);

    metrics.clockSkew(Duration.ofMillis(-250));

    assertThat(other.get("duetime.clock.skew").gauge().value()).isEqualTo(-0.25);
  }

  @Test
  void lossesOfDataAreCountedFromZeroOn() {
    SimpleMeterRegistry other = new SimpleMeterRegistry();
    DuetimeMetrics metrics = DuetimeMetrics.in(other);
    assertThat(other.get("duetime.data.losses").counter().count()).isZero();

    metrics.dataLost("orders");

    assertThat(other.get("duetime.data.losses").counter().count()).isOne();
  }

  private double bucket(Timer timer, Duration upTo) {
    return Arrays.stream(timer.takeSnapshot().histogramCounts())
        .filter(bucket -> bucket.bucket(TimeUnit.MILLISECONDS) == upTo.toMillis())
        .mapToDouble(CountAtBucket::count)
        .sum();
  }

  private long attempts(String outcome) {
    return registry.get("duetime.attempt.duration").tag("outcome", outcome).timer().count();
  }

  private double count(String name, String outcome) {
    return registry.get(name).tag("outcome", outcome).counter().count();
  }
}
