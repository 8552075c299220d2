package io.duetime.redis.epoch;

import static io.duetime.redis.epoch.EpochSteps.QUEUE;
import static io.duetime.redis.epoch.EpochSteps.all;
import static io.duetime.redis.epoch.EpochSteps.cancel;
import static io.duetime.redis.epoch.EpochSteps.claim;
import static io.duetime.redis.epoch.EpochSteps.runAll;
import static io.duetime.redis.epoch.EpochSteps.schedule;
import static io.duetime.redis.epoch.EpochSteps.shards;
import static io.duetime.redis.epoch.EpochSteps.split;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.CancelOutcome;
import io.duetime.Counts;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.JobState;
import io.duetime.OnConflict;
import io.duetime.QueueSettings;
import io.duetime.RetryableException;
import io.duetime.ScheduleOutcome;
import io.duetime.engine.BulkChange;
import io.duetime.engine.BulkChange.Redrive;
import io.duetime.engine.BulkChange.RedriveCounts;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.Maintenance;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SteppedClock;
import io.duetime.redis.fixture.link.DyingLink;
import io.duetime.redis.fixture.link.MeddlingLink;
import io.duetime.redis.fixture.store.TestStores;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.StoreKeys;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The number of shards is changed while several clients, each with its own map, go on. */
class EpochTest {
  private static final Duration LATER = Duration.ofHours(1);
  private static final Counts.Events TWENTY_RAN =
      new Counts.Events(20, 20, 20, 0, 0, 0, 0, 0, 0, 0, 0);

  private final String prefix = TestStores.newPrefix();
  private final StoreKeys keys = new StoreKeys(prefix);
  private final SteppedClock clock = new SteppedClock();
  private final Engine one = TestStores.open(keys, clock);
  private final Engine other = TestStores.open(keys, clock);

  @AfterEach
  void close() {
    one.close();
    other.close();
    TestStores.clear(prefix);
  }

  @Test
  void aQueueWithoutJobsHasItsNewShardsAlone() {
    split(one, 4);

    assertThat(shards(one)).hasSize(1 + 4).startsWith(ShardId.ONLY, new ShardId(1, 0));
    assertThat(Answers.of(one.settings(QUEUE)).shards()).isEqualTo(4);
  }

  @Test
  void jobsOfEveryEpochAreFoundCountedListedAndRunOnce() {
    schedule(one, "a", 50);
    split(one, 4);
    schedule(one, "b", 50);
    split(one, 2);
    schedule(one, "c", 50);

    assertThat(Answers.of(one.counts(QUEUE)).now().ready()).isEqualTo(150);
    assertThat(Answers.of(one.list(QUEUE, Selection.ALL, null, 1_000)).jobs()).hasSize(150);
    assertThat(List.of("a0007", "b0007", "c0007"))
        .allSatisfy(id -> assertThat(Answers.of(other.find(QUEUE, id))).isPresent());
    assertThat(runAll(other)).hasSize(150).doesNotHaveDuplicates();
  }

  @Test
  void anIdIsTheSameJobInWhateverEpochItLies() {
    schedule(one, "old");
    split(one, 4);
    schedule(one, "new");
    split(one, 3);

    assertThat(schedule(one, "old")).isEqualTo(ScheduleOutcome.KEPT);
    assertThat(schedule(one, Jobs.job("old").onConflict(OnConflict.REJECT).build()))
        .isEqualTo(ScheduleOutcome.REJECTED);
    assertThat(schedule(one, Jobs.job("new").onConflict(OnConflict.REPLACE).build()))
        .isEqualTo(ScheduleOutcome.REPLACED);
    assertThat(cancel(one, "new")).isEqualTo(CancelOutcome.CANCELLED);
    assertThat(schedule(one, "new")).isEqualTo(ScheduleOutcome.CREATED);
    assertThat(runAll(one)).containsExactlyInAnyOrder("old", "new");
  }

