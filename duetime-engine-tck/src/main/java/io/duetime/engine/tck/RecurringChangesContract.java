package io.duetime.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.JobState;
import io.duetime.Schedule;
import io.duetime.ScheduleOutcome;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobView;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.RecurringJob.Missed;
import io.duetime.engine.ScheduleResult;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Recurring definitions that are paused, put again, removed, or run once. */
abstract class RecurringChangesContract extends Contract {
  private static final long HOUR = 3_600_000;
  private static final long DAY = 24 * HOUR;

  /** Midnight, a millisecond before the clock's now. */
  private long start;

  @BeforeEach
  void startJustAfterMidnight() {
    start = now() / DAY * DAY + DAY;
    advanceTo(start + 1);
  }

  private static RecurringJob every(long millis, Missed missed) {
    return every(millis, missed, "template");
  }

  private static RecurringJob every(long millis, Missed missed, String payload) {
    return new RecurringJob(
        "tick", Schedule.every(Duration.ofMillis(millis)), Jobs.job(payload).build(), missed);
  }

  private RecurringJob.View put(RecurringJob job) {
    return put(RecurringChange.of(job));
  }

  private RecurringJob.View put(RecurringChange change) {
    return Answers.of(engine().putRecurring(queue.name(), change));
  }

  private RecurringJob.View pause() {
    return Answers.of(engine().pauseRecurring(queue.name(), "tick")).orElseThrow();
  }

  private RecurringJob.View resume() {
    return Answers.of(engine().resumeRecurring(queue.name(), "tick")).orElseThrow();
  }

  private Optional<RecurringJob.View> remove() {
    return Answers.of(engine().removeRecurring(queue.name(), "tick"));
  }

  private RecurringJob.View view() {
    return Answers.of(engine().recurring(queue.name())).get(0);
  }

  private static String id(long tick) {
    return "tick@" + Instant.ofEpochMilli(tick);
  }

  private List<String> waiting() {
    return queue.list(Selection.WAITING).stream().map(JobView::id).toList();
  }

  /** Goes on to a moment by upkeep's own times, and tells which jobs ran on the way. */
  private List<String> runUntil(long moment) {
    List<String> ran = new ArrayList<>();
    long next = now();
    while (next <= moment) {
      advanceTo(Math.max(next, now()));
      long upkeep = maintain().comeBackAtMillis();
      ran.addAll(queue.run(2_000));
      next = Math.max(now() + 1, Math.min(upkeep, claimableAt()));
    }
    advanceTo(moment);
    return ran;
  }

  private long claimableAt() {
    return queue.claim(ClaimRequest.of(1, TestQueue.LEASE.toMillis())).comeBackAtMillis();
  }

  @Test
  void aPauseWithdrawsTheTickThatWaits() {
    put(every(HOUR, Missed.LATEST));

    RecurringJob.View view = pause();

    assertThat(view.paused()).isTrue();
    assertThat(view.ticks().pendingMillis()).isEmpty();
    assertThat(view.ticks().nextMillis()).isEmpty();
    assertThat(waiting()).isEmpty();
    assertThat(runUntil(start + 5 * HOUR)).isEmpty();
  }

  @Test
  void aTickThatIsDueStaysWhenItsDefinitionIsPaused() {
    put(every(HOUR, Missed.LATEST));
    advanceTo(start + HOUR);

    pause();

    assertThat(waiting()).containsExactly(id(start + HOUR));
    assertThat(view().ticks().lastMillis()).isEqualTo(start + HOUR);
  }

  @Test
  void pausedAndResumedBeforeItsTickADefinitionMissesNothing() {
    put(every(HOUR, Missed.LATEST));
    pause();

    RecurringJob.View view = resume();

    assertThat(view.paused()).isFalse();
    assertThat(waiting()).containsExactly(id(start + HOUR));
    assertThat(view.ticks().skipped()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"LATEST, 4, 2", "ALL, 2 3 4, 0", "NONE, '', 3"})
  void ticksMissedInAPauseAreDecidedOnWhenItEnds(Missed missed, String hours, int skipped) {
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
    put(RecurringChange.of(every(1_000, Missed.ALL)).paused(true));
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
    put(every(HOUR, Missed.ALL));
    ClaimedJob ahead = queue.claimById(id(start + HOUR)).get(0);
    pause();
    queue.ack(ahead);
    advanceTo(start + 2 * HOUR + 1);

    resume();

    assertThat(waiting()).containsExactly(id(start + 2 * HOUR), id(start + 3 * HOUR));
  }

