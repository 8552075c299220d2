package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.ConfigureOutcome;
import io.duetime.Configured;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.MissedTicks;
import io.duetime.PendingTicks;
import io.duetime.QueueSettings;
import io.duetime.Schedule;
import io.duetime.SettleOutcome;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Selection;
import io.duetime.engine.support.SettingsChanger;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SettingsSample;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The settings of queues, and queues as wholes. */
public abstract class SettingsContract extends Contract {
  /** Without shards, which not every engine has. */
  private static final QueueSettings EVERYTHING =
      SettingsSample.settings().toBuilder().shards(1).build();

  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void settingsComeBackAsTheyWereGivenAndMakeTheQueue() {
    queue.configure(settings -> EVERYTHING.toBuilder());

    assertThat(queue.settings()).isEqualTo(EVERYTHING);
    assertThat(Answers.of(engine().queues())).containsExactly(queue.name());
    assertThat(queue("others").settings()).isEqualTo(QueueSettings.DEFAULT);
  }

  @Test
  void theVersionGrowsWithEachChange() {
    assertThat(queue.settings().version()).hasValue(0);

    queue.configure(settings -> settings.maxRunning(7));
    long first = queue.settings().version().orElseThrow();
    queue.configure(settings -> settings.maxRunning(7));

    assertThat(first).isPositive();
    assertThat(queue.settings().version().orElseThrow()).isGreaterThan(first);
  }

  @Test
  void settingsAreStoredOnlyIfTheyHaveNotBeenChangedSinceTheyWereRead() {
    QueueSettings.Builder early = queue.settings().toBuilder();
    Configured stored = queue.store(queue.settings().toBuilder().maxRunning(7).build());

    Configured late = queue.store(early.maxWaiting(9).build());

    assertThat(stored.outcome()).isEqualTo(ConfigureOutcome.STORED);
    assertThat(late.outcome()).isEqualTo(ConfigureOutcome.CHANGED_MEANWHILE);
    assertThat(late.settings()).isEqualTo(stored.settings()).isEqualTo(queue.settings());
    assertThat(late.settings().version())
        .isEqualTo(stored.settings().version())
        .isEqualTo(queue.settings().version());
    assertThat(queue.settings().maxRunning()).isEqualTo(7);
    assertThat(queue.settings().maxWaiting()).isZero();
  }

  @Test
  void settingsWithoutAVersionAreStoredInAnyCaseAndTheAnswerCanBeStoredNext() {
    queue.configure(settings -> settings.maxRunning(7));
    Configured first = queue.store(EVERYTHING);
    Configured second = queue.store(first.settings().toBuilder().maxRunning(8).build());

    assertThat(first.outcome()).isEqualTo(ConfigureOutcome.STORED);
    assertThat(first.settings()).isEqualTo(EVERYTHING);
    assertThat(second.outcome()).isEqualTo(ConfigureOutcome.STORED);
    assertThat(second.settings().maxRunning()).isEqualTo(8);
    assertThat(queue.settings()).isEqualTo(second.settings());
  }

  @Test
  void settingsOfAQueueThatIsGoneMakeNone() {
    queue.configure(settings -> settings.maxRunning(7));
    QueueSettings read = queue.settings();
    Answers.of(engine().deleteQueue(queue.name()));

    Configured late = queue.store(read);

    assertThat(late.outcome()).isEqualTo(ConfigureOutcome.CHANGED_MEANWHILE);
    assertThat(late.settings()).isEqualTo(QueueSettings.DEFAULT);
    assertThat(late.settings().version()).hasValue(0);
    assertThat(Answers.of(engine().queues())).isEmpty();
  }

  @Test
  void noneOfManyChangesAtOnceIsLost() {
    List<CompletionStage<QueueSettings>> changes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      changes.add(
          SettingsChanger.change(
              engine(),
              queue.name(),
              settings -> settings.toBuilder().maxRunning(settings.maxRunning() + 1).build()));
    }
    changes.forEach(Answers::of);

