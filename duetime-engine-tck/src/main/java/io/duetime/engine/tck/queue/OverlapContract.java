package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.Explanation.Why;
import io.duetime.JobState;
import io.duetime.MissedTicks;
import io.duetime.Overlap;
import io.duetime.RetryPolicy;
import io.duetime.Schedule;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.TickRules;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Ticks whose moment comes while an earlier job of their definition has not ended. */
public abstract class OverlapContract extends TickContract {
  private static final long SECOND = 1_000;

  private void put(Overlap overlap, MissedTicks missed) {
    put(every(SECOND, TickRules.of(missed).withOverlap(overlap)));
  }

  private static String second(long tick, long start) {
    return id(start + tick * SECOND);
  }

  private String second(long tick) {
    return second(tick, start);
  }

  private void to(long millis) {
    advanceTo(start + millis);
    maintain();
  }

  private ClaimedJob beginFirst() {
    to(SECOND);
    return queue.claimOne();
  }

  @ParameterizedTest
  @CsvSource({
    "ALLOW, 0 1000 2000 3000 4000 5000 6000 7000 8000 9000, 4",
    "SKIP, 0 4000 8000, 1",
    "WAIT, 0 3500 7000, 1"
  })
  void ofTicksEachSecondWhoseRunsTakeThreeAndAHalfTheRuleChooses(
      Overlap overlap, String starts, int atOnce) {
    put(overlap, MissedTicks.LATEST);
    List<ClaimedJob> running = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    List<String> begun = new ArrayList<>();
    int most = 0;
    for (long at = 0; at < 10 * SECOND; at += SECOND / 2) {
      to(SECOND + at);
      while (!ends.isEmpty() && ends.get(0) <= at) {
        ends.remove(0);
        queue.ack(running.remove(0));
      }
      for (ClaimedJob job : queue.claim(10)) {
        begun.add("" + at);
        running.add(job);
        ends.add(at + 3_500);
      }
      most = Math.max(most, running.size());
    }

    assertThat(String.join(" ", begun)).isEqualTo(starts);
    assertThat(most).isEqualTo(atOnce);
  }

  @ParameterizedTest
  @CsvSource({
    "SKIP, running", "SKIP, retry", "SKIP, released", "SKIP, redriven", "SKIP, many redriven",
    "SKIP, run now", "WAIT, running", "WAIT, retry", "WAIT, released", "WAIT, redriven",
    "WAIT, many redriven", "WAIT, run now"
  })
  void aTickIsKeptBackWhileAnEarlierJobHasBegunAndNotEnded(Overlap overlap, String what) {
    put(overlap, MissedTicks.LATEST);
    if (what.equals("run now")) {
      to(SECOND / 2);
      assertThat(runNow().outcome()).isEqualTo(ScheduleOutcome.CREATED);
      to(SECOND);
      assertKeptBack(overlap, 1);
      return;
    }
    ClaimedJob job = beginFirst();
    switch (what) {
      case "retry" -> queue.retry(job, Duration.ofMinutes(1));
      case "released" -> queue.release(job, Duration.ofMinutes(1));
      case "redriven" -> {
        queue.bury(job);
        redrive(Selection.ALL.among(List.of(job.lease().id())));
      }
      case "many redriven" -> {
        queue.bury(job);
        redrive(Selection.ALL);
      }
      default -> {}
    }
    to(2 * SECOND);

    assertKeptBack(overlap, 2);
  }

  private void redrive(Selection selection) {
    assertThat(queue.change(selection.in(JobState.DEAD), new BulkChange.Redrive(0))).isEqualTo(1);
  }

