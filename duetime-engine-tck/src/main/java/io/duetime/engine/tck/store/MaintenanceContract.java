package io.duetime.engine.tck.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Expiry;
import io.duetime.RetryPolicy;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.JobView;
import io.duetime.engine.Maintenance;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What maintenance does, in bounded steps that may be repeated. */
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
    queue.schedule(Jobs.job("a").retry(RetryPolicy.none()));
    queue.claimOne();
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
    queue.schedule(Jobs.job("a").retry(RetryPolicy.none()));
    queue.claimOne();
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
    queue.schedule(Jobs.job("a").retry(RetryPolicy.none()));
    queue.retry(queue.claimOne());

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
}