  @Test
  void aClientThatKnowsOnlyTheOldEpochLearnsOfTheNewOneWhereItMatters() {
    schedule(other, "known");
    split(one, 4);
    schedule(one, "x");

    assertThat(cancel(other, "x")).isEqualTo(CancelOutcome.CANCELLED);
    split(one, 2);
    assertThat(schedule(other, "y")).isEqualTo(ScheduleOutcome.CREATED);
    assertThat(schedule(one, "y")).isEqualTo(ScheduleOutcome.KEPT);
    split(one, 5);
    schedule(one, "z");
    assertThat(schedule(other, "z")).isEqualTo(ScheduleOutcome.KEPT);
    assertThat(runAll(other)).containsExactlyInAnyOrder("known", "y", "z");
  }

  @Test
  void aClaimOfAClientThatKnowsOnlyTheOldEpochReachesTheNewOne() {
    assertThat(claim(other)).isEmpty();
    split(one, 4);
    schedule(one, "a", 20);

    assertThat(runAll(other)).hasSize(20);
    split(one, 2);
    schedule(one, "b", 20);
    assertThat(runAll(other)).hasSize(20);
  }

  @Test
  void anEmptyEpochIsDroppedAndItsFencesAreNotGivenAgain() {
    split(one, 3);
    schedule(one, "a");
    long fence = claim(one).get(0).lease().fence();
    clock.move(Duration.ofMinutes(1));
    runAll(one);
    split(one, 1);
    clock.move(LATER.negated());
    Answers.maintained(one);

    assertThat(shards(other)).containsExactly(ShardId.ONLY, new ShardId(2, 0));
    schedule(other, "a");
    assertThat(claim(other).get(0).lease().fence()).isGreaterThan(fence);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20})
  void countersOfADroppedEpochCountOnceEvenIfAProcessIsCutOff(int calls) {
    split(one, 3);
    schedule(one, "a", 20);
    runAll(one);
    split(one, 2);
    Engine dying =
        TestStores.open(
            new DyingLink(TestStores.link(), new AtomicInteger(calls)),
            keys,
            clock,
            QueueShards.UNSPLIT);
    Answers.of(dying.maintain().exceptionally(dead -> Maintenance.NOTHING));
    dying.close();

    assertThat(Answers.of(other.counts(QUEUE)).since()).isEqualTo(TWENTY_RAN);
    clock.move(LATER);
    Answers.maintained(one);
    assertThat(shards(one)).hasSize(1 + 2);
    assertThat(Answers.of(other.counts(QUEUE)).since()).isEqualTo(TWENTY_RAN);
  }

  @Test
  void whatWasRedrivenForATaskIsKnownAfterItsEpochIsDropped() {
    split(one, 3);
    schedule(one, "a", 6);
    EpochSteps.bury(one, 6);
    assertThat(redriven(one, 4)).isEqualTo(new RedriveCounts(4, 0, 0));
    assertThat(runAll(one)).hasSize(4);
    split(one, 2);
    Answers.maintained(one);
    assertThat(shards(one)).hasSize(1 + 2);

    assertThat(redriven(other, 0)).isEqualTo(new RedriveCounts(4, 4, 0));
    assertThat(redriven(other, 5)).isEqualTo(new RedriveCounts(5, 4, 0));
    EpochSteps.bury(one, 1);
    assertThat(redriven(other, 5)).isEqualTo(new RedriveCounts(5, 4, 1));
    redriven(one, Redrive.FORGET);
    assertThat(redriven(other, 0)).isEqualTo(RedriveCounts.NONE);
  }

  private static RedriveCounts redriven(Engine engine, long upTo) {
    Selection dead = Selection.ALL.in(JobState.DEAD);
    Redrive redrive = new Redrive(0, "task", upTo);
    BulkChange.Step step = Answers.of(engine.change(QUEUE, dead, redrive, null, 100));
    while (step.cursor() != null && Objects.requireNonNull(step.redriven()).jobs() < upTo) {
      step = Answers.of(engine.change(QUEUE, dead, redrive, step.cursor(), 100));
    }
    return Objects.requireNonNull(step.redriven());
  }

  @Test
  void aClientThatKnowsADroppedEpochGoesOnInTheNewest() {
    split(one, 3);
    schedule(other, "a", 10);
    assertThat(runAll(other)).hasSize(10);
    split(one, 2);
    Answers.maintained(one);

    assertThat(schedule(other, "b")).isEqualTo(ScheduleOutcome.CREATED);
    assertThat(Answers.of(one.find(QUEUE, "b"))).isPresent();
  }

  @Test
  void aFifthEpochIsRefusedUntilTheFirstIsEmpty() {
    for (int shards = 2; shards <= 4; shards++) {
      schedule(one, "of" + shards + "-", 10);
      split(one, shards);
    }
    schedule(one, "last", 10);

    assertThatThrownBy(() -> split(other, 7))
        .isInstanceOfSatisfying(
            RetryableException.class,
            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED))
        .hasMessageContaining("epoch 0 of 1 shards with 10 jobs waiting");
    assertThat(Answers.of(one.settings(QUEUE)).shards()).isEqualTo(4);
    IntStream.range(0, 10).forEach(i -> cancel(one, "of2-000" + i));
    split(other, 7);
    assertThat(runAll(one)).hasSize(30);
  }

  @Test
  void aDeletedQueueBeginsAgainWhateverItsClientsKnow() {
    split(one, 3);
    schedule(other, "a", 10);
    assertThat(Answers.of(one.deleteQueue(QUEUE))).isTrue();

    assertThat(Answers.of(other.find(QUEUE, "a0000"))).isEmpty();
    assertThat(schedule(other, "b")).isEqualTo(ScheduleOutcome.CREATED);
    assertThat(shards(one)).containsExactly(ShardId.ONLY);
    split(one, 3);
    assertThat(schedule(other, "c")).isEqualTo(ScheduleOutcome.CREATED);
    assertThat(runAll(one)).containsExactlyInAnyOrder("b", "c");
  }

  @Test
  void aPauseHoldsInEveryShardAndAlsoInThoseOpenedLater() {
    schedule(one, "a", 10);
    QueueSettings paused =
        QueueSettings.builder().shards(4).pausedUntilMillis(Long.MAX_VALUE).build();
    Answers.of(one.configure(QUEUE, paused));
    schedule(other, "b", 10);

    assertThat(claim(other)).isEmpty();
    Answers.of(one.configure(QUEUE, paused.toBuilder().pausedUntilMillis(0).build()));
    assertThat(runAll(other)).hasSize(20);
  }

  @Test
  void noShardStaysBehindTheOthersUnderABacklog() {
    split(one, 5);
    schedule(one, "a", 200);

    Set<ShardId> served = new HashSet<>();
    for (int i = 0; i < 2 * 6; i++) {
      Answers.of(one.claim(QUEUE, ClaimRequest.of(1, 30_000)))
          .jobs()
          .forEach(job -> served.add(job.lease().shard()));
    }
    assertThat(served).hasSize(5);
  }

  @Test
  void leasesOfOlderEpochsCountUnderALimit() {
    QueueSettings.Builder settings = QueueSettings.builder().maxRunning(2);
    Answers.of(one.configure(QUEUE, settings.build()));
    schedule(one, "a", 10);
    ClaimedJob first = claim(one).get(0);
    Answers.of(one.configure(QUEUE, settings.shards(3).build()));
    schedule(other, "b", 10);
    Answers.of(other.configure(QUEUE, settings.shards(2).build()));
    schedule(one, "c", 10);

    assertThat(claim(other)).isEmpty();
    Settlement ack = Settlement.ack(first.lease());
    Answers.of(other.settle(QUEUE, List.of(ack), Durability.NONE));
    assertThat(claim(one)).hasSize(1);
    assertThat(claim(other)).isEmpty();
    clock.move(Duration.ofMinutes(1));
    assertThat(claim(other)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 25, 30})
  void aProcessThatIsCutOffBetweenTwoStepsLeavesNothingThatOthersCannotFinish(int calls) {
    schedule(one, "a", 20);
    AtomicInteger left = new AtomicInteger(calls);
    Engine dying =
        TestStores.open(new DyingLink(TestStores.link(), left), keys, clock, QueueShards.UNSPLIT);
    Set<String> expected = new TreeSet<>();
    Jobs.jobs("a", 20).forEach(job -> expected.add(job.id()));
    try {
      split(dying, 3);
      schedule(dying, "b", 20);
      split(dying, 2);
      runAll(dying);
      Answers.maintained(dying);
    } catch (RetryableException dead) {
      assertThat(left.get()).isLessThan(0);
    } finally {
      dying.close();
    }

    Set<String> seen = new TreeSet<>();
    Answers.of(one.list(QUEUE, Selection.ALL, null, 1_000))
        .jobs()
        .forEach(job -> assertThat(seen.add(job.id())).isTrue());
    schedule(one, "b", 20);
    Jobs.jobs("b", 20).forEach(job -> expected.add(job.id()));
    clock.move(LATER);
    Answers.maintained(one);
    clock.move(LATER);
    List<String> ran = runAll(other);
    assertThat(ran).doesNotHaveDuplicates();
    assertThat(expected).containsAll(ran);
    clock.move(Duration.ofMinutes(1));
    Answers.maintained(one);
    assertThat(shards(one).size()).isIn(1, 1 + 3, 1 + 2);
    assertThat(Answers.of(one.counts(QUEUE)).now().ready()).isZero();
  }

  @Test
  void aClientThatKnowsMoreThanAnEmptiedStoreClosesNothing() {
    schedule(one, Jobs.job("old", LATER).build());
    split(one, 4);
    assertThat(schedule(one, "a")).isEqualTo(ScheduleOutcome.CREATED);
    TestStores.clear(prefix);

    // It still asks the home shard, which is one of the epochs that it knows, for the newest of
    // them.
    schedule(one, "b");

    assertThat(schedule(other, "c")).isEqualTo(ScheduleOutcome.CREATED);
    assertThat(runAll(other)).contains("c");
  }

  @Test
  void maintenanceWhoseStoreIsEmptiedMeanwhileClosesNothing() {
    MeddlingLink link = new MeddlingLink(TestStores.link());
    try (Engine late = TestStores.open(link, keys, clock, QueueShards.UNSPLIT)) {
      schedule(late, Jobs.job("a", LATER).build());
      split(late, 4);
      AtomicInteger emptied = new AtomicInteger();
      link.before(
          "retire",
          () -> {
            TestStores.clear(prefix);
            emptied.incrementAndGet();
            return CompletableFuture.completedStage(null);
          });
      Answers.maintained(late);

      assertThat(emptied).hasValue(1);
      assertThat(schedule(other, "b")).isEqualTo(ScheduleOutcome.CREATED);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void aDeletionThatIsCutOffIsFinishedByMaintenance(int calls) {
    schedule(one, "home", 5);
    split(one, 4);
    schedule(one, "a", 20);
    AtomicInteger left = new AtomicInteger(calls);
    try (Engine dying =
        TestStores.open(new DyingLink(TestStores.link(), left), keys, clock, QueueShards.UNSPLIT)) {
      Answers.of(dying.deleteQueue(QUEUE));
    } catch (DuetimeException dead) {
      assertThat(left.get()).isLessThan(0);
    }
    clock.move(Duration.ofMinutes(3));
    Answers.maintained(other);

    // It had not begun, or it is done.
    assertThat(all(other).size()).isIn(0, 25);
    if (calls > 1) {
      assertThat(all(other)).isEmpty();
    }
    schedule(one, "a", 20);
    assertThat(new TreeSet<>(runAll(one))).hasSizeBetween(20, 25);
    assertThat(shards(other)).hasSizeLessThanOrEqualTo(1 + 4);
  }
}