  private void assertKeptBack(Overlap overlap, long tick) {
    String id = second(tick);
    if (overlap == Overlap.SKIP) {
      assertThat(queue.find(id)).isEmpty();
      assertThat(view().ticks().skipped()).isEqualTo(1);
    } else {
      assertThat(queue.state(id)).isEqualTo(JobState.DELAYED);
      assertThat(queue.explain(id).why()).isEqualTo(Why.OVERLAP);
      assertThat(queue.get(id).times().firstDueAt()).isEqualTo(start + tick * SECOND);
      assertThat(view().ticks().skipped()).isZero();
    }
    assertThat(TestQueue.ids(queue.claim(10))).doesNotContain(id);
    assertThat(queue.claimById(id)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"ack", "bury", "cancel", "many cancelled", "lost"})
  void aTickThatWaitsBecomesDueWhenTheEarlierJobEnds(String how) {
    RecurringJob once =
        new RecurringJob(
            "tick",
            Schedule.every(Duration.ofMillis(SECOND)),
            Jobs.job("t").retry(RetryPolicy.none()).build(),
            TickRules.of(MissedTicks.ALL).withOverlap(Overlap.WAIT));
    put(once);
    ClaimedJob first = beginFirst();
    to(2 * SECOND);
    assertThat(queue.state(second(2))).isEqualTo(JobState.DELAYED);
    switch (how) {
      case "ack" -> queue.ack(first);
      case "bury" -> queue.bury(first);
      case "lost" -> {
        for (long at = 3 * SECOND; at <= SECOND + TestQueue.LEASE.toMillis(); at += SECOND / 2) {
          to(at);
        }
      }
      default -> {
        queue.release(first, Duration.ofMinutes(1));
        if (how.equals("cancel")) {
          queue.cancel(first.lease().id());
        } else {
          queue.change(
              Selection.WAITING.among(List.of(first.lease().id())), new BulkChange.Cancel());
        }
      }
    }

    assertThat(queue.state(second(2))).isEqualTo(JobState.READY);
    assertThat(TestQueue.ids(queue.claim(10))).containsExactly(second(2));
  }

  @Test
  void underAllEveryTickWaitsForTheOneBeforeIt() {
    put(Overlap.WAIT, MissedTicks.ALL);
    ClaimedJob job = beginFirst();
    to(2 * SECOND);
    to(3 * SECOND);
    to(4 * SECOND);
    for (long tick = 2; tick <= 4; tick++) {
      queue.ack(job);
      List<ClaimedJob> next = queue.claim(10);
      assertThat(TestQueue.ids(next)).containsExactly(second(tick));
      job = next.get(0);
    }
    assertThat(view().ticks().skipped()).isZero();
  }

  @Test
  void underLatestOneTickWaitsAndTheEarlierOnesAreMissed() {
    put(Overlap.WAIT, MissedTicks.LATEST);
    ClaimedJob job = beginFirst();
    to(2 * SECOND);
    to(3 * SECOND);
    to(4 * SECOND);

    assertThat(waiting()).containsExactlyInAnyOrder(second(4), second(5));
    assertThat(view().ticks().skipped()).isEqualTo(2);
    queue.ack(job);
    assertThat(TestQueue.ids(queue.claim(10))).containsExactly(second(4));
  }

  @ParameterizedTest
  @EnumSource(names = {"SKIP", "WAIT"})
  void aClaimJudgesItself(Overlap overlap) {
    put(overlap, MissedTicks.ALL);
    advanceTo(start + 2 * SECOND);
    maintain();

    List<ClaimedJob> jobs = queue.claim(10);

    assertThat(TestQueue.ids(jobs)).containsExactly(second(1));
    assertThat(queue.find(second(2)).isPresent()).isEqualTo(overlap == Overlap.WAIT);
    assertThat(view().ticks().skipped()).isEqualTo(overlap == Overlap.WAIT ? 0 : 1);
    queue.ack(jobs.get(0));
    assertThat(queue.claim(10)).hasSize(overlap == Overlap.WAIT ? 1 : 0);
  }

  private Scheduled runNow() {
    Optional<Scheduled> run =
        Answers.of(engine().runRecurring(queue.name(), "tick", Durability.NONE));
    return run.orElseThrow();
  }

