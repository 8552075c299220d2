package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.JobState;
import io.duetime.MissedTicks;
import io.duetime.OnConflict;
import io.duetime.QueueSettings;
import io.duetime.Schedule;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pause, rate, jobs running at once, quotas. */
public abstract class LimitsContract extends Contract {
  @Test
  void aPausedQueueGivesNothingUntilItIsResumed() {
    ClaimedJob held = queue.begin(Jobs.jobs("j", 2));
    queue.configure(settings -> settings.pausedUntilMillis(Long.MAX_VALUE));

    assertThat(queue.claim(10)).isEmpty();
    String other = held.lease().id().equals("j0000") ? "j0001" : "j0000";
    assertThat(queue.claimById(other)).hasSize(1);
    assertThat(queue.ack(held).name()).isEqualTo("ACKED");
    queue.schedule(Jobs.job("more"));
    queue.configure(settings -> settings.pausedUntilMillis(0));
    assertThat(queue.run(10)).containsExactly("more");
  }

  @Test
  void noMoreRunAtOnceThanMay() {
    queue.configure(settings -> settings.maxRunning(3));
    queue.schedule(Jobs.jobs("j", 10));
    List<ClaimedJob> jobs = queue.claim(10);
    assertThat(jobs).hasSize(3);
    assertThat(queue.claim(10)).isEmpty();

    queue.ack(jobs.get(0));
    assertThat(queue.claim(10)).hasSize(1);
    queue.retry(jobs.get(1), Duration.ofHours(1));
    queue.release(jobs.get(2));
    assertThat(queue.claim(10)).hasSize(2);
    assertThat(queue.counts().running()).isEqualTo(3);
  }

  @Test
  void aLostLeaseFreesItsPlace() {
    queue.configure(settings -> settings.maxRunning(1));
    queue.begin(Jobs.jobs("j", 2));
    advance(TestQueue.LEASE);

    assertThat(queue.claim(10)).hasSize(1);
  }

  @Test
  void aRateHoldsOverAnyStretchAndLetsItsBurstGather() {
    queue.configure(
        settings -> settings.rate(new QueueSettings.Rate(10, Duration.ofSeconds(1), 5)));
    queue.schedule(Jobs.jobs("j", 100));
    assertThat(queue.claim(100)).hasSize(5);

    advance(Duration.ofMillis(99));
    assertThat(queue.claim(100)).isEmpty();
    advance(Duration.ofMillis(1));
    assertThat(queue.claim(100)).hasSize(1);
    advance(Duration.ofMinutes(1));
    assertThat(queue.claim(100)).hasSize(5);
  }

  @ParameterizedTest
  @CsvSource({",", "60000,", ", interrupted"})
  void aReleaseGivesItsTokenAndItsPlaceBack(@Nullable Long delay, @Nullable String interruption) {
    QueueSettings.Rate rate = new QueueSettings.Rate(1, Duration.ofHours(1), 1);
    queue.configure(settings -> settings.rate(rate).maxRunning(1));
    queue.schedule(Jobs.jobs("j", 2));
    queue.settle(
        new Settlement(queue.claimOne().lease(), new SettleRequest.Release(delay, interruption)));

    assertThat(queue.claim(10)).hasSize(1);
    assertThat(queue.claim(10)).isEmpty();
  }

  @Test
  void aCallThatIsRefusedLeavesTheRateAsItWas() {
    queue.configure(settings -> settings.rate(new QueueSettings.Rate(1, Duration.ofHours(1), 3)));
    queue.begin(Jobs.jobs("j", 4));

    assertThatThrownBy(() -> queue.change(Selection.ALL.in(JobState.DEAD), new BulkChange.Cancel()))
        .hasStackTraceContaining("DELAYED and READY");

    assertThat(queue.claim(10)).hasSize(2);
  }

  @Test
  void aRateOfPartsOfATokenAMillisecondLosesNothingToRounding() {
    queue.configure(settings -> settings.rate(new QueueSettings.Rate(3, Duration.ofMillis(7), 2)));
    queue.schedule(Jobs.jobs("j", 100));
    queue.claim(2);
    int taken = 0;
    for (int millis = 0; millis < 70; millis++) {
      advance(Duration.ofMillis(1));
      taken += queue.claim(1).size();
    }

    assertThat(taken).isEqualTo(30);
  }

