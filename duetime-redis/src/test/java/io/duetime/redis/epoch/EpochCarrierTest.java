package io.duetime.redis.epoch;

import static io.duetime.redis.epoch.EpochSteps.QUEUE;
import static io.duetime.redis.epoch.EpochSteps.all;
import static io.duetime.redis.epoch.EpochSteps.bury;
import static io.duetime.redis.epoch.EpochSteps.cancel;
import static io.duetime.redis.epoch.EpochSteps.runAll;
import static io.duetime.redis.epoch.EpochSteps.schedule;
import static io.duetime.redis.epoch.EpochSteps.shards;
import static io.duetime.redis.epoch.EpochSteps.split;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.CancelOutcome;
import io.duetime.Durability;
import io.duetime.JobState;
import io.duetime.OnConflict;
import io.duetime.RetryableException;
import io.duetime.ScheduleOutcome;
import io.duetime.TimeSource;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.Finding;
import io.duetime.engine.JobView;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SteppedClock;
import io.duetime.redis.fixture.link.DyingLink;
import io.duetime.redis.fixture.link.SteppedLink;
import io.duetime.redis.fixture.store.TestStores;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.StoreKeys;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ended jobs of older epochs arrive once in the newest, even if a process is cut off on the way.
 */
class EpochCarrierTest {
  private static final Duration A_WEEK = Duration.ofDays(7);

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

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 20, 1_000})
  void deadJobsAreCarriedToTheNewestEpochEvenIfAProcessIsCutOff(int calls) {
    schedule(one, Jobs.job("tagged").tags(List.of("red")).priority(7).build());
    schedule(one, "a", 20);
    bury(one, 21);
    split(one, 3);
    JobView before = Answers.of(one.find(QUEUE, "tagged")).orElseThrow();
    maintenanceUntilItDies(calls);
    schedule(other, "a0000");
    clock.move(Duration.ofSeconds(20));
    Answers.maintained(one);

    assertThat(all(other)).hasSize(21);
    assertThat(Answers.of(other.find(QUEUE, "tagged")).orElseThrow())
        .usingRecursiveComparison()
        .isEqualTo(before);
    assertThat(runAll(other)).containsExactly("a0000");
    clock.move(Duration.ofSeconds(20));
    Answers.maintained(one);
    assertThat(shards(other)).hasSize(1 + 3);
    assertThat(Answers.of(one.counts(QUEUE)).now().dead()).isEqualTo(20);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 50, 1_000})
  void aDeadJobThatHasArrivedComesNoSecondTime(int seconds) {
    schedule(one, "a");
    bury(one, 1);
    split(one, 3);
    SteppedLink calls = new SteppedLink(TestStores.link(), clock);
    try (Engine slow = TestStores.open(keys, clock, calls, timeOf(clock))) {
      CompletionStage<?> maintenance = maintenanceUntilBefore("adopt", calls, slow);
      Answers.maintained(one);
      ClaimRequest request = ClaimRequest.of(1, 30_000);
      ClaimedJob again = Answers.of(one.claimById(QUEUE, List.of("a"), request)).jobs().get(0);
      Settlement ack = Settlement.ack(again.lease());
      Answers.of(one.settle(QUEUE, List.of(ack), Durability.NONE));
      clock.move(Duration.ofSeconds(seconds));
      while (calls.next().equals("adopt")) {
        calls.pass(0);
      }
      assertThat(maintenance).isNotDone();
    }

    assertThat(all(one)).isEmpty();
  }

  /** Nothing is put off: this time source tells that of the clock. */
  private static TimeSource timeOf(InstantSource clock) {
    return new TimeSource() {
      @Override
      public Instant instant() {
        return clock.instant();
      }

      @Override
      public long nanoTime() {
        return TimeUnit.MILLISECONDS.toNanos(clock.millis());
      }

      @Override
      public Timer after(Duration delay, Runnable task) {
        return () -> {};
      }
    };
  }

  private void maintenanceUntilItDies(int calls) {
    AtomicInteger left = new AtomicInteger(calls);
    Engine dying =
        TestStores.open(new DyingLink(TestStores.link(), left), keys, clock, QueueShards.UNSPLIT);
    try {
      Answers.maintained(dying);
    } catch (RetryableException dead) {
      assertThat(left.get()).isLessThan(0);
    } finally {
      dying.close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 20, 1_000})
  void whatWasDoneOrCancelledIsCarriedAndRunsNoSecondTimeEvenIfAProcessIsCutOff(int calls) {
    split(one, 1, A_WEEK);
    schedule(one, "done", 15);
    assertThat(runAll(one)).hasSize(15);
    schedule(one, "cancelled", 5);
    Jobs.jobs("cancelled", 5).forEach(job -> cancel(one, job.id()));
    split(one, 3, A_WEEK);
    maintenanceUntilItDies(calls);

    assertThat(schedule(other, "done0000")).isEqualTo(ScheduleOutcome.KEPT);
    assertThat(schedule(other, Jobs.job("done0001").onConflict(OnConflict.REJECT).build()))
        .isEqualTo(ScheduleOutcome.REJECTED);
    assertThat(Answers.of(other.find(QUEUE, "done0002")).map(JobView::state))
        .contains(JobState.DONE);
    assertThat(cancel(other, "done0003")).isEqualTo(CancelOutcome.DONE);
    assertThat(cancel(other, "cancelled0003")).isEqualTo(CancelOutcome.CANCELLED);
    assertThat(runAll(other)).isEmpty();

    Answers.maintained(one);
    assertThat(epochs()).isEqualTo("1:3");
    assertThat(all(other)).hasSize(20);
    assertThat(Answers.of(one.counts(QUEUE)).now().done()).isEqualTo(15);
    clock.move(A_WEEK);
    assertThat(Answers.maintained(one).forgotten()).isEqualTo(20);
    assertThat(schedule(other, "done0000")).isEqualTo(ScheduleOutcome.CREATED);
  }

  private String epochs() {
    return get(keys.shard(QUEUE, ShardId.ONLY).key("meta"), "epochs");
  }

  private static String get(byte[] key, String field) {
    return TestStores.SERVER.call("HGET", new String(key, StandardCharsets.UTF_8), field);
  }

  @Test
  void whatTheRuleOfARequestReplacesOnItsWayDoesNotComeBack() {
    schedule(one, Jobs.job("a").retention(A_WEEK).build());
    assertThat(runAll(one)).containsExactly("a");
    split(one, 3);
    SteppedLink calls = new SteppedLink(TestStores.link(), clock);
    try (Engine slow = TestStores.open(calls, keys, calls, QueueShards.UNSPLIT)) {
      maintenanceUntilBefore("adopt", calls, slow);
      assertThat(schedule(one, Jobs.job("a").onConflict(OnConflict.REPLACE).build()))
          .isEqualTo(ScheduleOutcome.CREATED);
      assertThat(runAll(one)).containsExactly("a");
      calls.pass(0);
    }

    assertThat(all(one)).isEmpty();
    assertThat(schedule(one, "a")).isEqualTo(ScheduleOutcome.CREATED);
  }

  private static CompletionStage<?> maintenanceUntilBefore(
      String script, SteppedLink calls, Engine engine) {
    CompletionStage<?> maintenance = engine.maintain();
    while (!calls.next().equals(script)) {
      calls.pass(0);
    }
    return maintenance;
  }

  @Test
  void aQueueThatRemembersMuchTakesAnyNumberOfChanges() {
    for (int shards = 2; shards < 8; shards++) {
      schedule(one, "of" + shards + "-", 10);
      assertThat(runAll(one)).hasSize(10);
      split(one, shards, A_WEEK);
    }

    assertThat(shards(one)).hasSizeLessThanOrEqualTo(1 + 4 + 5 + 6 + 7);
    assertThat(all(one)).hasSize(50);
  }

  @Test
  void whatIsOnItsWayIsNotLeftBehindByTheNextChange() {
    schedule(one, "a", 5);
    bury(one, 5);
    split(one, 3);
    SteppedLink calls = new SteppedLink(TestStores.link(), clock);
    try (Engine dying = TestStores.open(calls, keys, calls, QueueShards.UNSPLIT)) {
      maintenanceUntilBefore("adopt", calls, dying);
    }
    split(other, 2);
    Answers.maintained(one);

    assertThat(all(other)).hasSize(5);
    assertThat(epochs()).isEqualTo("2:2");
  }

  @Test
  void aJobThatWasSetAsideHoldsNoEpochAndItsRecordIsKept() {
    split(one, 3);
    schedule(one, "a", 10);
    ShardId place = QueueShards.parse("1:3").of("a0003");
    byte[] jobs = keys.shard(QUEUE, place).key("jobs");
    TestStores.SERVER.call("HSET", new String(jobs, StandardCharsets.UTF_8), "a0003", "unread");
    assertThat(runAll(one)).hasSize(9);
    split(one, 2);
    Answers.maintained(one);

    assertThat(epochs()).isEqualTo("2:2");
    ShardId now = QueueShards.parse("2:2").of("a0003");
    assertThat(get(keys.shard(QUEUE, now).key("aside"), "a0003")).isEqualTo("unread");
    assertThat(Answers.of(other.selfCheck()).stream().map(Finding::message))
        .contains("records that cannot be understood were set aside: 1 of queue " + QUEUE);
  }
}