    assertThat(queue.settings().maxRunning()).isEqualTo(8);
  }

  @Test
  void aQueueDoesNotCopyItsDeadJobsToItself() {
    assertThatThrownBy(
            () -> queue.configure(settings -> settings.deadCopyTo(queue.name()).maxRunning(7)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("deadCopyTo");

    assertThat(queue.settings()).isEqualTo(QueueSettings.DEFAULT);
  }

  @Test
  void moreShardsAreRefusedWhereThereIsOnlyOne() {
    if (engine().capabilities().sharded()) {
      queue.configure(settings -> settings.shards(4));
      assertThat(queue.settings().shards()).isEqualTo(4);
    } else {
      assertThatThrownBy(() -> queue.configure(settings -> settings.shards(4)))
          .isInstanceOf(InvalidRequestException.class)
          .extracting("code")
          .isEqualTo(ErrorCode.UNSUPPORTED);
    }
  }

  @Test
  void aDeletedQueueIsForgottenWithAllItsJobsAndItsFencesGoOnInTheNextOne() {
    queue.configure(settings -> EVERYTHING.toBuilder().notPaused());
    ClaimedJob held = queue.begin(Jobs.jobs("j", 20));

    assertThat(Answers.of(engine().deleteQueue(queue.name()))).isTrue();

    assertThat(Answers.of(engine().queues())).isEmpty();
    assertThat(queue.list(Selection.ALL)).isEmpty();
    assertThat(queue.settings()).isEqualTo(QueueSettings.DEFAULT);
    assertThat(queue.ack(held)).isEqualTo(SettleOutcome.LEASE_LOST);
    assertThat(Answers.of(engine().deleteQueue(queue.name()))).isFalse();
    ClaimedJob after = queue.begin(Jobs.job(held.lease().id()));
    assertThat(after.lease().fence()).isGreaterThan(held.lease().fence());
    assertThat(queue.ack(held)).isEqualTo(SettleOutcome.LEASE_LOST);
    assertThat(queue.ack(after)).isEqualTo(SettleOutcome.ACKED);
  }

  @Test
  void oneQueueKnowsNothingOfAnother() {
    queue.configure(settings -> settings.pausedUntilMillis(Long.MAX_VALUE));
    TestQueue other = queue("others");
    other.schedule(Jobs.job("a"));
    queue.schedule(Jobs.job("a"));

    assertThat(other.run(10)).containsExactly("a");
    assertThat(queue.counts().ready()).isEqualTo(1);
  }

  @Test
  void aQueueThatIsDeletedAndCreatedAgainHasLostNothing() {
    queue.configure(settings -> settings.maxRunning(7));
    long before = Answers.of(engine().incarnation(queue.name())).number();

    assertThat(before).isPositive();
    assertThat(Answers.of(engine().deleteQueue(queue.name()))).isTrue();
    assertThat(Answers.of(engine().incarnation(queue.name())).hasLost(before)).isFalse();
    queue.configure(settings -> settings.maxRunning(7));
    assertThat(Answers.of(engine().incarnation(queue.name())).number()).isEqualTo(before);
  }

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
    queue.ack(queue.begin(Jobs.job("b", HOUR)));
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
    queue.ack(queue.begin(Jobs.job("a").retention(HOUR)));
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
    ClaimedJob before = queue.begin("a");
    queue.ack(before);
    assertThat(deleteEmpty()).isTrue();

    ClaimedJob after = queue.begin("a");

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

  private long reserve(String queue, int size) {
    return Answers.of(engine().reserveNumbers(queue, size));
  }

  @Test
  void noNumberIsGivenTwiceOverAllQueues() {
    Set<Long> seen = new HashSet<>();
    for (int round = 0; round < 20; round++) {
      String name = "q" + round % 3;
      long first = reserve(name, round + 1);
      assertThat(first).isPositive();
      for (long number = first; number <= first + round; number++) {
        assertThat(seen.add(number)).isTrue();
      }
    }
  }

  @Test
  void aNumberTellsItsQueue() {
    long first = reserve("a", 10);
    long second = reserve("b", 5);

    assertThat(Answers.of(engine().queueOfNumber(first))).hasValue("a");
    assertThat(Answers.of(engine().queueOfNumber(first + 9))).hasValue("a");
    assertThat(Answers.of(engine().queueOfNumber(second + 4))).hasValue("b");
    assertThat(Answers.of(engine().queueOfNumber(second + 5))).isEmpty();
    assertThat(Answers.of(engine().queueOfNumber(0))).isEmpty();
  }
}
