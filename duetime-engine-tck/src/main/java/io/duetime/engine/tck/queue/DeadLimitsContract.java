package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.CancelOutcome;
import io.duetime.Explanation.Why;
import io.duetime.RescheduleOutcome;
import io.duetime.RetryPolicy;
import io.duetime.ScheduleOutcome;
import io.duetime.SettleOutcome;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.DueTime;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many dead jobs a queue keeps, and for how long. */
public abstract class DeadLimitsContract extends Contract {
  private static final Duration WEEK = Duration.ofDays(7);

  @Test
  void deadJobsAreKeptWithoutALimitByDefault() {
    die("a");
    advance(Duration.ofDays(1_000));
    maintain();

    assertThat(queue.ids(Selection.ALL)).containsExactly("a");
    assertThat(queue.events().deadDropped()).isZero();
  }

  @Test
  void aDeadJobIsForgottenAtItsMillisecond() {
    queue.configure(settings -> settings.deadRetention(WEEK));
    die("a");
    advance(WEEK.minusMillis(1));
    assertThat(maintain().deadDropped()).isZero();
    assertThat(queue.ids(Selection.ALL)).containsExactly("a");

    advance(Duration.ofMillis(1));

    assertThat(maintain().deadDropped()).isEqualTo(1);
    assertThat(maintain().deadDropped()).isZero();
    assertThat(queue.events().deadDropped()).isEqualTo(1);
  }

  @Test
  void whatIsForgottenIsNotSeenWhetherMaintenanceHasRunOrNot() {
    queue.configure(settings -> settings.deadRetention(WEEK));
    queue.bury(queue.begin(Jobs.job("a").tags(List.of("t"))));
    advance(WEEK);

    assertThat(queue.find("a")).isEmpty();
    assertThat(queue.list(Selection.ALL)).isEmpty();
    assertThat(queue.list(Selection.ALL.tagged("t"))).isEmpty();
    assertThat(queue.list(Selection.ALL.among(List.of("a")))).isEmpty();
    assertThat(queue.counts().dead()).isZero();
    assertThat(queue.explain("a").why()).isEqualTo(Why.UNKNOWN);
    assertThat(queue.change(Selection.ALL, new BulkChange.Redrive(0))).isZero();
    assertThat(queue.change(Selection.ALL, new BulkChange.Purge())).isZero();
    assertThat(queue.change(Selection.ALL.among(List.of("a")), new BulkChange.Redrive(0))).isZero();
  }

  @Test
  void whatIsForgottenCannotBeClaimedCancelledOrMovedAndItsIdIsFree() {
    queue.configure(settings -> settings.deadRetention(WEEK));
    List.of("a", "b", "c", "d").forEach(this::die);
    advance(WEEK);

    assertThat(queue.claimById("a")).isEmpty();
    assertThat(queue.cancel("b")).isEqualTo(CancelOutcome.UNKNOWN);
    assertThat(queue.reschedule("c", DueTime.after(0)).outcome())
        .isEqualTo(RescheduleOutcome.UNKNOWN);
    assertThat(queue.schedule(Jobs.job("d")).outcome()).isEqualTo(ScheduleOutcome.CREATED);
    maintain();
    assertThat(queue.events().deadDropped()).isEqualTo(4);
    assertThat(queue.run(10)).containsExactly("d");
  }

  @Test
  void theRetentionAppliesToJobsThatAreDeadAlready() {
    die("a");
    advance(WEEK.dividedBy(2));
    die("b");
    maintain();
    queue.configure(settings -> settings.deadRetention(WEEK));

    assertThat(maintain().comeBackAtMillis()).isEqualTo(now() + WEEK.dividedBy(2).toMillis());
    advance(WEEK.dividedBy(2));
    assertThat(queue.ids(Selection.ALL)).containsExactly("b");
    assertThat(maintain().deadDropped()).isEqualTo(1);

    queue.configure(settings -> settings.deadRetention(Duration.ZERO));
    advance(WEEK);
    maintain();
    assertThat(queue.ids(Selection.ALL)).containsExactly("b");
  }

