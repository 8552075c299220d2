package io.duetime.runtime.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.InvalidRequestException;
import io.duetime.JobQueue;
import io.duetime.JobState;
import io.duetime.Lease;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.Settled;
import io.duetime.StoredJob;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Many leases settled by one call. */
class BatchSettlingTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Simulation world = Simulation.thatReliesOnSignals();
  private final JobQueue<String> queue = world.queue();

  private List<Lease<String>> claimed(String... ids) {
    for (String id : ids) {
      queue.schedule(id, "x", Duration.ZERO);
    }
    return queue.claim(ids.length, MINUTE, Duration.ZERO);
  }

  private StoredJob<String> job(String id) {
    return queue.find(id).orElseThrow();
  }

  @Test
  void manyAttemptsFailWithOneDelayAndOneReason() {
    List<Lease<String>> leases = claimed("a", "b");

    assertThat(queue.settleAll(leases, SettleRequest.retry(Duration.ofHours(2), "no stock")))
        .extracting(Settled::outcome)
        .containsExactly(SettleOutcome.RETRYING, SettleOutcome.RETRYING);

    for (String id : List.of("a", "b")) {
      assertThat(job(id).dueAt()).isEqualTo(Simulation.START.plus(Duration.ofHours(2)));
      assertThat(job(id).history())
          .singleElement()
          .matches(attempt -> attempt.error().equals("no stock"));
    }
    assertThat(queue.settleAll(leases, SettleRequest.retry(Duration.ZERO, "again")))
        .extracting(Settled::outcome)
        .containsExactly(SettleOutcome.LEASE_LOST, SettleOutcome.LEASE_LOST);
  }

  @Test
  void aRefusedValueFailsTheStageWithWhatTheBlockingCallThrows() {
    List<Lease<String>> leases = claimed("a");
    List<Throwable> failures = new ArrayList<>();

    var unused =
        queue
            .async()
            .extendAll(leases, Duration.ZERO)
            .toCompletableFuture()
            .whenComplete((settled, failure) -> failures.add(failure));

    assertThat(failures).singleElement().isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void withoutADelayEachIsTriedAgainByItsRule() {
    List<Lease<String>> leases = claimed("a", "b");

    assertThat(queue.retryAll(leases, "no stock"))
        .extracting(Settled::outcome)
        .containsExactly(SettleOutcome.RETRYING, SettleOutcome.RETRYING);

    assertThat(job("a").dueAt())
        .isBetween(Simulation.START.plusMillis(800), Simulation.START.plusMillis(1000));
  }

  @Test
  void leasesAreSettledInAnyWayOneByOneAndTogether() {
    List<Lease<String>> leases = claimed("a", "b");
    SettleRequest burial = new SettleRequest.Bury(7L, "withdrawn");

    assertThat(leases.get(0).settle(burial)).isEqualTo(SettleOutcome.DEAD);
    assertThat(queue.settleAll(leases, burial))
        .extracting(Settled::outcome)
        .containsExactly(SettleOutcome.LEASE_LOST, SettleOutcome.DEAD);
    assertThat(job("b").priority()).isEqualTo(7);
  }

  @Test
  void manyJobsAreBuried() {
    List<Lease<String>> leases = claimed("a", "b");

    assertThat(queue.buryAll(leases, "withdrawn"))
        .extracting(Settled::outcome)
        .containsExactly(SettleOutcome.DEAD, SettleOutcome.DEAD);

    assertThat(job("a").state()).isEqualTo(JobState.DEAD);
    assertThat(job("b").end().orElseThrow().message()).isEqualTo("withdrawn");
  }

  @Test
  void manyLeasesAreExtended() {
    List<Lease<String>> leases = claimed("a", "b");
    world.pass(Duration.ofSeconds(30));

    assertThat(queue.extendAll(leases, MINUTE))
        .extracting(Settled::outcome)
        .containsExactly(SettleOutcome.EXTENDED, SettleOutcome.EXTENDED);

    assertThat(leases)
        .allMatch(lease -> lease.until().equals(Simulation.START.plusSeconds(90)))
        .noneMatch(Lease::isLeaseLost);
    world.pass(MINUTE);
    assertThat(queue.extendAll(leases, MINUTE))
        .extracting(Settled::outcome)
        .containsExactly(SettleOutcome.LEASE_LOST, SettleOutcome.LEASE_LOST);
    assertThat(leases).allMatch(Lease::isLeaseLost);
  }

  @Test
  void theFormsThatDoNotWaitDoTheSame() {
    List<Lease<String>> leases = claimed("a", "b", "c", "d");

    assertThat(world.done(queue.async().extendAll(leases, MINUTE))).hasSize(4);
    assertThat(world.done(queue.async().retryAll(leases.subList(0, 1), "why")))
        .extracting(Settled::outcome)
        .containsExactly(SettleOutcome.RETRYING);
    assertThat(world.done(queue.async().retryAll(leases.subList(1, 2), "why")))
        .extracting(Settled::outcome)
        .containsExactly(SettleOutcome.RETRYING);
    assertThat(world.done(queue.async().buryAll(leases.subList(2, 3), "why")))
        .extracting(Settled::outcome)
        .containsExactly(SettleOutcome.DEAD);
    assertThat(world.done(queue.async().ackAll(leases.subList(3, 4))))
        .containsExactly(Settled.of(SettleOutcome.ACKED));
  }

  @Test
  void aLeaseOfAnotherQueueIsRefusedByItself() {
    Lease<String> mine = claimed("a").get(0);
    JobQueue<String> other = world.duetime().queue("other", Codec.string());
    other.schedule("x", Duration.ZERO);
    Lease<String> foreign = other.claim(1, MINUTE, Duration.ZERO).get(0);
    List<Lease<String>> mixed = new ArrayList<>(Arrays.asList(foreign, mine, null));

    assertThat(queue.extendAll(mixed, MINUTE))
        .extracting(Settled::outcome)
        .containsExactly(SettleOutcome.REFUSED, SettleOutcome.EXTENDED, SettleOutcome.REFUSED);
    assertThat(queue.retryAll(mixed, "why"))
        .extracting(Settled::outcome)
        .containsExactly(SettleOutcome.REFUSED, SettleOutcome.RETRYING, SettleOutcome.REFUSED);
    assertThat(foreign.ack()).isEqualTo(SettleOutcome.ACKED);
  }

  @Test
  void invalidValuesAreRefusedBeforeAnythingIsSettled() {
    List<Lease<String>> leases = claimed("a");
    List<Lease<String>> tooMany = Collections.nCopies(100_001, leases.get(0));

    assertThatThrownBy(
            () -> queue.settleAll(leases, SettleRequest.retry(Duration.ofMillis(-1), "why")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("delay is");
    assertThatThrownBy(() -> queue.extendAll(leases, Duration.ZERO))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("extendBy is '0s'");
    assertThatThrownBy(() -> queue.buryAll(tooMany, "why"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("leases is '100001 leases'; allowed: at most 100000");
    assertThat(job("a").state()).isEqualTo(JobState.RUNNING);
  }
}
