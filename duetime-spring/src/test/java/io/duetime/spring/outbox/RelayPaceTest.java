package io.duetime.spring.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.JobRequest;
import io.duetime.RescheduleRequest;
import io.duetime.spring.outbox.OutboxRelay.RelayPace;
import io.duetime.spring.transaction.DeferredCall;
import io.duetime.spring.transaction.DeferredCall.Target;
import io.duetime.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RelayPaceTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Target ORDERS = new Target("orders", null, null);

  private final VirtualTime time = new VirtualTime(START);
  private final RelayPace pace = new RelayPace(time);

  @Test
  void theFirstStepNeedsNoRest() {
    assertThat(pace.left(RelayPace.SHORT)).isZero();
    assertThat(pace.left(RelayPace.LONG)).isZero();
  }

  @Test
  void aRestCountsFromTheEndOfTheLastStep() {
    pace.stepped();
    assertThat(pace.left(RelayPace.LONG)).isEqualTo(Duration.ofMillis(50));

    time.advance(Duration.ofMillis(4));
    assertThat(pace.left(RelayPace.SHORT)).isEqualTo(Duration.ofMillis(1));
    assertThat(pace.left(RelayPace.LONG)).isEqualTo(Duration.ofMillis(46));

    time.advance(HOUR);
    assertThat(pace.left(RelayPace.SHORT)).isZero();
    assertThat(pace.left(RelayPace.LONG)).isZero();
  }

  @Test
  void jobsFarAheadMayWaitLonger() {
    assertThat(restBefore(job().delay(HOUR))).isEqualTo(RelayPace.LONG);
    assertThat(restBefore(job().dueAt(START.plus(HOUR)))).isEqualTo(RelayPace.LONG);
  }

  @Test
  void aJobThatIsDueSoonMakesTheRestShort() {
    assertThat(restBefore(job())).isEqualTo(RelayPace.SHORT);
    assertThat(restBefore(job().delay(Duration.ofMillis(999)))).isEqualTo(RelayPace.SHORT);
    assertThat(restBefore(job().dueAt(START.minus(HOUR)))).isEqualTo(RelayPace.SHORT);
    assertThat(pace.restBefore(List.of(schedule(job().delay(HOUR)), schedule(job()))))
        .isEqualTo(RelayPace.SHORT);
  }

  @Test
  void theJobOfACancelOrARescheduleMayBeDueSoon() {
    RescheduleRequest inAnHour = RescheduleRequest.of("a", HOUR);

    assertThat(pace.restBefore(List.of(new DeferredCall.Cancel(ORDERS, "a"))))
        .isEqualTo(RelayPace.SHORT);
    assertThat(pace.restBefore(List.of(new DeferredCall.Reschedule(ORDERS, inAnHour))))
        .isEqualTo(RelayPace.SHORT);
  }

  private Duration restBefore(JobRequest.Builder<byte[]> job) {
    return pace.restBefore(List.of(schedule(job)));
  }

  private static JobRequest.Builder<byte[]> job() {
    return JobRequest.builder(new byte[] {'x'}).id("a");
  }

  private static DeferredCall schedule(JobRequest.Builder<byte[]> job) {
    return new DeferredCall.Schedule(ORDERS, "a", job.build());
  }
}
