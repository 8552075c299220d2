package io.duetime.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.JobQueue;
import io.duetime.Lease;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
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
    Scheduled third = world.done(queue.async().schedule("three", HOUR));
    Scheduled fourth = world.done(queue.async().schedule("four", Simulation.START));

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
  void changesOfManyTellWhatTheyReached() {
    queue.schedule("a", "x", Duration.ZERO);
    queue.schedule("b", "x", HOUR);
    List<Lease<String>> leases = queue.claim(1, HOUR, Duration.ZERO);
    JobQueue<String> durable = queue.withDurability(Durability.FSYNCED);

    assertThat(durable.ackAll(leases)).containsExactly(Settled.of(SettleOutcome.ACKED));
    assertThat(leases.get(0).isLeaseLost()).isTrue();
    assertThat(durable.cancelAll(List.of("b")))
        .containsExactly(Cancelled.of("b", CancelOutcome.CANCELLED));
  }
}
