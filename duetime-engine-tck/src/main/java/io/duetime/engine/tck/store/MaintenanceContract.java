package io.duetime.engine.tck.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.Counts;
import io.duetime.Expiry;
import io.duetime.JobState;
import io.duetime.RetryPolicy;
import io.duetime.SettleOutcome;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.Maintenance;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What time does: jobs expire, leases are lost, what has ended is forgotten; and clocks that jump.
 */
public abstract class MaintenanceContract extends Contract {
  private static final Expiry AFTER_A_MINUTE =
      new Expiry.After(Duration.ofMinutes(1), Expiry.Action.DROP);

  @Test
  void aRememberedJobIsForgottenAtItsMillisecondWithoutAnythingElseToDo() {
    queue.schedule(Jobs.job("a").retention(Duration.ofSeconds(1)));
    maintain();
    queue.run(1);

    advance(Duration.ofMillis(999));
    assertThat(maintain().forgotten()).isZero();
    advance(Duration.ofMillis(1));
    assertThat(maintain().forgotten()).isEqualTo(1);
  }

  @Test
  void whereNothingHappensThereIsNothingToDo() {
    assertThat(Answers.of(engine().maintain())).isEqualTo(Maintenance.NOTHING);
    queue.schedule(Jobs.job("a", Duration.ofHours(1)));
    assertThat(maintain()).isEqualTo(Maintenance.NOTHING);
  }

  @Test
  void lostLeasesAreSettledWithoutAnyClaim() {
    queue.begin(Jobs.job("a").retry(RetryPolicy.none()));
    long deadline = now() + TestQueue.LEASE.toMillis();
    assertThat(maintain().comeBackAtMillis()).isEqualTo(deadline);
    advanceTo(deadline + 5_000);

    assertThat(maintain().leasesLost()).isEqualTo(1);

    assertThat(queue.get("a").end())
        .extracting(JobView.End::atMillis, JobView.End::reason)
        .containsExactly(deadline, JobView.End.EXHAUSTED);
    assertThat(maintain()).isEqualTo(Maintenance.NOTHING);
  }

  @Test
  void aJobThatIsDueLaterExpiresWithoutAnyClaimWhateverMaintenanceHadToDoBefore() {
    queue.schedule(Jobs.job("later", Duration.ofHours(1)).expiry(AFTER_A_MINUTE));
    queue.begin(Jobs.job("a").retry(RetryPolicy.none()));
    advance(TestQueue.LEASE);
    assertThat(maintain().leasesLost()).isEqualTo(1);
    advance(Duration.ofHours(2));

    assertThat(maintain().expired()).isEqualTo(1);
    assertThat(queue.find("later")).isEmpty();
  }

  @Test
  void aJobExpiresWithoutAnyClaimOnceThoseBeforeItAreGone() {
    queue.schedule(Jobs.job("first", Duration.ofHours(1)));
    queue.schedule(Jobs.job("second", Duration.ofHours(2)).expiry(AFTER_A_MINUTE));
    maintain();
    advance(Duration.ofMinutes(90));
    maintain();
    queue.cancel("first");
    advance(Duration.ofHours(1));

    assertThat(maintain().expired()).isEqualTo(1);
    assertThat(queue.find("second")).isEmpty();
  }

  @Test
  void manyLostLeasesAreSettledInBoundedSteps() {
    queue.schedule(Jobs.jobs("j", 5_000));
    queue.claim(5_000);
    advance(TestQueue.LEASE);

    assertThat(Answers.of(engine().maintain()).leasesLost()).isBetween(1, 4_999);
    maintain();

    assertThat(queue.events().leasesLost()).isEqualTo(5_000);
    assertThat(queue.counts().running()).isZero();
  }

  @Test
  void endedJobsAreForgottenAfterTheirRetention() {
    queue.configure(settings -> settings.retention(Duration.ofMinutes(1)));
    queue.schedule(Jobs.jobs("j", 3));
    queue.run(3);
    assertThat(queue.counts().done()).isEqualTo(3);
    assertThat(maintain().comeBackAtMillis()).isEqualTo(now() + 60_000);
    advance(Duration.ofMinutes(1));
    assertThat(queue.counts().done()).isZero();

    assertThat(maintain().forgotten()).isEqualTo(3);
    assertThat(maintain().forgotten()).isZero();
  }

  @Test
  void aJobThatDiesIsCopiedOnceToTheQueueForTheDead() {
    queue.configure(settings -> settings.deadCopyTo("graveyard"));
    queue.retry(queue.begin(Jobs.job("a").retry(RetryPolicy.none())));

    assertThat(maintain().copied()).isEqualTo(1);
    assertThat(maintain().copied()).isZero();

    List<JobView> copies = queue("graveyard").list(Selection.ALL);
    assertThat(copies).hasSize(1);
    assertThat(Jobs.text(copies.get(0).body())).isEqualTo("a");
    assertThat(queue("graveyard").claim(10)).hasSize(1);
    assertThat(queue.counts().dead()).isEqualTo(1);
  }

  @Test
  void eachDeathOfOneJobIsACopyOfItsOwnEvenWhenItHasBeenPurged() {
    queue.configure(settings -> settings.deadCopyTo("graveyard"));
    queue.schedule(Jobs.job("a"));
    for (int death = 0; death < 3; death++) {
      queue.bury(queue.claimById("a").get(0));
      maintain();
    }
    assertThat(queue("graveyard").counts().waiting()).isEqualTo(3);

    queue.bury(queue.claimById("a").get(0));
    queue.change(Selection.ALL, new BulkChange.Purge());
    maintain();
    assertThat(queue("graveyard").counts().waiting()).isEqualTo(4);
  }

