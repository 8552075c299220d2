package io.duetime.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class CallersTest {

  @Test
  void everyCallCounts() {
    AtomicInteger left = new AtomicInteger(1_000);
    AtomicInteger calls = new AtomicInteger();

    Throughput pace =
        new Callers(4)
            .asLongAs(
                () -> left.decrementAndGet() >= 0,
                caller ->
                    () -> {
                      calls.incrementAndGet();
                      return 1;
                    });

    assertThat(calls).hasValue(1_000);
    assertThat(pace.jobsPerSecond()).isPositive();
  }

  @Test
  void oneCallIsMadeThoughTheTimeIsOver() {
    AtomicInteger calls = new AtomicInteger();

    new Callers(2).during(Duration.ZERO, caller -> calls::incrementAndGet);

    assertThat(calls).hasValue(1);
  }

  @Test
  void aCallThatFailsFailsTheMeasurement() {
    assertThatIllegalStateException()
        .isThrownBy(() ->
            new Callers(2)
                .asLongAs(
                    () -> true,
                    caller ->
                        () -> {
                          throw new java.io.IOException("no");
                        }))
        .withRootCauseInstanceOf(java.io.IOException.class);
  }
}