  @ParameterizedTest
  @EnumSource(Missed.class)
  void puttingTheSameDefinitionAgainChangesNothing(Missed missed) {
    put(every(HOUR, missed));
    RecurringJob.View before = view();

    put(every(HOUR, missed));
    assertThat(view().ticks()).isEqualTo(before.ticks());
    pause();
    advanceTo(start + 3 * HOUR + 1);
    RecurringJob.View paused = view();
    put(every(HOUR, missed));

    assertThat(view().paused()).isTrue();
    assertThat(view().ticks()).isEqualTo(paused.ticks());
    assertThat(waiting()).isEmpty();
  }

  @Test
  void aRequestThatNamesItPausesAndResumes() {
    put(every(HOUR, Missed.LATEST));

    assertThat(put(RecurringChange.of(every(HOUR, Missed.LATEST)).paused(true)).paused()).isTrue();
    assertThat(waiting()).isEmpty();
    assertThat(put(RecurringChange.of(every(HOUR, Missed.LATEST)).paused(false)).paused())
        .isFalse();
    assertThat(waiting()).containsExactly(id(start + HOUR));
  }

  @Test
  void aChangeTellsWhichJobsOfTheEarlierScheduleRemain() {
    put(every(HOUR, Missed.LATEST));

    RecurringJob.View view = put(every(DAY, Missed.LATEST));

    assertThat(view.pendingIds()).containsExactly(id(start + HOUR), id(start + DAY));
    assertThat(view.ticks().nextMillis().subList(0, 3))
        .containsExactly(start + HOUR, start + DAY, start + 2 * DAY);
    assertThat(runUntil(start + DAY)).containsExactly(id(start + HOUR), id(start + DAY));
  }

  @Test
  void aChangeMayReplaceTheJobsThatWait() {
    put(every(HOUR, Missed.LATEST));

    RecurringJob.View view = put(RecurringChange.of(every(DAY, Missed.LATEST)).replacingPending());

    assertThat(view.pendingIds()).containsExactly(id(start + DAY));
    assertThat(waiting()).containsExactly(id(start + DAY));
  }

  @Test
  void aChangedTemplateHoldsForTheTickThatWaitsOnlyWhenAskedFor() {
    put(every(HOUR, Missed.LATEST));

    put(every(HOUR, Missed.LATEST, "new"));
    assertThat(Jobs.text(queue.get(id(start + HOUR)).body())).isEqualTo("template");
    put(RecurringChange.of(every(HOUR, Missed.LATEST, "new")).replacingPending());

    assertThat(Jobs.text(queue.get(id(start + HOUR)).body())).isEqualTo("new");
    assertThat(waiting()).hasSize(1);
  }

  @Test
  void replacingBringsBackNoTickThatRanOrWasCancelled() {
    put(every(HOUR, Missed.LATEST));
    queue.cancel(id(start + HOUR));

    RecurringJob.View view = put(RecurringChange.of(every(HOUR, Missed.LATEST)).replacingPending());

    assertThat(view.pendingIds()).isEmpty();
    assertThat(view.ticks().firstMillis()).isEqualTo(start + 2 * HOUR);
    assertThat(runUntil(start + 2 * HOUR)).containsExactly(id(start + 2 * HOUR));
  }

  @Test
  void aScheduleThatComesBackMakesNoSecondJobOfATick() {
    put(every(HOUR, Missed.LATEST));
    queue.ack(queue.claimById(id(start + HOUR)).get(0));

    put(every(DAY, Missed.LATEST));
    put(every(HOUR, Missed.LATEST));

    assertThat(runUntil(start + 2 * HOUR)).containsExactly(id(start + 2 * HOUR));
  }

  @Test
  void aRemovalTellsWhichJobsRemain() {
    put(every(HOUR, Missed.LATEST));

    RecurringJob.View removed = remove().orElseThrow();

    assertThat(removed.pendingIds()).containsExactly(id(start + HOUR));
    assertThat(waiting()).containsExactly(id(start + HOUR));
    assertThat(remove()).isEmpty();
    assertThat(Answers.of(engine().recurring(queue.name()))).isEmpty();
    assertThat(Answers.of(engine().pauseRecurring(queue.name(), "tick"))).isEmpty();
    assertThat(Answers.of(engine().resumeRecurring(queue.name(), "tick"))).isEmpty();
  }