  @Test
  void theRetentionCountsFromTheDeathAndNotFromTheSweep() {
    queue.configure(settings -> settings.deadRetention(WEEK));
    queue.schedule(Jobs.job("a").retry(RetryPolicy.none()));
    queue.claim(ClaimRequest.of(1, 1_000));
    advance(Duration.ofSeconds(1).plus(WEEK));

    maintain();

    assertThat(queue.find("a")).isEmpty();
    assertThat(queue.events().died()).isEqualTo(1);
    assertThat(queue.events().deadDropped()).isEqualTo(1);
  }

  @Test
  void theOldestGoWhereMoreAreDeadThanMayBe() {
    queue.configure(settings -> settings.maxDead(3));
    for (String id : List.of("e", "d", "c", "b", "a")) {
      die(id);
      advance(Duration.ofMillis(1));
    }

    assertThat(queue.ids(Selection.ALL)).containsExactly("c", "b", "a");
    assertThat(queue.counts().dead()).isEqualTo(3);
    assertThat(queue.find("e")).isEmpty();
    assertThat(queue.events().died()).isEqualTo(5);
    assertThat(queue.events().deadDropped()).isEqualTo(2);
  }

  @Test
  void aLeaseThatWasLostBeforeTheOthersDiedIsTheOldest() {
    queue.configure(settings -> settings.maxDead(2));
    queue.schedule(Jobs.job("lost").retry(RetryPolicy.none()));
    queue.claim(ClaimRequest.of(1, 1_000));
    advance(Duration.ofMinutes(1));
    queue.schedule(List.of(Jobs.job("a").build(), Jobs.job("b").build()));
    queue.bury(queue.claimById("a").get(0));
    queue.bury(queue.claimById("b").get(0));

    assertThat(queue.claimById("lost")).isEmpty();

    assertThat(queue.ids(Selection.ALL)).containsExactly("a", "b");
    assertThat(queue.cancel("lost")).isEqualTo(CancelOutcome.UNKNOWN);
  }

  @Test
  void aJobThatDiesIsAnsweredAsDeadEvenWhenItGoesAtOnce() {
    queue.configure(settings -> settings.maxDead(1));
    queue.bury(queue.begin("b"));
    queue.schedule(Jobs.job("a"));

    // Both died at one moment: the id decides.
    assertThat(queue.bury(queue.claimOne())).isEqualTo(SettleOutcome.DEAD);

    assertThat(queue.ids(Selection.ALL)).containsExactly("b");
  }

  @Test
  void aLowerLimitIsReachedInBoundedSteps() {
    queue.schedule(Jobs.jobs("j", 1_500));
    queue.claim(1_500).forEach(queue::bury);
    maintain();
    queue.configure(settings -> settings.maxDead(10));

    assertThat(Answers.of(engine().maintain()).deadDropped()).isBetween(1, 1_489);
    maintain();

    assertThat(queue.counts().dead()).isEqualTo(10);
    assertThat(queue.events().deadDropped()).isEqualTo(1_490);
  }

  @Test
  void aJobThatIsDroppedIsCopiedAllTheSame() {
    queue.configure(settings -> settings.maxDead(1).deadCopyTo("graveyard"));
    for (String id : List.of("a", "b", "c")) {
      die(id);
      advance(Duration.ofMillis(1));
    }
    maintain();

    assertThat(queue.ids(Selection.ALL)).containsExactly("c");
    assertThat(queue("graveyard").run(10)).hasSize(3);
  }

  @Test
  void aRedrivenJobMakesRoom() {
    queue.configure(settings -> settings.maxDead(2));
    die("a");
    advance(Duration.ofMillis(1));
    die("b");
    queue.change(Selection.ALL.among(List.of("a")), new BulkChange.Redrive(0));
    advance(Duration.ofMillis(1));
    queue.bury(queue.claimOne());

    assertThat(queue.ids(Selection.ALL)).containsExactly("b", "a");
    assertThat(queue.events().deadDropped()).isZero();
  }

  private void die(String id) {
    queue.schedule(Jobs.job(id));
    queue.bury(queue.claimById(id).get(0));
  }
}
