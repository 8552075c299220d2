package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.duetime.Durability;
import io.duetime.JobState;
import io.duetime.MissedTicks;
import io.duetime.Schedule;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Recurring definitions: each tick one job, one ahead of its time, single runs between, and pauses.
 */
public abstract class RecurringContract extends TickContract {
  @Test
  void theNextTicksJobIsThereAtOnceUnderItsName() {
    JobSpec template = Jobs.job("template").priority(3).build();
    Schedule hourly = Schedule.every(Duration.ofMillis(HOUR));

    RecurringJob.View view = put(new RecurringJob("tick", hourly, template, MissedTicks.LATEST));

    String id = id(start + HOUR);
    assertThat(waiting()).containsExactly(id);
    JobView job = queue.get(id);
    assertThat(job.state()).isEqualTo(JobState.DELAYED);
    assertThat(job.times().dueAt()).isEqualTo(start + HOUR);
    assertThat(job.traits().priority()).isEqualTo(3);
    assertThat(Jobs.text(job.body())).isEqualTo("template");
    assertThat(view.job().name()).isEqualTo("tick");
    assertThat(queue.recurring())
        .extracting(
            known -> known.job().name(), RecurringJob.View::paused, RecurringJob.View::ticks)
        .containsExactly(tuple("tick", false, view.ticks()));
  }

  @Test
  void maintenanceSaysWhenTheNextTickHasToBeMadeAndMakesItOnce() {
    put(every(HOUR, MissedTicks.LATEST));

    assertThat(maintain().comeBackAtMillis()).isEqualTo(start + HOUR);
    advanceTo(start + HOUR);
    assertThat(maintain().ticks()).isEqualTo(1);
    assertThat(maintain().ticks()).isZero();
    assertThat(waiting()).containsExactly(id(start + HOUR), id(start + 2 * HOUR));
  }

  @Test
  void aTickThatWasCancelledAheadOfItsTimeDoesNotComeBack() {
    RecurringChange hourly = RecurringChange.of(every(HOUR, MissedTicks.LATEST));
    put(hourly);
    queue.cancel(id(start + HOUR));

    put(hourly);
    put(hourly.paused(true));
    put(hourly.paused(false));

    assertThat(waiting()).doesNotContain(id(start + HOUR));
  }

  @Test
  void definitionsOfManyBytesAreAllListedByName() {
    JobBody megabyte = JobBody.of(new byte[1 << 20]);
    JobSpec template = Jobs.job("template").body(megabyte).build();
    Schedule hourly = Schedule.every(Duration.ofMillis(HOUR));
    for (String name : List.of("b", "f", "a", "d", "e", "c")) {
      put(new RecurringJob(name, hourly, template, MissedTicks.LATEST));
    }

    assertThat(queue.recurring())
        .allMatch(view -> view.job().template().body().payload().length == 1 << 20)
        .extracting(view -> view.job().name())
        .containsExactly("a", "b", "c", "d", "e", "f");
  }

  @Test
  void aScheduleThatNeverTicksMakesNothing() {
    Schedule farAway =
        Schedule.every(Duration.ofDays(36_525), Instant.parse("9990-01-01T00:00:00Z"));
    JobSpec template = Jobs.job("t").build();

    assertThat(put(new RecurringJob("once", farAway, template, MissedTicks.LATEST)).ticks())
        .satisfies(ticks -> assertThat(ticks.firstMillis()).isGreaterThan(now()));
    assertThat(maintain().ticks()).isZero();
    assertThat(queue.counts().waiting()).isZero();
  }

  private Optional<Scheduled> runNow() {
    return Answers.of(engine().runRecurring(queue.name(), "tick", Durability.NONE));
  }

  @Test
  void aRunNowMovesNoTickAndMayComeWhilePaused() {
    put(every(HOUR, MissedTicks.LATEST));
    RecurringJob.View before = view();

    Scheduled run = runNow().orElseThrow();

    assertThat(run.id()).isEqualTo(id(now()));
    assertThat(run.outcome()).isEqualTo(ScheduleOutcome.CREATED);
    assertThat(queue.state(run.id())).isEqualTo(JobState.READY);
    assertThat(runNow().orElseThrow().outcome()).isEqualTo(ScheduleOutcome.KEPT);
    assertThat(view().ticks()).isEqualTo(before.ticks());
    assertThat(queue.run(10)).containsExactly(run.id());
    pause();
    advance(Duration.ofMillis(1));
    assertThat(queue.run(10)).isEmpty();
    assertThat(runNow()).isPresent();
    assertThat(queue.run(10)).containsExactly(id(now()));
  }

  @Test
  void aRunNowOfAnUnknownDefinitionIsNone() {
    assertThat(runNow()).isEmpty();
    put(every(HOUR, MissedTicks.LATEST));
    remove();
    assertThat(runNow()).isEmpty();
  }

  @Test
  void aRunNowCountsAgainstTheQuota() {
    put(every(HOUR, MissedTicks.LATEST));
    queue.configure(settings -> settings.maxWaiting(1));

    assertThat(runNow().orElseThrow().outcome()).isEqualTo(ScheduleOutcome.REFUSED);
  }

