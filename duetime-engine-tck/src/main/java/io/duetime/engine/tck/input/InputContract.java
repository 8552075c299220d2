package io.duetime.engine.tck.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.RescheduleOutcome;
import io.duetime.Rescheduled;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.DueTime;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is invalid changes nothing and keeps nothing else from being done. */
public abstract class InputContract extends Contract {
  private static final BulkChange CANCEL = new BulkChange.Cancel();
  private static final Duration HOUR = Duration.ofHours(1);

  @BeforeEach
  void twoTaggedJobs() {
    queue.schedule(Jobs.job("t1", HOUR).tags(List.of("a", "b")));
    queue.schedule(Jobs.job("t2", HOUR).tags(List.of("b")));
  }

  @Test
  void twoTagsSelectTheJobsThatHaveBoth() {
    Selection both = Selection.WAITING.tagged("a").tagged("b");

    assertThat(queue.ids(both)).containsExactly("t1");
    assertThat(queue.change(both, new BulkChange.Count(CANCEL))).isEqualTo(1);
    assertThat(queue.change(both, CANCEL)).isEqualTo(1);
    assertThat(queue.ids(Selection.ALL)).containsExactly("t2");
    assertThat(queue.change(Selection.WAITING.tagged("b"), CANCEL)).isEqualTo(1);
  }

  @Test
  void twoTagsOfNamedJobsSelectThoseThatHaveBoth() {
    Selection named = Selection.WAITING.among(Set.of("t1", "t2")).tagged("b").tagged("a");

    assertThat(queue.ids(named)).containsExactly("t1");
    assertThat(queue.change(named, CANCEL)).isEqualTo(1);
  }

  @Test
  void twoListsOfIdsSelectTheirIntersection() {
    queue.schedule(Jobs.job("t3", HOUR));
    Selection both = Selection.WAITING.among(List.of("t1", "t2")).among(List.of("t2", "t3"));

    assertThat(queue.ids(both)).containsExactly("t2");
    assertThat(queue.change(both, CANCEL)).isEqualTo(1);
    assertThat(queue.change(both.among(List.of("t1")), CANCEL)).isZero();
  }

  @Test
  void twoRangesSelectTheirOverlap() {
    long now = now();
    for (int due : new int[] {1, 2, 3}) {
      queue.schedule(Jobs.jobAt("" + due, now + due));
    }
    Selection overlap = Selection.ALL.between(now + 1, now + 3).between(now + 2, now + 4);

    assertThat(queue.ids(overlap)).containsExactly("2");
    assertThat(queue.change(overlap, CANCEL)).isEqualTo(1);
    assertThat(queue.change(overlap.between(now + 5, now + 6), CANCEL)).isZero();
  }

  @Test
  void manyAreCancelledIdByIdAndAnInvalidIdIsAnsweredByItself() {
    queue.schedule(Jobs.jobAt("dead", 1));
    queue.bury(queue.claimOne());
    queue.schedule(Jobs.jobAt("running", 2));
    queue.claimOne();
    List<String> ids = Arrays.asList("running", "t1", "", "unknown", null, "t2", "dead", "t1");

    List<Cancelled> results = Answers.of(engine().cancel(queue.name(), ids, queue.durability()));

    assertThat(results)
        .extracting(Cancelled::outcome)
        .containsExactly(
            CancelOutcome.RUNNING,
            CancelOutcome.CANCELLED,
            CancelOutcome.REFUSED,
            CancelOutcome.UNKNOWN,
            CancelOutcome.REFUSED,
            CancelOutcome.CANCELLED,
            CancelOutcome.DEAD,
            CancelOutcome.UNKNOWN);
    assertInvalid(results.get(2).refusal(), "id");
    assertInvalid(results.get(4).refusal(), "id");
  }