  @Test
  void aFullQueueRefusesWhatWouldAddAndTakesTheRest() {
    queue.configure(settings -> settings.maxWaiting(2));

    List<Scheduled> results = queue.schedule(Jobs.jobs("j", 3));

    assertThat(results)
        .extracting(Scheduled::outcome)
        .containsExactly(ScheduleOutcome.CREATED, ScheduleOutcome.CREATED, ScheduleOutcome.REFUSED);
    assertThat(code(results.get(2))).isEqualTo(ErrorCode.QUOTA_EXCEEDED);
    assertThat(queue.schedule(Jobs.job("j0000").onConflict(OnConflict.REPLACE)).outcome())
        .isEqualTo(ScheduleOutcome.REPLACED);
    queue.run(1);
    assertThat(queue.schedule(Jobs.job("j0003")).outcome()).isEqualTo(ScheduleOutcome.CREATED);
  }

  @Test
  void aFullQueueStillSaysThatAJobExistsAndTakesASuccessor() {
    queue.configure(settings -> settings.maxWaiting(1));
    queue.begin("running");

    assertThat(queue.schedule(Jobs.job("running")).outcome())
        .isEqualTo(ScheduleOutcome.KEPT_RUNNING);
    assertThat(queue.schedule(Jobs.job("running").onConflict(OnConflict.REJECT)).outcome())
        .isEqualTo(ScheduleOutcome.REJECTED);
    assertThat(queue.schedule(Jobs.job("running").onConflict(OnConflict.REPLACE)).outcome())
        .isEqualTo(ScheduleOutcome.SUCCESSOR);
  }

  @Test
  void aRunningJobCountsAgainstTheQuotaBecauseItMayComeBack() {
    queue.configure(settings -> settings.maxWaiting(1));
    ClaimedJob running = queue.begin("a");

    assertThat(queue.schedule(Jobs.job("b")).outcome()).isEqualTo(ScheduleOutcome.REFUSED);

    assertThat(queue.release(running).outcome()).isEqualTo(SettleOutcome.RELEASED);
    assertThat(queue.counts().waiting()).isEqualTo(1);
    queue.run(1);
    assertThat(queue.schedule(Jobs.job("b")).outcome()).isEqualTo(ScheduleOutcome.CREATED);
  }

  @Test
  void aCopyOfADeadJobWaitsUntilItsQueueHasRoom() {
    queue("graveyard").configure(settings -> settings.maxWaiting(1));
    queue("graveyard").schedule(Jobs.job("first"));
    queue.configure(settings -> settings.deadCopyTo("graveyard"));
    queue.bury(queue.begin("a"));
    maintain();
    assertThat(queue("graveyard").counts().waiting()).isEqualTo(1);

    queue("graveyard").run(1);
    advance(Duration.ofSeconds(2));
    maintain();

    assertThat(queue("graveyard").counts().waiting()).isEqualTo(1);
    maintain();
    assertThat(queue("graveyard").counts().waiting()).isEqualTo(1);
  }

  @Test
  void aTickMayBeFurtherAheadThanAJob() {
    queue.configure(settings -> settings.maxAhead(Duration.ofHours(1)));
    RecurringJob daily =
        new RecurringJob(
            "daily",
            Schedule.every(Duration.ofDays(1)),
            Jobs.job("template").build(),
            MissedTicks.LATEST);

    queue.put(daily);

    assertThat(queue.counts().waiting()).isEqualTo(1);
  }

  @Test
  void claimsByIdAreNotLimitedAndCountAgainstTheRate() {
    QueueSettings.Rate rate = new QueueSettings.Rate(1, Duration.ofSeconds(10), 1);
    queue.configure(settings -> settings.maxRunning(1).rate(rate));
    queue.schedule(Jobs.jobs("j", 4));

    assertThat(queue.claimById("j0000", "j0001")).hasSize(2);
    queue.configure(settings -> settings.maxRunning(0));
    advance(Duration.ofSeconds(10));
    assertThat(queue.claim(1)).isEmpty();
    advance(Duration.ofSeconds(10));
    assertThat(queue.claim(1)).hasSize(1);
  }

  private static ErrorCode code(Scheduled refused) {
    DuetimeException refusal = refused.refusal();
    if (refusal == null) {
      throw new AssertionError("no reason given with " + refused);
    }
    return refusal.code();
  }
}