  @Test
  void eachDeathByExpiryIsACopyOfItsOwn() {
    queue.configure(settings -> settings.deadCopyTo("graveyard"));
    for (int day = 0; day < 3; day++) {
      Expiry expiry = new Expiry.After(Duration.ofMinutes(1), Expiry.Action.BURY);
      queue.schedule(Jobs.job("report").expiry(expiry));
      advance(Duration.ofDays(1));
      maintain();
    }

    assertThat(queue("graveyard").counts().waiting()).isEqualTo(3);
  }

  @Test
  void nothingIsToComeOnceAllIsSettled() {
    queue.schedule(Jobs.job("a"));
    queue.run(1);

    assertThat(maintain().comeBackAtMillis()).isEqualTo(ClaimResult.NEVER);
  }

  @Test
  void aJobIsHandedOutUntilTheMillisecondBeforeItExpires() {
    queue.schedule(Jobs.job("a").expiry(after(Duration.ofSeconds(10), Expiry.Action.BURY)));
    advance(Duration.ofMillis(9_999));

    assertThat(queue.run(1)).containsExactly("a");
  }

  @Test
  void expiredJobsAreCounted() {
    queue.schedule(Jobs.job("a").expiry(after(Duration.ofSeconds(10), Expiry.Action.BURY)));
    queue.schedule(Jobs.job("b").expiry(after(Duration.ofSeconds(10), Expiry.Action.DROP)));
    advance(Duration.ofSeconds(10));

    assertThat(queue.claim(2)).isEmpty();

    assertThat(queue.events()).isEqualTo(new Counts.Events(2, 0, 0, 0, 0, 1, 0, 2, 1, 0, 0));
  }

  @Test
  void expiredJobsDoNotStandInTheWayOfTheOthers() {
    Expiry soon = after(Duration.ofMillis(1), Expiry.Action.DROP);
    for (int i = 0; i < 100; i++) {
      queue.schedule(Jobs.jobAt(String.format("%03d", i), i).expiry(soon));
    }
    queue.schedule(Jobs.job("live"));

    assertThat(queue.run(1)).containsExactly("live");
  }

  @Test
  void aClaimThatNamesAMomentGoesOnBehindAnyNumberOfExpiredJobs() {
    long now = now();
    Expiry soon = after(Duration.ofMillis(1), Expiry.Action.DROP);
    List<JobSpec> expired =
        IntStream.range(0, 501)
            .mapToObj(i -> Jobs.jobAt("e" + i, now).expiry(soon).build())
            .toList();
    queue.schedule(expired);
    queue.schedule(Jobs.jobAt("live", now + 1));
    advance(Duration.ofMillis(1));

    ClaimRequest request = ClaimRequest.of(1, 30_000).dueBefore(now() + 1);

    assertThat(TestQueue.ids(queue.claim(request).jobs())).containsExactly("live");
  }

  @Test
  void anExpiryAtAMomentStaysWhereItIs() {
    Instant moment = Instant.ofEpochMilli(now() + 10_000);
    queue.schedule(Jobs.job("a").expiry(new Expiry.At(moment, Expiry.Action.DROP)));
    queue.reschedule("a", DueTime.after(60_000));
    advance(Duration.ofSeconds(60));

    assertThat(queue.claim(1)).isEmpty();
    assertThat(queue.find("a")).isEmpty();
  }

  @Test
  void anExpiryIsCountedFromTheFirstDueTimeOverRetriesAndReleases() {
    queue.schedule(Jobs.job("a").expiry(after(Duration.ofSeconds(10), Expiry.Action.BURY)));
    queue.retry(queue.claimOne(), Duration.ofSeconds(6));
    advance(Duration.ofSeconds(6));
    queue.release(queue.claimOne(), Duration.ofSeconds(6));
    advance(Duration.ofSeconds(6));

    assertThat(queue.claim(1)).isEmpty();
    assertThat(queue.state("a")).isEqualTo(JobState.DEAD);
    assertThat(queue.get("a").history()).hasSize(1);
  }

  private static Expiry after(Duration duration, Expiry.Action action) {
    return new Expiry.After(duration, action);
  }

  @Test
  void theClockOfTheStoreIsTheOneThatTheFixtureMoves() {
    long before = now();
    advance(Duration.ofDays(30));

    assertThat(now()).isEqualTo(before + Duration.ofDays(30).toMillis());
  }

  @Test
  void whatWasDueWaitsAgainAfterAStepBackAndLeasesHold() {
    assumeTrue(store.canStepBack(), "this clock cannot step back");
    queue.schedule(Jobs.job("a", Duration.ofSeconds(10)));
    ClaimedJob held = queue.begin("b");
    advance(Duration.ofSeconds(10));
    assertThat(queue.counts().ready()).isEqualTo(1);
    store.stepBack(Duration.ofSeconds(5));

    assertThat(queue.counts().delayed()).isEqualTo(1);
    advance(Duration.ofSeconds(4));
    assertThat(queue.claim(1)).isEmpty();
    advance(Duration.ofSeconds(1));
    assertThat(queue.run(1)).containsExactly("a");
    assertThat(queue.ack(held)).isEqualTo(SettleOutcome.ACKED);
  }

  @Test
  void fencesGrowOverAStepBack() {
    assumeTrue(store.canStepBack(), "this clock cannot step back");
    long first = queue.begin(Jobs.jobs("j", 2)).lease().fence();
    store.stepBack(Duration.ofHours(1));
    queue.schedule(Jobs.jobAt("early", 0));

    assertThat(queue.claimOne().lease().fence()).isGreaterThan(first);
  }
}
