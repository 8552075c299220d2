package io.duetime.engine.tck.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.CancelOutcome;
import io.duetime.ErrorCode;
import io.duetime.JobState;
import io.duetime.RetryPolicy;
import io.duetime.SettleOutcome;
import io.duetime.StoreFailureException;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobView;
import io.duetime.engine.Maintenance;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One record that cannot be read does not stand in the way of the others. */
public abstract class DamageContract extends Contract {
  @BeforeEach
  void needARecord() {
    assumeTrue(store.canDamage(), "no record to damage");
  }

  @Test
  void aDamagedJobIsSetAsideAndTheJobsBesideItGoOn() {
    long now = now();
    queue.schedule(Jobs.jobAt("a", now));
    queue.schedule(Jobs.jobAt("b", now + 1));
    queue.schedule(Jobs.jobAt("c", now + 2));

    store.damage(queue.name(), "b");
    advance(Duration.ofSeconds(1));

    assertThat(queue.run(10)).containsExactlyInAnyOrder("a", "c");
    assertThat(queue.claim(10)).isEmpty();
    assertThat(queue.events().setAside()).isEqualTo(1);
    maintain();
    queue.schedule(Jobs.job("d"));
    assertThat(queue.run(10)).containsExactly("d");
  }

  @Test
  void theIdOfADamagedJobCanBeUsedAgain() {
    long now = now();
    queue.schedule(Jobs.jobAt("sooner", now + 20_000));
    queue.schedule(Jobs.jobAt("later", now + 20_000));
    store.damage(queue.name(), "sooner");
    store.damage(queue.name(), "later");
    assertThat(queue.claim(10)).isEmpty();

    queue.schedule(Jobs.jobAt("sooner", now + 10_000));
    queue.schedule(Jobs.jobAt("later", now + 30_000));

    assertThat(queue.ids(Selection.WAITING)).containsExactly("sooner", "later");
    advanceTo(now + 10_000);
    assertThat(queue.run(10)).containsExactly("sooner");
    advanceTo(now + 30_000);
    assertThat(queue.run(10)).containsExactly("later");
    assertThat(queue.counts().waiting()).isZero();
  }

  @Test
  void aDamagedJobThatDiesHoldsUpNeitherMaintenanceNorTheCopiesOfOthers() {
    TestQueue graves = queue("graves");
    queue.configure(settings -> settings.deadCopyTo(graves.name()));
    queue.schedule(Jobs.job("a").retry(RetryPolicy.none()));
    queue.schedule(Jobs.job("b").retry(RetryPolicy.none()));
    assertThat(queue.claim(2)).hasSize(2);

    store.damage(queue.name(), "a");
    advance(TestQueue.LEASE);
    Maintenance done = maintain();

    assertThat(done.leasesLost()).isEqualTo(2);
    assertThat(done.copied()).isEqualTo(1);
    assertThat(queue.find("a")).isEmpty();
    assertThat(queue.state("b")).isEqualTo(JobState.DEAD);
    assertThat(queue.events().setAside()).isEqualTo(1);
    assertThat(queue.counts().dead()).isEqualTo(1);
    assertThat(graves.claim(2)).hasSize(1);
  }

  @Test
  void aDamagedJobThatIsBuriedIsSetAside() {
    queue.configure(settings -> settings.deadCopyTo("graves"));
    queue.schedule(Jobs.job("a"));
    queue.schedule(Jobs.job("b"));
    List<ClaimedJob> jobs = queue.claim(2);

    store.damage(queue.name(), "a");

    assertThat(queue.bury(jobs.get(0))).isEqualTo(SettleOutcome.DEAD);
    assertThat(queue.bury(jobs.get(1))).isEqualTo(SettleOutcome.DEAD);
    assertThat(queue.ids(Selection.ALL)).containsExactly("b");
    assertThat(queue.events().setAside()).isEqualTo(1);
  }

  @Test
  void aDamagedJobThatRunsIsRefusedByNameAndMayBeFinished() {
    queue.schedule(Jobs.job("a"));
    queue.schedule(Jobs.job("b"));
    List<ClaimedJob> jobs = queue.claim(2);

    store.damage(queue.name(), "a");

    StoreFailureException refused =
        catchThrowableOfType(StoreFailureException.class, () -> queue.find("a"));
    assertThat(refused.code()).isEqualTo(ErrorCode.STORE_DAMAGED);
    assertThat(refused).hasMessageContaining("queue orders, job a");
    assertThat(queue.ids(Selection.ALL)).containsExactly("b");
    assertThat(queue.counts().running()).isEqualTo(2);
    assertThat(queue.ack(jobs.get(0))).isEqualTo(SettleOutcome.ACKED);
    assertThat(queue.counts().running()).isEqualTo(1);
  }

  @Test
  void aDamagedJobThatIsDoneIsCountedNoMore() {
    queue.configure(settings -> settings.retention(Duration.ofHours(1)));
    queue.schedule(Jobs.job("a"));
    queue.schedule(Jobs.job("b"));
    queue.run(2);

    store.damage(queue.name(), "a");
    maintain();

    assertThat(queue.find("a")).isEmpty();
    assertThat(queue.cancel("a")).isEqualTo(CancelOutcome.UNKNOWN);
    assertThat(queue.ids(Selection.ALL)).containsExactly("b");
    assertThat(queue.counts().done()).isEqualTo(1);
  }

  @Test
  void aDamagedJobTakesNoPlaceFromThoseThatMayRun() {
    queue.configure(settings -> settings.maxRunning(1));
    queue.schedule(Jobs.job("a"));
    store.damage(queue.name(), "a");
    assertThat(queue.claim(1)).isEmpty();

    queue.schedule(Jobs.job("b"));

    assertThat(queue.run(1)).containsExactly("b");
  }

  @Test
  void aListGoesOnBehindADamagedJob() {
    for (String id : List.of("a", "b", "c")) {
      queue.schedule(Jobs.job(id).tags(List.of("t")));
    }
    store.damage(queue.name(), "a");
    store.damage(queue.name(), "b");

    for (int round = 0; round < 2; round++) {
      assertThat(queue.list(Selection.ALL.tagged("t"), 1))
          .extracting(JobView::id)
          .containsExactly("c");
      assertThat(queue.list(Selection.ALL, 1)).extracting(JobView::id).containsExactly("c");
      assertThat(queue.find("a")).isEmpty();
      assertThat(queue.find("b")).isEmpty();
    }
  }
}
