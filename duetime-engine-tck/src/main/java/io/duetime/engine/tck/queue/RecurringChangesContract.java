package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.MissedTicks;
import io.duetime.PendingTicks;
import io.duetime.SettleOutcome;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.RecurringResult;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Recurring definitions that are stored again, changed or removed. */
public abstract class RecurringChangesContract extends TickContract {
  @ParameterizedTest
  @EnumSource(MissedTicks.class)
  void puttingTheSameDefinitionAgainChangesNothing(MissedTicks missed) {
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
  void aDefinitionRemembersItsOwnerUntilItIsPutWithoutOne() {
    RecurringJob hourly = every(HOUR, MissedTicks.LATEST);
    RecurringJob owned =
        new RecurringJob("tick", hourly.schedule(), hourly.template(), hourly.rules(), "shop");
    put(hourly);
    String waiting = waiting().get(0);

    long version = put(owned).version();

    assertThat(view().job().owner()).isEqualTo("shop");
    assertThat(put(owned).version()).isEqualTo(version);
    assertThat(pause().job().owner()).isEqualTo("shop");
    resume();
    assertThat(view().job().owner()).isEqualTo("shop");
    assertThat(waiting()).containsExactly(waiting);
    put(hourly);
    assertThat(view().job().owner()).isNull();
  }

  @Test
  void anotherScheduleWithdrawsTheTickThatWaits() {
    put(every(HOUR, MissedTicks.LATEST));

    RecurringJob.View view = put(every(DAY, MissedTicks.LATEST));

    assertThat(view.pendingIds()).containsExactly(id(start + DAY));
    assertThat(waiting()).containsExactly(id(start + DAY));
  }

  @Test
  void aChangeThatKeepsWhatWaitsTellsWhichJobsRemain() {
    put(every(HOUR, MissedTicks.LATEST));

    RecurringJob.View view =
        put(RecurringChange.of(every(DAY, MissedTicks.LATEST)).keepingPending());

    assertThat(view.pendingIds()).containsExactly(id(start + HOUR), id(start + DAY));
    assertThat(view.ticks().nextMillis().subList(0, 3))
        .containsExactly(start + HOUR, start + DAY, start + 2 * DAY);
    assertThat(runUntil(start + DAY)).containsExactly(id(start + HOUR), id(start + DAY));
  }

  @Test
  void aChangedTemplateHoldsForTheTickThatWaitsUnlessItIsKept() {
    put(every(HOUR, MissedTicks.LATEST));

    put(RecurringChange.of(every(HOUR, MissedTicks.LATEST, "kept")).keepingPending());
    assertThat(Jobs.text(queue.get(id(start + HOUR)).body())).isEqualTo("template");
    put(every(HOUR, MissedTicks.LATEST, "new"));

    assertThat(Jobs.text(queue.get(id(start + HOUR)).body())).isEqualTo("new");
    assertThat(waiting()).hasSize(1);
    assertThat(view().ticks().skipped()).isZero();
  }

  @ParameterizedTest
  @EnumSource(MissedTicks.class)
  void aChangedTemplateWithdrawsTicksThatAreDueButNoneThatHasBegun(MissedTicks missed) {
    put(every(HOUR, missed));
    advanceTo(start + HOUR);
    maintain();
    ClaimedJob begun = queue.claimOne();
    queue.retry(begun, Duration.ofHours(9));
    advanceTo(start + 2 * HOUR);
    maintain();

    put(every(HOUR, missed, "new"));

    assertThat(waiting()).containsExactly(id(start + 3 * HOUR), begun.lease().id());
    assertThat(view().ticks().skipped()).isEqualTo(1);
    assertThat(Jobs.text(queue.get(id(start + 3 * HOUR)).body())).isEqualTo("new");
  }

  @Test
  void ofVeryManyTicksThatWaitAChangeWithdrawsAll() {
    put(every(1_000, MissedTicks.ALL));
    advanceTo(start + 700_000);
    maintain();
    assertThat(queue.counts().waiting()).isEqualTo(701);

    put(every(1_000, MissedTicks.ALL, "new"));

    assertThat(waiting()).containsExactly(id(start + 701_000));
    assertThat(view().ticks().skipped()).isEqualTo(700);
  }

  @Test
  void anotherRuleForMissedTicksLeavesTheTickThatIsDue() {
    put(every(HOUR, MissedTicks.LATEST));
    advanceTo(start + HOUR);

    put(every(HOUR, MissedTicks.ALL));

    assertThat(waiting()).containsExactly(id(start + HOUR), id(start + 2 * HOUR));
    assertThat(view().ticks().skipped()).isZero();
  }

  @Test
  void aTickThatWasMovedByHandStaysWithAChangedDefinition() {
    put(every(HOUR, MissedTicks.LATEST));
    queue.reschedule(id(start + HOUR), DueTime.at(start + HOUR + 1));

    put(every(HOUR, MissedTicks.LATEST, "new"));

    assertThat(Jobs.text(queue.get(id(start + HOUR)).body())).isEqualTo("template");
  }

  @Test
  void aChangeBringsBackNoTickThatRanOrWasCancelled() {
    put(every(HOUR, MissedTicks.LATEST));
    queue.cancel(id(start + HOUR));

    RecurringJob.View view = put(every(HOUR, MissedTicks.LATEST, "new"));

    assertThat(view.pendingIds()).isEmpty();
    assertThat(view.ticks().firstMillis()).isEqualTo(start + 2 * HOUR);
    assertThat(runUntil(start + 2 * HOUR)).containsExactly(id(start + 2 * HOUR));
  }

  @Test
  void aScheduleThatComesBackMakesNoSecondJobOfATick() {
    put(every(HOUR, MissedTicks.LATEST));
    queue.ack(queue.claimById(id(start + HOUR)).get(0));

    put(every(DAY, MissedTicks.LATEST));
    put(every(HOUR, MissedTicks.LATEST));

    assertThat(runUntil(start + 2 * HOUR)).containsExactly(id(start + 2 * HOUR));
  }

  @Test
  void aRemovalWithdrawsTicksThatHaveNotBegun() {
    put(every(HOUR, MissedTicks.ALL));
    advanceTo(start + 2 * HOUR);
    maintain();
    ClaimedJob begun = queue.claimOne();

    RecurringJob.View removed = remove().orElseThrow();

    assertThat(removed.pendingIds()).isEmpty();
    assertThat(waiting()).isEmpty();
    assertThat(queue.ack(begun)).isEqualTo(SettleOutcome.ACKED);
    assertThat(remove()).isEmpty();
    assertThat(queue.recurring()).isEmpty();
    assertThat(pause(OptionalLong.empty())).isEqualTo(RecurringResult.unknown());
    assertThat(resume(OptionalLong.empty())).isEqualTo(RecurringResult.unknown());
  }

  @Test
  void aRemovalThatKeepsWhatWaitsTellsWhichJobsRemain() {
    put(every(HOUR, MissedTicks.LATEST));

    RecurringJob.View removed =
        remove(OptionalLong.empty(), PendingTicks.KEEP).view().orElseThrow();

    assertThat(removed.pendingIds()).containsExactly(id(start + HOUR));
    assertThat(waiting()).containsExactly(id(start + HOUR));
  }

  @Test
  void removedAndPutAgainBeforeItsTickADefinitionRunsIt() {
    put(every(HOUR, MissedTicks.LATEST));
    remove();
    put(every(HOUR, MissedTicks.LATEST));

    assertThat(runUntil(start + HOUR)).containsExactly(id(start + HOUR));
  }

  @Test
  void removedAndPutAgainWithinADayADefinitionRepeatsNoTick() {
    put(every(2 * DAY, MissedTicks.ALL));
    long tick = view().ticks().firstMillis();
    queue.ack(queue.claimById(id(tick)).get(0));
    remove();
    advance(Duration.ofMillis(DAY - 1));
    maintain();

    RecurringJob.View view = put(every(2 * DAY, MissedTicks.ALL));

    assertThat(view.ticks().firstMillis()).isEqualTo(tick + 2 * DAY);
    assertThat(runUntil(tick)).isEmpty();
  }

  @Test
  void aDayAfterItsRemovalNothingIsKnownOfADefinition() {
    put(every(30 * DAY, MissedTicks.ALL));
    long tick = view().ticks().firstMillis();
    queue.ack(queue.claimById(id(tick)).get(0));
    remove();
    assertThat(maintain().comeBackAtMillis()).isEqualTo(now() + DAY);
    advance(Duration.ofMillis(DAY));
    maintain();

    assertThat(put(every(30 * DAY, MissedTicks.ALL)).ticks().firstMillis()).isEqualTo(tick);
  }

  @Test
  void aTickWhoseJobWasCancelledIsNotMadeByRemovingAndPuttingItAgain() {
    RecurringJob job = every(HOUR, MissedTicks.LATEST);
    put(job);
    queue.cancel(id(start + HOUR));
    remove();
    put(job);

    advanceTo(start + HOUR);
    assertThat(queue.run(10)).isEmpty();
    assertThat(view().ticks().nextMillis()).startsWith(start + 2 * HOUR);
  }
}
