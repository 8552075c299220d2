package io.duetime.redis.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SignalAwaiter;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.engine.tck.history.CrowdRun;
import io.duetime.engine.tck.history.HistoryCheck;
import io.duetime.redis.fixture.store.TestStores;
import io.duetime.redis.internal.store.StoreKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server's own clock, which a store uses outside of tests. */
class ServerClockTest {
  private final ServerClockFixture store = new ServerClockFixture();
  private final TestQueue queue = new TestQueue(store, "orders");

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void theEngineAsksTheServerForItsNow() {
    try (Engine engine = TestStores.open(new StoreKeys(TestStores.newPrefix()))) {
      long before = queue.now();
      long now = Answers.of(engine.nowMillis());

      assertThat(now).isBetween(before, queue.now());
    }
  }

  @Test
  void aDelayIsAddedToTheServersNow() {
    long before = queue.now();
    long dueAt = Answers.millis(queue.schedule(Jobs.job("a", Duration.ofHours(1))).dueAt());
    long after = queue.now();

    assertThat(dueAt - Duration.ofHours(1).toMillis()).isBetween(before, after);
  }

  @Test
  void aJobIsClaimedOnceItIsDueAndTheClaimBeforeTellsWhenThatIs() {
    long dueAt = Answers.millis(queue.schedule(Jobs.job("a", Duration.ofMillis(200))).dueAt());
    List<ClaimResult> claims = new ArrayList<>();

    SignalAwaiter.until(
        "the job",
        () -> {
          claims.add(queue.claim(ClaimRequest.of(1, 30_000)));
          return !last(claims).jobs().isEmpty();
        });

    assertThat(last(claims).nowMillis()).isGreaterThanOrEqualTo(dueAt);
    assertThat(claims.subList(0, claims.size() - 1))
        .allSatisfy(claim -> {
          assertThat(claim.nowMillis()).isLessThan(dueAt);
          assertThat(claim.comeBackAtMillis()).isEqualTo(dueAt);
        });
  }

  private static ClaimResult last(List<ClaimResult> claims) {
    return claims.get(claims.size() - 1);
  }

  @Test
  void aFenceIsTheServersMicroseconds() {
    queue.schedule(Jobs.job("a"));
    long before = queue.now();
    ClaimedJob job = queue.claimOne();

    assertThat(job.lease().fence() / 1_000).isBetween(before, queue.now());
  }

  @Test
  void aLeaseThatEndsIsSettledByMaintenanceAlone() {
    queue.schedule(Jobs.job("a"));
    queue.claim(ClaimRequest.of(1, 50));

    SignalAwaiter.until("the loss", () -> Answers.of(store.engine().maintain()).leasesLost() == 1);

    assertThat(queue.get("a").history()).hasSize(1);
  }

  @Test
  void aCrowdLosesNothingAndHoldsNothingTwice() {
    HistoryCheck.of(new CrowdRun(store, store.engine()).run(11, 200)).assertClean();
  }
}
