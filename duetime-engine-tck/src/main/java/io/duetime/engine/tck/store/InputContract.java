package io.duetime.engine.tck.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.MissedTicks;
import io.duetime.OnConflict;
import io.duetime.RescheduleOutcome;
import io.duetime.Rescheduled;
import io.duetime.Schedule;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.FailingList;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What callers hand in: invalid values, requests that fail, arrays that are changed afterwards. */
public abstract class InputContract extends Contract {
  private static final BulkChange CANCEL = new BulkChange.Cancel();
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int MOST_LOOKS = 200;
  private static final List<String> IDS = List.of("a", "b", "c");

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
    queue.bury(queue.begin(Jobs.jobAt("dead", 1)));
    queue.begin(Jobs.jobAt("running", 2));
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

    Settlement ack = Settlement.ack(queue.claimOne().lease());
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

  /** A request that makes the engine throw fails alone: the store goes on, and is as it was. */
  @TestFactory
  Stream<DynamicTest> aRequestThatFails() {
    List<Settlement> acks = new ArrayList<>();
    Reschedule.Condition always = Reschedule.Condition.ALWAYS;
    return Stream.of(
        failsAlone(
            "scheduling",
            () -> {},
            this::specs,
            jobs -> engine().schedule(queue.name(), jobs, Durability.NONE)),
        failsAlone(
            "cancelling",
            this::fill,
            () -> IDS,
            ids -> engine().cancel(queue.name(), ids, Durability.NONE)),
        failsAlone(
            "rescheduling",
            this::fill,
            () ->
                IDS.stream().map(id -> new Reschedule(id, DueTime.at(now() + 5), always)).toList(),
            changes -> engine().reschedule(queue.name(), changes, Durability.NONE)),
        failsAlone(
            "claiming by id",
            this::fill,
            () -> IDS,
            ids -> engine().claimById(queue.name(), ids, ClaimRequest.of(3, 30_000))),
        failsAlone(
            "settling",
            () -> {
              fill();
              acks.clear();
              queue.claim(3).forEach(job -> acks.add(Settlement.ack(job.lease())));
            },
            () -> acks,
            settlements -> engine().settle(queue.name(), settlements, Durability.NONE)));
  }

  private List<JobSpec> specs() {
    return IDS.stream().map(id -> Jobs.jobAt(id, now()).build()).toList();
  }

  private void fill() {
    queue.schedule(specs());
  }

  private <T, R> DynamicTest failsAlone(
      String name,
      Runnable prepare,
      Supplier<List<T>> items,
      Function<List<T>, CompletionStage<R>> call) {
    return limited(name, () -> failAtEachLook(prepare, items, call));
  }

  private <T, R> void failAtEachLook(
      Runnable prepare, Supplier<List<T>> items, Function<List<T>, CompletionStage<R>> call) {
    for (int look = 1; look < MOST_LOOKS; look++) {
      Engine engine = engine();
      engine.deleteQueue(queue.name()).toCompletableFuture().join();
      prepare.run();
      FailingList<T> request = new FailingList<>(items.get(), look);
      boolean failed = fails(call.apply(request));
      assertThat(failed).isEqualTo(request.hasFailed());
      theStoreWorks();
      if (!failed) {
        return;
      }
    }
    throw new AssertionError("a request of three items is looked at " + MOST_LOOKS + " times");
  }

  private static boolean fails(CompletionStage<?> answer) {
    try {
      answer.toCompletableFuture().join();
      return false;
    } catch (CompletionException failure) {
      return true;
    }
  }

  private void theStoreWorks() {
    // First, so that what the failed request had sent already has been done.
    assertThat(queue.schedule(Jobs.jobAt("next", now())).outcome())
        .isEqualTo(ScheduleOutcome.CREATED);
    assertThat(queue.cancel("next")).isEqualTo(CancelOutcome.CANCELLED);
    List<JobView> stored = IDS.stream().flatMap(id -> queue.find(id).stream()).toList();
    assertThat(queue.counts().waiting() + queue.counts().running()).isEqualTo(stored.size());
    queue.schedule(Jobs.jobAt("next", now()));
    List<ClaimedJob> claimed = queue.claim(10);
    assertThat(claimed).extracting(job -> job.lease().id()).contains("next");
    for (ClaimedJob job : claimed) {
      assertThat(queue.settle(Settlement.ack(job.lease())).outcome())
          .isEqualTo(SettleOutcome.ACKED);
    }
  }

  private static final byte[] STORED = {1, 2, 3};

  private final byte[] given = STORED.clone();

  private JobSpec.Builder job(String id) {
    return JobSpec.builder(id, JobBody.of(given), DueTime.after(0));
  }

  private static void spoil(JobBody body) {
    assertThat(body.payload()).isEqualTo(STORED);
    Arrays.fill(body.payload(), (byte) 9);
  }

  private void spoilGiven() {
    Arrays.fill(given, (byte) 9);
  }

  @Test
  void anArrayThatWasScheduledMayBeChanged() {
    queue.schedule(job("a"));
    spoilGiven();

    spoil(queue.get("a").body());
    spoil(queue.list(Selection.ALL).get(0).body());
    spoil(queue.get("a").body());
  }

  @Test
  void aHandlerThatChangesItsPayloadGetsTheStoredOneAgain() {
    queue.schedule(job("a"));
    for (int attempt = 0; attempt < 2; attempt++) {
      ClaimedJob claimed = queue.claimOne();
      spoil(claimed.body());
      queue.retry(claimed, Duration.ZERO);
    }
    ClaimedJob byId = queue.claimById("a").get(0);
    spoil(byId.body());
    queue.bury(byId);

    spoil(queue.get("a").body());
    spoil(queue.claimById("a").get(0).body());
  }

  @Test
  void aSuccessorHasItsOwn() {
    queue.schedule(job("a"));
    ClaimedJob running = queue.claimOne();
    queue.schedule(job("a").onConflict(OnConflict.REPLACE));
    spoilGiven();

    queue.ack(running);

    spoil(queue.claimOne().body());
  }

  @Test
  void theCopyOfADeadJobHasItsOwn() {
    queue.configure(settings -> settings.deadCopyTo("graveyard"));
    queue.schedule(job("a"));
    ClaimedJob claimed = queue.claimOne();
    spoil(claimed.body());
    queue.bury(claimed);
    maintain();

    spoil(queue("graveyard").claimOne().body());
    spoil(queue.get("a").body());
  }

  @Test
  void aRecurringDefinitionHasItsOwn() {
    RecurringJob definition =
        new RecurringJob(
            "tick",
            Schedule.every(Duration.ofMinutes(1)),
            job("template").build(),
            MissedTicks.LATEST);
    queue.put(definition);
    spoilGiven();
    spoil(queue.recurring().get(0).job().template().body());

    advance(Duration.ofMinutes(1));
    maintain();

    spoil(queue.claimOne().body());
    spoil(queue.recurring().get(0).job().template().body());
  }
}
