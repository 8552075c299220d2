package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.MissedTicks;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recurring definitions that are paused and resumed. */
public abstract class RecurringPauseContract extends TickContract {
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