  @Test
  void whatIsToldOfTicksIsWhatRuns() {
    Schedule hourly = Schedule.cron("0 * * * *", ZoneOffset.UTC);
    put(new RecurringJob("tick", hourly, Jobs.job("t").build(), MissedTicks.LATEST));
    RecurringJob.View view = view();
    assertThat(view.ticks().lastMillis()).isZero();
    assertThat(view.ticks().nextMillis()).hasSize(5).startsWith(start + HOUR);

    List<String> told = view.ticks().nextMillis().stream().map(view.job()::idAt).toList();

    assertThat(runUntil(start + 5 * HOUR)).isEqualTo(told);
    assertThat(view().ticks().lastMillis()).isEqualTo(start + 5 * HOUR);
    assertThat(view().ticks().firstMillis()).isEqualTo(start + 6 * HOUR);
  }

  @Test
  void aPauseWithdrawsTheTickThatWaitsUntilItIsResumed() {
    put(every(HOUR, MissedTicks.LATEST));

    RecurringJob.View view = pause();

    assertThat(view.paused()).isTrue();
    assertThat(view.ticks().pendingMillis()).isEmpty();
    assertThat(view.ticks().nextMillis()).isEmpty();
    assertThat(waiting()).isEmpty();
    RecurringJob.View resumed = resume();
    assertThat(resumed.paused()).isFalse();
    assertThat(resumed.ticks().skipped()).isZero();
    assertThat(waiting()).containsExactly(id(start + HOUR));
    pause();
    assertThat(runUntil(start + 5 * HOUR)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"LATEST, 1, 0", "ALL, 1, 0", "NONE, 0, 1"})
  void aTickThatIsDueAndHasNotBegunIsDecidedOnWhenThePauseEnds(
      MissedTicks missed, int runs, int skipped) {
    put(every(HOUR, missed));
    advanceTo(start + HOUR);
    pause();
    assertThat(waiting()).isEmpty();
    advanceTo(start + HOUR + 1);

    resume();

    assertThat(queue.run(10)).hasSize(runs);
    assertThat(view().ticks().skipped()).isEqualTo(skipped);
    assertThat(waiting()).containsExactly(id(start + 2 * HOUR));
  }

  @Test
  void aPauseOfAllTicksWithdrawsThoseThatWaitAndRepeatsNoneThatHasRun() {
    put(every(HOUR, MissedTicks.ALL));
    advanceTo(start + 3 * HOUR);
    maintain();
    assertThat(queue.run(1)).containsExactly(id(start + HOUR));

    pause();
    assertThat(waiting()).isEmpty();
    resume();

    assertThat(queue.run(10)).containsExactly(id(start + 2 * HOUR), id(start + 3 * HOUR));
    assertThat(view().ticks().skipped()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"LATEST, 4, 2", "ALL, 2 3 4, 0", "NONE, '', 3"})
  void ticksMissedInAPauseAreDecidedOnWhenItEnds(MissedTicks missed, String hours, int skipped) {
    put(every(HOUR, missed));
    runUntil(start + HOUR + 1);
    pause();
    advanceTo(start + 4 * HOUR + HOUR / 2);

    RecurringJob.View view = resume();

    List<String> expected = new ArrayList<>();
    for (String hour : hours.isEmpty() ? new String[0] : hours.split(" ")) {
      expected.add(id(start + Integer.parseInt(hour) * HOUR));
    }
    expected.add(id(start + 5 * HOUR));
    assertThat(waiting()).containsExactlyElementsOf(expected);
    assertThat(view.ticks().skipped()).isEqualTo(skipped);
    assertThat(view.ticks().firstMillis()).isEqualTo(start + 5 * HOUR);
  }

  @Test
  void ofVeryManyMissedTicksTheLatestThousandRunAndTheRestIsCounted() {
    put(RecurringChange.of(every(1_000, MissedTicks.ALL)).paused(true));
    advanceTo(start + 1_234_000);

    resume();
    maintain();

    assertThat(queue.counts().ready()).isEqualTo(1_000);
    assertThat(queue.find(id(start + 235_000))).isPresent();
    assertThat(queue.find(id(start + 234_000))).isEmpty();
    assertThat(view().ticks().skipped()).isEqualTo(234);
  }

  @Test
  void aTickThatRanAheadOfItsTimeIsNotMissedInAPause() {
    put(every(HOUR, MissedTicks.ALL));
    ClaimedJob ahead = queue.claimById(id(start + HOUR)).get(0);
    pause();
    queue.ack(ahead);
    advanceTo(start + 2 * HOUR + 1);

    resume();

    assertThat(waiting()).containsExactly(id(start + 2 * HOUR), id(start + 3 * HOUR));
  }

  @Test
  void aRequestThatNamesItPausesAndResumes() {
    put(every(HOUR, MissedTicks.LATEST));

    assertThat(put(RecurringChange.of(every(HOUR, MissedTicks.LATEST)).paused(true)).paused())
        .isTrue();
    assertThat(waiting()).isEmpty();
    assertThat(put(RecurringChange.of(every(HOUR, MissedTicks.LATEST)).paused(false)).paused())
        .isFalse();
    assertThat(waiting()).containsExactly(id(start + HOUR));
  }
}