  @Test
  void aRunNowWaitsUnderWait() {
    put(Overlap.WAIT, MissedTicks.LATEST);
    ClaimedJob job = beginFirst();
    to(SECOND + 1);

    Scheduled run = runNow();

    assertThat(run.outcome()).isEqualTo(ScheduleOutcome.CREATED);
    assertThat(queue.state(run.id())).isEqualTo(JobState.DELAYED);
    assertThat(queue.explain(run.id()).why()).isEqualTo(Why.OVERLAP);
    assertThat(queue.claim(10)).isEmpty();
    queue.ack(job);
    assertThat(TestQueue.ids(queue.claim(10))).containsExactly(run.id());
  }

  @Test
  void aRunNowIsRefusedUnderSkip() {
    put(Overlap.SKIP, MissedTicks.LATEST);
    ClaimedJob job = beginFirst();
    to(SECOND + 1);

    Scheduled refused = runNow();

    assertThat(refused.outcome()).isEqualTo(ScheduleOutcome.REFUSED);
    assertThat(refused.refusal()).extracting(DuetimeException::code).isEqualTo(ErrorCode.OVERLAP);
    assertThat(queue.find(refused.id())).isEmpty();
    queue.ack(job);
    Scheduled run = runNow();
    assertThat(run.outcome()).isEqualTo(ScheduleOutcome.CREATED);
    assertThat(runNow().outcome()).isEqualTo(ScheduleOutcome.KEPT);
    assertThat(TestQueue.ids(queue.claim(10))).containsExactly(run.id());
  }

  @Test
  void aTickAheadOfItsMomentIsNotDroppedByAClaimAhead() {
    put(Overlap.SKIP, MissedTicks.LATEST);
    ClaimedJob job = beginFirst();
    assertThat(queue.claimById(second(2))).isEmpty();
    queue.ack(job);
    to(2 * SECOND);

    assertThat(TestQueue.ids(queue.claim(10))).containsExactly(second(2));
    assertThat(view().ticks().skipped()).isZero();
  }

  @Test
  void aTickThatIsDroppedDoesNotCountAsARun() {
    put(every(SECOND, TickRules.DEFAULT.withOverlap(Overlap.SKIP).withTimes(2)));
    ClaimedJob job = beginFirst();
    to(2 * SECOND);
    assertThat(queue.claim(10)).isEmpty();
    to(2 * SECOND + 1);
    queue.ack(job);
    to(3 * SECOND);

    assertThat(TestQueue.ids(queue.claim(10))).containsExactly(second(3));
    assertThat(view().ticks().skipped()).isEqualTo(1);
    to(5 * SECOND);
    assertThat(queue.claim(10)).isEmpty();
    assertThat(waiting()).isEmpty();
  }

  @Test
  void aJobThatWaitsIsWithdrawnWithItsDefinition() {
    put(Overlap.WAIT, MissedTicks.LATEST);
    ClaimedJob job = beginFirst();
    to(2 * SECOND);

    remove();

    assertThat(waiting()).isEmpty();
    queue.ack(job);
    assertThat(queue.claim(10)).isEmpty();
  }

  @Test
  void whatHasBegunIsKnownAfterTheStoreWasOpenedAgain() {
    assumeTrue(engine().capabilities().durable());
    put(Overlap.WAIT, MissedTicks.LATEST);
    ClaimedJob job = beginFirst();
    to(2 * SECOND);

    store.reopen();

    assertThat(queue.claim(10)).isEmpty();
    to(3 * SECOND);
    assertThat(queue.explain(second(3)).why()).isEqualTo(Why.OVERLAP);
    queue.ack(job);
    assertThat(TestQueue.ids(queue.claim(10))).containsExactly(second(3));
  }

  @Test
  void otherDefinitionsAndJobsAreNotKeptBack() {
    put(Overlap.WAIT, MissedTicks.LATEST);
    RecurringJob other =
        new RecurringJob(
            "other",
            Schedule.every(Duration.ofMillis(SECOND)),
            Jobs.job("t").build(),
            TickRules.DEFAULT.withOverlap(Overlap.WAIT));
    to(SECOND);
    queue.claim(1);
    put(other);
    queue.schedule(Jobs.job("plain"));
    to(2 * SECOND);

    assertThat(TestQueue.ids(queue.claim(10)))
        .containsExactlyInAnyOrder("plain", other.idAt(start + 2 * SECOND));
  }
}