  @Test
  void removedAndPutAgainWithinADayADefinitionRepeatsNoTick() {
    put(every(2 * DAY, Missed.ALL));
    long tick = view().ticks().firstMillis();
    queue.ack(queue.claimById(id(tick)).get(0));
    remove();
    advance(Duration.ofMillis(DAY - 1));
    maintain();

    RecurringJob.View view = put(every(2 * DAY, Missed.ALL));

    assertThat(view.ticks().firstMillis()).isEqualTo(tick + 2 * DAY);
    assertThat(runUntil(tick)).isEmpty();
  }

  @Test
  void aDayAfterItsRemovalNothingIsKnownOfADefinition() {
    put(every(30 * DAY, Missed.ALL));
    long tick = view().ticks().firstMillis();
    queue.ack(queue.claimById(id(tick)).get(0));
    remove();
    assertThat(maintain().comeBackAtMillis()).isEqualTo(now() + DAY);
    advance(Duration.ofMillis(DAY));
    maintain();

    assertThat(put(every(30 * DAY, Missed.ALL)).ticks().firstMillis()).isEqualTo(tick);
  }

  @Test
  void aRunNowMovesNoTickAndMayComeWhilePaused() {
    put(every(HOUR, Missed.LATEST));
    RecurringJob.View before = view();

    ScheduleResult run = runNow().orElseThrow();

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
    put(every(HOUR, Missed.LATEST));
    remove();
    assertThat(runNow()).isEmpty();
  }

  @Test
  void aRunNowCountsAgainstTheQuota() {
    put(every(HOUR, Missed.LATEST));
    queue.configure(settings -> settings.maxWaiting(1));

    assertThat(runNow().orElseThrow().outcome()).isEqualTo(ScheduleOutcome.REFUSED);
  }

  private Optional<ScheduleResult> runNow() {
    return Answers.of(engine().runRecurring(queue.name(), "tick", Durability.NONE));
  }

  @Test
  void whatIsToldOfTicksIsWhatRuns() {
    put(every(HOUR, Missed.LATEST));
    RecurringJob.View view = view();
    assertThat(view.ticks().lastMillis()).isZero();
    assertThat(view.ticks().nextMillis()).hasSize(5).startsWith(start + HOUR);

    List<String> told = view.ticks().nextMillis().stream().map(view.job()::idAt).toList();

    assertThat(runUntil(start + 5 * HOUR)).isEqualTo(told);
    assertThat(view().ticks().lastMillis()).isEqualTo(start + 5 * HOUR);
    assertThat(view().ticks().firstMillis()).isEqualTo(start + 6 * HOUR);
  }

  @ParameterizedTest
  @CsvSource({"LATEST, 1", "ALL, 3", "NONE, 0"})
  void aDailyReportThatIsPausedForDays(Missed missed, int ranOnResume) {
    long monday = start;
    RecurringJob report =
        new RecurringJob(
            "tick", Schedule.cron("0 7 * * *", ZoneOffset.UTC), Jobs.job("report").build(), missed);
    put(report);
    assertThat(runUntil(monday + 12 * HOUR)).containsExactly(id(monday + 7 * HOUR));

    pause();
    advance(Duration.ofHours(10));
    put(report);
    assertThat(runUntil(monday + 3 * DAY + 12 * HOUR)).isEmpty();
    resume();

    assertThat(queue.run(10)).hasSize(ranOnResume);
    long friday = monday + 4 * DAY + 7 * HOUR;
    assertThat(view().ticks().firstMillis()).isEqualTo(friday);
    assertThat(runUntil(friday + HOUR)).containsExactly(id(friday));
    remove();
    put(report);
    assertThat(view().ticks().firstMillis()).isEqualTo(friday + DAY);
    assertThat(runUntil(friday + 2 * DAY)).containsExactly(id(friday + DAY), id(friday + 2 * DAY));
  }

  @Test
  void aTickWhoseJobWasCancelledIsNotMadeByRemovingAndPuttingItAgain() {
    RecurringJob job = every(HOUR, Missed.LATEST);
    put(job);
    queue.cancel(id(start + HOUR));
    remove();
    put(job);

    advanceTo(start + HOUR);
    assertThat(queue.run(10)).isEmpty();
    assertThat(view().ticks().nextMillis()).startsWith(start + 2 * HOUR);
  }
}
