package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.MissedTicks;
import io.duetime.Schedule;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recurring definitions that are paused and resumed. */
public abstract class RecurringPauseContract extends TickContract {
  @Test
  void aPauseWithdrawsTheTickThatWaits() {
    put(every(HOUR, MissedTicks.LATEST));

    RecurringJob.View view = pause();

    assertThat(view.paused()).isTrue();
    assertThat(view.ticks().pendingMillis()).isEmpty();
    assertThat(view.ticks().nextMillis()).isEmpty();
    assertThat(waiting()).isEmpty();
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

  @Test
  void pausedAndResumedBeforeItsTickADefinitionMissesNothing() {
    put(every(HOUR, MissedTicks.LATEST));
    pause();

    RecurringJob.View view = resume();

    assertThat(view.paused()).isFalse();
    assertThat(waiting()).containsExactly(id(start + HOUR));
    assertThat(view.ticks().skipped()).isZero();
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

  @ParameterizedTest
  @CsvSource({"LATEST, 1", "ALL, 3", "NONE, 0"})
  void aDailyReportThatIsPausedForDays(MissedTicks missed, int ranOnResume) {
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
}
