package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.MissedTicks;
import io.duetime.PendingTicks;
import io.duetime.Schedule;
import io.duetime.SettleOutcome;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Queues that are deleted if nothing but their counts would be lost. */
public abstract class EmptyQueueContract extends Contract {
  private static final Duration HOUR = Duration.ofHours(1);

  private boolean deleteEmpty() {
    return Answers.of(engine().deleteEmptyQueue(queue.name()));
  }

  private List<String> names() {
    return Answers.of(engine().queues());
  }

  private void assertStays(String why) {
    assertThat(deleteEmpty()).as(why).isFalse();
    assertThat(names()).as(why).containsExactly(queue.name());
  }

  @Test
  void aQueueWhoseJobsHaveEndedIsDeletedAndOneThatDoesNotExistIsNotCreated() {
    assertThat(deleteEmpty()).isFalse();
    assertThat(names()).isEmpty();
    queue.schedule(Jobs.job("a"));
    queue.schedule(Jobs.job("b", HOUR));
    queue.ack(queue.claimOne());
    queue.cancel("b");

    assertThat(deleteEmpty()).isTrue();

    assertThat(names()).isEmpty();
    assertThat(deleteEmpty()).isFalse();
  }

  @Test
  void aQueueWithAJobInAnyStateOrWithSettingsStays() {
    queue.schedule(Jobs.job("a", HOUR));
    assertStays("delayed");
    advance(HOUR);
    assertStays("ready");
    ClaimedJob running = queue.claimOne();
    assertStays("running");
    queue.bury(running);
    assertStays("dead");

    queue.change(Selection.ALL, new BulkChange.Purge());
    assertThat(deleteEmpty()).isTrue();
    queue.schedule(Jobs.job("a").retention(HOUR));
    queue.ack(queue.claimOne());
    assertStays("remembered");
    advance(HOUR);
    maintain();
    queue.configure(settings -> settings.paused());
    assertStays("paused");
  }

  @Test
  void aQueueWithARecurringDefinitionStays() {
    RecurringJob daily =
        new RecurringJob(
            "daily", Schedule.every(HOUR), Jobs.job("any").build(), MissedTicks.LATEST);
    queue.put(daily);
    assertStays("defined");

    Answers.of(
        engine()
            .removeRecurring(queue.name(), "daily", OptionalLong.empty(), PendingTicks.WITHDRAW));
    assertStays("its ticks are known");
  }

  @Test
  void fencesGoOnWhereAnIdIsUsedAgain() {
    queue.schedule(Jobs.job("a"));
    ClaimedJob before = queue.claimOne();
    queue.ack(before);
    assertThat(deleteEmpty()).isTrue();

    queue.schedule(Jobs.job("a"));
    ClaimedJob after = queue.claimOne();

    assertThat(after.lease().fence()).isGreaterThan(before.lease().fence());
    assertThat(queue.ack(before)).isEqualTo(SettleOutcome.LEASE_LOST);
    assertThat(queue.ack(after)).isEqualTo(SettleOutcome.ACKED);
  }

  @Test
  void numbersThatWereReservedAreNotReservedAgain() {
    queue.schedule(Jobs.job("a"));
    long first = Answers.of(engine().reserveNumbers(queue.name(), 10));
    queue.ack(queue.claimOne());
    assertThat(deleteEmpty()).isTrue();

    assertThat(Answers.of(engine().reserveNumbers(queue.name(), 10)))
        .isGreaterThanOrEqualTo(first + 10);
  }
}