  @Test
  void aMissingItemOfABatchIsAnsweredByItself() {
    List<Scheduled> scheduled = queue.schedule(Arrays.asList(null, Jobs.job("t3").build(), null));
    assertThat(scheduled)
        .extracting(Scheduled::outcome)
        .containsExactly(ScheduleOutcome.REFUSED, ScheduleOutcome.CREATED, ScheduleOutcome.REFUSED);
    assertInvalid(scheduled.get(0).refusal(), "job");

    Reschedule change = new Reschedule("t1", DueTime.after(1), Reschedule.Condition.ALWAYS);
    List<Rescheduled> moved =
        Answers.of(
            engine().reschedule(queue.name(), Arrays.asList(null, change), queue.durability()));
    assertThat(moved)
        .extracting(Rescheduled::outcome)
        .containsExactly(RescheduleOutcome.REFUSED, RescheduleOutcome.RESCHEDULED);
    assertInvalid(moved.get(0).refusal(), "change");

    Settlement ack = new Settlement.Ack(queue.claimOne().lease());
    assertThat(queue.settle(Arrays.asList(null, ack)))
        .extracting(Settled::outcome)
        .containsExactly(SettleOutcome.REFUSED, SettleOutcome.ACKED);
  }

  @Test
  void aClaimOfAnInvalidIdTakesNothing() {
    assertThatThrownBy(() ->
            Answers.of(
                engine().claimById(queue.name(), List.of("t1", ""), ClaimRequest.of(2, 1_000))))
        .isInstanceOf(InvalidRequestException.class);

    assertThat(queue.counts().running()).isZero();
  }

  @Test
  void howFarAheadHoldsForSchedulingAndReschedules() {
    DueTime beyond = DueTime.after(Limits.MAX_AHEAD.toMillis() + 1);
    assertThat(queue.reschedule("t1", beyond).outcome()).isEqualTo(RescheduleOutcome.REFUSED);
    queue.configure(settings -> settings.maxAhead(Duration.ofHours(2)));

    assertThat(queue.schedule(Jobs.job("near", HOUR.plus(HOUR))).outcome())
        .isEqualTo(ScheduleOutcome.CREATED);
    assertThat(queue.schedule(Jobs.job("far", HOUR.plus(HOUR).plusMillis(1))).outcome())
        .isEqualTo(ScheduleOutcome.REFUSED);
    Rescheduled tooFar = queue.reschedule("t1", DueTime.after(7_200_001));
    assertThat(tooFar.outcome()).isEqualTo(RescheduleOutcome.REFUSED);
    assertInvalid(tooFar.refusal(), "delay");
    assertThat(tooFar.refusal()).hasMessageContaining("at most 2h after the store's now");
    assertThat(queue.get("t1").times().dueAt()).isEqualTo(now() + HOUR.toMillis());
    assertThat(queue.reschedule("t1", DueTime.after(7_200_000)).outcome())
        .isEqualTo(RescheduleOutcome.RESCHEDULED);
  }

  @Test
  void howFarAheadHoldsForReschedulesOfMany() {
    long now = now();
    queue.configure(settings -> settings.maxAhead(Duration.ofHours(2)));

    assertThatThrownBy(
            () -> queue.change(Selection.WAITING, new BulkChange.Move(DueTime.at(now + 8_000_000))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("at most 2h after the store's now");
    assertThat(queue.get("t1").times().dueAt()).isEqualTo(now + 3_600_000);
    assertThat(queue.change(Selection.WAITING, new BulkChange.Move(DueTime.after(7_200_000))))
        .isEqualTo(2);
  }

  @Test
  void aDueTimeTooFarAheadIsRefusedInTheTermsItWasAskedIn() {
    assertThat(queue.schedule(Jobs.job("far", Duration.ofDays(40_000))).refusal())
        .hasMessage("delay is '40000d'; allowed: at most 36525d after the store's now");
    assertThat(queue.schedule(Jobs.jobAt("far", 253_402_300_799_999L)).refusal())
        .hasMessage(
            "dueAt is '9999-12-31T23:59:59.999Z';"
                + " allowed: at most 36525d after the store's now");
  }

  private static void assertInvalid(@Nullable DuetimeException refusal, String field) {
    assertThat(refusal).isInstanceOf(InvalidRequestException.class);
    assertThat(refusal).extracting("code", "field").containsExactly(ErrorCode.INVALID, field);
  }
}
