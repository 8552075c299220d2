package io.duetime.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Durability;
import io.duetime.Explanation;
import io.duetime.InvalidRequestException;
import io.duetime.JobQueue;
import io.duetime.JobState;
import io.duetime.Lease;
import io.duetime.RescheduleOutcome;
import io.duetime.Rescheduled;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.internal.client.fixture.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls that say in a word what a request would say in several. */
class ShortFormsTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final Simulation world = Simulation.thatReliesOnSignals();
  private final JobQueue<String> queue = world.queue();

  @Test
  void aJobWithoutAnIdGetsAGeneratedOne() {
    Scheduled first = queue.schedule("one", HOUR);
    Scheduled second = queue.schedule("two", Simulation.START.plusSeconds(60));
    Scheduled third = world.done(queue.scheduleAsync("three", HOUR));
    Scheduled fourth = world.done(queue.scheduleAsync("four", Simulation.START));

    assertThat(List.of(first, second, third, fourth))
        .allMatch(answer -> answer.outcome() == ScheduleOutcome.CREATED)
        .extracting(Scheduled::id)
        .doesNotHaveDuplicates()
        .isSorted();
    assertThat(first.dueAt()).isEqualTo(Simulation.START.plus(HOUR));
    assertThat(second.dueAt()).isEqualTo(Simulation.START.plusSeconds(60));
    assertThat(queue.find(second.id()).orElseThrow().payload()).isEqualTo("two");
    assertThatThrownBy(() -> queue.schedule("five", Duration.ofMillis(-1)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("delay is");
  }

  @Test
  void runningAJobNowMovesItToTheStoresNow() {
    queue.schedule("a", "x", HOUR);
    world.pass(Duration.ofMinutes(10));

    Rescheduled answer = queue.runNow("a");

    assertThat(answer.outcome()).isEqualTo(RescheduleOutcome.RESCHEDULED);
    assertThat(answer.dueAt()).isEqualTo(Simulation.START.plus(Duration.ofMinutes(10)));
    assertThat(queue.find("a").orElseThrow().state()).isEqualTo(JobState.READY);
  }

  @Test
  void onlyAWaitingJobRunsNow() {
    queue.schedule("a", "x", Duration.ZERO);
    Lease<String> lease = queue.claim(1, HOUR, Duration.ZERO).get(0);

    assertThat(queue.runNow("a").outcome()).isEqualTo(RescheduleOutcome.RUNNING);
    lease.bury("why");
    assertThat(queue.runNow("a").outcome()).isEqualTo(RescheduleOutcome.DEAD);
    assertThat(world.done(queue.runNowAsync("none")).outcome())
        .isEqualTo(RescheduleOutcome.UNKNOWN);
    assertThatThrownBy(() -> queue.runNow("")).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void aCancelThatAsksForADurabilityTellsWhatItReached() {
    queue.schedule("a", "x", HOUR);

    assertThat(queue.cancel("a", Durability.FSYNCED))
        .isEqualTo(new Cancelled("a", CancelOutcome.CANCELLED, Durability.Reached.NOTHING, null));
    assertThat(world.done(queue.cancelAsync("none", Durability.NONE)).outcome())
        .isEqualTo(CancelOutcome.UNKNOWN);
    assertThatThrownBy(() -> queue.cancel("", Durability.NONE))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void anAckThatAsksForADurabilityTellsWhatItReached() {
    queue.schedule("a", "x", Duration.ZERO);
    queue.schedule("b", "x", Duration.ZERO);
    List<Lease<String>> leases = queue.claim(2, HOUR, Duration.ZERO);
    Settled acked = Settled.of(SettleOutcome.ACKED);

    assertThat(leases.get(0).ack(Durability.FSYNCED)).isEqualTo(acked);
    assertThat(leases.get(0).isLeaseLost()).isTrue();
    assertThat(queue.ackAll(leases, Durability.NONE))
        .extracting(Settled::outcome)
        .containsExactly(SettleOutcome.LEASE_LOST, SettleOutcome.ACKED);
    assertThat(world.done(leases.get(1).ackAsync(Durability.NONE)).outcome())
        .isEqualTo(SettleOutcome.LEASE_LOST);
  }

  @Test
  void manyJobsAreExplainedInTheOrderOfTheirIds() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      queue.schedule("job-" + i, "x", Duration.ofSeconds(i));
      ids.add("job-" + i);
    }
    ids.add("unknown");

    List<Explanation> all = queue.explainAll(ids);

    assertThat(all).hasSize(201);
    assertThat(all.get(0).why()).isEqualTo(Explanation.Why.NO_CONSUMER);
    assertThat(all.get(199).details()).containsEntry("dueAt", "2026-03-01T06:03:19.000Z");
    assertThat(all.get(200).why()).isEqualTo(Explanation.Why.UNKNOWN);
    assertThat(world.done(queue.explainAllAsync(List.of()))).isEmpty();
  }

  @Test
  void noMoreThanSixtyFourExplanationsAreUnderWayAtOnce() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      ids.add("job-" + i);
    }
    world.engine.hold("explain");

    var all = queue.explainAllAsync(ids).toCompletableFuture();

    assertThat(world.engine.calls("explain")).isEqualTo(64);
    world.engine.letGo("explain");
    assertThat(world.done(all)).hasSize(100);
  }

  @Test
  void anInvalidIdRefusesTheWholeExplanation() {
    assertThatThrownBy(() -> queue.explainAll(Arrays.asList("a", "")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("id is ''");
    assertThatThrownBy(() -> queue.explainAll(Collections.nCopies(10_001, "a")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("ids is '10001 ids'; allowed: at most 10000");
    assertThat(world.engine.calls("explain")).isZero();
    assertThat(queue.jobs(JobState.READY).page(1).jobs()).isEmpty();
  }
}
