package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.RecurringJob.Missed;
import io.duetime.engine.RecurringResult;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Recurring definitions that are stored again, changed or removed. */
public abstract class RecurringChangesContract extends TickContract {
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
    assertThat(pause(OptionalLong.empty())).isEqualTo(RecurringResult.unknown());
    assertThat(resume(OptionalLong.empty())).isEqualTo(RecurringResult.unknown());
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
