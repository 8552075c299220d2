package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.JobState;
import io.duetime.MissedTicks;
import io.duetime.TickRules;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ticks whose job has not started when the next one becomes due. */
public abstract class MissedTicksContract extends TickContract {
  private static final long SECOND = 1_000;

  /** What runs now, before and after maintenance. */
  private List<String> runAll() {
    List<String> ran = new ArrayList<>(queue.run(100));
    maintain();
    ran.addAll(queue.run(100));
    return ran;
  }

  private List<String> ids(String seconds) {
    return Arrays.stream(seconds.split(" "))
        .filter(second -> !second.isEmpty())
        .map(second -> id(start + Long.parseLong(second) * SECOND))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"LATEST, 8, 3", "ALL, 2 4 6 8, 0", "NONE, '', 4"})
  void ofTicksThatPassedWhileTheStoreWasClosedTheRuleChooses(
      MissedTicks missed, String runs, int skipped) {
    put(every(2 * SECOND, missed));
    advanceTo(start + 9 * SECOND);
    if (engine().capabilities().durable()) {
      store.reopen();
    }

    assertThat(runAll()).containsExactlyElementsOf(ids(runs));

    assertThat(view().ticks().skipped()).isEqualTo(skipped);
    assertThat(waiting()).containsExactlyElementsOf(ids("10"));
    advanceTo(start + 10 * SECOND);
    assertThat(runAll()).containsExactlyElementsOf(ids("10"));
  }

  @ParameterizedTest
  @CsvSource({"LATEST, 8, 3", "ALL, 2 4 6 8, 0", "NONE, 8, 3"})
  void ofTicksThatPassedWithoutAConsumerTheRuleChooses(
      MissedTicks missed, String runs, int skipped) {
    put(every(2 * SECOND, missed));
    for (int second = 1; second <= 9; second++) {
      advanceTo(start + second * SECOND);
      maintain();
    }

    assertThat(runAll()).containsExactlyElementsOf(ids(runs));

    assertThat(view().ticks().skipped()).isEqualTo(skipped);
    assertThat(waiting()).containsExactlyElementsOf(ids("10"));
  }

  @Test
  void aLaterTickTakesOverTheDueTimeOfTheOneThatWaited() {
    put(every(2 * SECOND, MissedTicks.LATEST));
    queue.schedule(Jobs.job("other").due(DueTime.at(start + 3 * SECOND)));
    advanceTo(start + 2 * SECOND);
    maintain();
    advanceTo(start + 4 * SECOND);
    maintain();

    ClaimedJob job = queue.claimOne();

    assertThat(job.lease().id()).isEqualTo(id(start + 4 * SECOND));
    assertThat(job.times().dueAt()).isEqualTo(start + 2 * SECOND);
    assertThat(job.times().firstDueAt()).isEqualTo(start + 4 * SECOND);
  }

  @Test
  void aClaimJudgesItselfBeforeMaintenanceHasRun() {
    put(every(2 * SECOND, MissedTicks.LATEST));
    advanceTo(start + 2 * SECOND);
    maintain();
    advanceTo(start + 4 * SECOND + 1);

    List<ClaimedJob> jobs = new ArrayList<>(queue.claim(10));
    jobs.addAll(queue.claim(10));

    assertThat(jobs).hasSize(1);
    assertThat(jobs.get(0).lease().id()).isEqualTo(id(start + 4 * SECOND));
    assertThat(jobs.get(0).times().dueAt()).isEqualTo(start + 2 * SECOND);
    assertThat(view().ticks().skipped()).isEqualTo(1);
  }

  @Test
  void aClaimByIdRunsNoMissedTick() {
    put(every(2 * SECOND, MissedTicks.LATEST));
    advanceTo(start + 9 * SECOND);

    assertThat(queue.claimById(id(start + 2 * SECOND))).isEmpty();
    assertThat(runAll()).containsExactlyElementsOf(ids("8"));
  }

  @ParameterizedTest
  @CsvSource({"59999, 1", "60000, 0"})
  void underNoneATickMayStartWithinItsGrace(long late, int runs) {
    put(every(HOUR, MissedTicks.NONE));
    advanceTo(start + HOUR + late);

    assertThat(runAll()).hasSize(runs);

    assertThat(view().ticks().skipped()).isEqualTo(1 - runs);
    assertThat(queue.find(id(start + HOUR))).isEmpty();
    assertThat(waiting()).containsExactly(id(start + 2 * HOUR));
  }

  @Test
  void aMissedTickIsNoExpiredJob() {
    put(every(HOUR, MissedTicks.NONE));
    advanceTo(start + 2 * HOUR - 1);

    assertThat(maintain().expired()).isZero();

    assertThat(view().ticks().skipped()).isEqualTo(1);
    assertThat(queue.events().expired()).isZero();
  }

  @Test
  void theGraceCanBeChosen() {
    TickRules rules = TickRules.of(MissedTicks.NONE).withGrace(Duration.ofMillis(5));
    put(every(HOUR, rules));
    advanceTo(start + HOUR + 4);
    assertThat(runAll()).hasSize(1);
    advanceTo(start + 2 * HOUR + 5);
    assertThat(runAll()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "LATEST, moved",
    "NONE, moved",
    "LATEST, begun",
    "NONE, begun",
    "LATEST, released",
    "NONE, released"
  })
  void aTickThatWasMovedByHandHasBegunOrWasReleasedWithADelayIsNeverMissed(
      MissedTicks missed, String what) {
    String tick = id(start + 2 * SECOND);
    put(every(2 * SECOND, missed));
    advanceTo(start + 2 * SECOND);
    switch (what) {
      case "moved" -> queue.reschedule(tick, DueTime.at(start + 3 * SECOND));
      case "begun" -> queue.retry(queue.claimOne(), Duration.ofSeconds(1));
      default -> queue.release(queue.claimOne(), Duration.ofSeconds(1));
    }
    advanceTo(start + 9 * SECOND);

    assertThat(runAll()).contains(tick);
  }

  @Test
  void aTickThatWasReleasedAtOnceIsStillMissed() {
    put(every(2 * SECOND, MissedTicks.LATEST));
    advanceTo(start + 2 * SECOND);
    queue.release(queue.claimOne());
    advanceTo(start + 9 * SECOND);

    assertThat(runAll()).containsExactlyElementsOf(ids("8"));
  }

  @Test
  void aRunNowIsNoTickAndNotMissed() {
    put(every(2 * SECOND, MissedTicks.LATEST));
    advanceTo(start + SECOND);
    queue.schedule(Jobs.job(id(now())).due(DueTime.at(now())));
    advanceTo(start + 9 * SECOND);

    assertThat(runAll()).containsExactlyInAnyOrderElementsOf(ids("1 8"));
  }

  @Test
  void aJobOfACallerThatHasTheIdOfATickStaysAndTheTickIsMissed() {
    queue.schedule(Jobs.job(id(start + 2 * SECOND)).due(DueTime.at(start + 3 * SECOND)));

    put(every(2 * SECOND, MissedTicks.LATEST));

    assertThat(view().ticks().skipped()).isEqualTo(1);
    advanceTo(start + 3 * SECOND);
    assertThat(runAll()).containsExactlyElementsOf(ids("2"));
    advanceTo(start + 4 * SECOND);
    assertThat(runAll()).containsExactlyElementsOf(ids("4"));
  }

  @Test
  void ticksBeyondTheQuotaAreMissedAndCounted() {
    queue.configure(settings -> settings.maxWaiting(10));
    put(every(1, MissedTicks.ALL));
    for (int i = 0; i < 30; i++) {
      advance(Duration.ofMillis(1));
      maintain();
    }

    assertThat(queue.counts().waiting()).isLessThanOrEqualTo(10);
    assertThat(view().ticks().skipped()).isPositive();
    assertThat(queue.run(100)).hasSizeLessThanOrEqualTo(10).isNotEmpty();
  }

  @Test
  void aTickThatHadNoRoomAheadOfItsTimeGetsItsJobOnceThereIsRoom() {
    queue.configure(settings -> settings.maxWaiting(1));
    queue.schedule(Jobs.job("other"));
    put(every(HOUR, MissedTicks.LATEST));
    assertThat(waiting()).containsExactly("other");
    queue.run(1);

    assertThat(runUntil(start + HOUR)).containsExactly(id(start + HOUR));
    assertThat(view().ticks().skipped()).isZero();
  }

  @Test
  void ticksEndAtAMoment() {
    put(every(HOUR, TickRules.DEFAULT.withUntil(instant(start + 2 * HOUR))));

    assertThat(view().ticks().nextMillis()).containsExactly(start + HOUR, start + 2 * HOUR);
    assertThat(runUntil(start + DAY)).containsExactly(id(start + HOUR), id(start + 2 * HOUR));
    assertThat(view().ticks().nextMillis()).isEmpty();
  }

  @Test
  void ticksEndAfterSomeRunsAndARedefinitionContinuesTheCount() {
    put(every(HOUR, TickRules.DEFAULT.withTimes(3)));
    assertThat(runUntil(start + HOUR)).hasSize(1);

    put(
        RecurringChange.of(
            new RecurringJob(
                "tick",
                every(HOUR, MissedTicks.LATEST).schedule(),
                Jobs.job("new").build(),
                TickRules.DEFAULT.withTimes(3))));

    assertThat(runUntil(start + DAY)).containsExactly(id(start + 2 * HOUR), id(start + 3 * HOUR));
  }

  @Test
  void aMissedTickDoesNotCountAsARun() {
    put(every(HOUR, TickRules.DEFAULT.withTimes(2)));
    advanceTo(start + 4 * HOUR);
    assertThat(runAll()).containsExactly(id(start + 4 * HOUR));

    assertThat(runUntil(start + DAY)).containsExactly(id(start + 5 * HOUR));
  }

  @Test
  void aDefinitionMayTickAtOnceWhenItIsNew() {
    long created = now();
    put(every(HOUR, TickRules.DEFAULT.withFirstNow()));
    assertThat(queue.run(10)).containsExactly(id(created));
    put(every(HOUR, TickRules.DEFAULT.withFirstNow()));
    advance(Duration.ofMillis(1));
    put(every(2 * HOUR, TickRules.DEFAULT.withFirstNow()));

    assertThat(queue.run(10)).isEmpty();
    assertThat(runUntil(start + 2 * HOUR)).containsExactly(id(start + 2 * HOUR));
  }

  @Test
  void aTickThatWaitsIsReadyUntilTheNextOneIsDue() {
    put(every(HOUR, MissedTicks.LATEST));
    advanceTo(start + HOUR);
    maintain();

    assertThat(queue.state(id(start + HOUR))).isEqualTo(JobState.READY);
    advanceTo(start + 2 * HOUR - 1);
    maintain();
    assertThat(queue.run(10)).containsExactly(id(start + HOUR));
  }
}
