package io.duetime.runtime.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.ErrorCode;
import io.duetime.JobRequest;
import io.duetime.JobState;
import io.duetime.Lease;
import io.duetime.RetryableException;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One claimer serves all callers that wait for jobs of a queue. */
class QueueClaimerTest {
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration LONG = Duration.ofHours(1);

  private final Simulation world = Simulation.begin();

  @AfterEach
  void close() {
    world.close();
  }

  private CompletableFuture<ClaimResult> wait(int max, Duration wait) {
    return wait(ClaimRequest.of(max, LEASE.toMillis()), wait);
  }

  private CompletableFuture<ClaimResult> wait(ClaimRequest request, Duration wait) {
    return world.client().queueClaimers().claim("orders", request, wait);
  }

  private void schedule(int from, int to, Duration delay) {
    for (int i = from; i < to; i++) {
      world.queue().schedule(JobRequest.builder("x").id("%03d".formatted(i)).delay(delay).build());
    }
  }

  private static List<String> ids(CompletableFuture<ClaimResult> claim) {
    return claim.join().jobs().stream().map(job -> job.lease().id()).toList();
  }

  @Test
  void aCallerThatComesWhileJobsAreDueIsServedAtOnce() {
    schedule(0, 3, Duration.ZERO);

    assertThat(ids(wait(2, LONG))).containsExactly("000", "001");
    assertThat(ids(wait(2, LONG))).containsExactly("002");
  }

  @Test
  void aWaitingCallerIsServedAtTheMillisecondOfTheFirstJob() {
    schedule(0, 1, Duration.ofMillis(12_345));
    CompletableFuture<ClaimResult> claim = wait(10, LONG);

    world.passTo(Duration.ofMillis(12_344));
    assertThat(claim).isNotDone();
    world.passTo(Duration.ofMillis(12_345));

    assertThat(ids(claim)).containsExactly("000");
  }

  @Test
  void waitingCallersAreServedInTheOrderInWhichTheyCame() {
    List<CompletableFuture<ClaimResult>> claims = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      claims.add(wait(2, LONG));
    }

    schedule(0, 7, Duration.ofSeconds(5));
    world.pass(Duration.ofSeconds(10));

    assertThat(ids(claims.get(0))).containsExactly("000", "001");
    assertThat(ids(claims.get(1))).containsExactly("002", "003");
    assertThat(ids(claims.get(2))).containsExactly("004", "005");
    assertThat(ids(claims.get(3))).containsExactly("006");
    assertThat(claims.get(4)).isNotDone();
  }

  @Test
  void thousandsOfWaitingCallersCostOneClaimASecondTogether() {
    List<CompletableFuture<ClaimResult>> claims = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      claims.add(wait(1, LONG));
    }
    int before = world.engine.calls("claim");

    world.pass(Duration.ofSeconds(60));

    assertThat(world.engine.calls("claim") - before).isBetween(59, 61);
    assertThat(world.engine.calls("watch")).isEqualTo(1);
    assertThat(claims).noneMatch(CompletableFuture::isDone);
  }

  @Test
  void aBurstForThousandsOfWaitingCallersIsClaimedInFewClaims() {
    List<CompletableFuture<ClaimResult>> claims = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      claims.add(wait(1, LONG));
    }
    List<JobRequest<String>> jobs = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      jobs.add(JobRequest.builder("x").delay(Duration.ofMillis(500)).build());
    }
    world.queue().scheduleAll(jobs);
    int before = world.engine.calls("claim");

    world.pass(Duration.ofMillis(500));

    assertThat(claims).allMatch(claim -> claim.join().jobs().size() == 1);
    assertThat(world.engine.calls("claim") - before).isLessThan(5);
  }

  @Test
  void claimsWithDifferentLeasesAreMadeApart() {
    CompletableFuture<ClaimResult> brief = wait(ClaimRequest.of(1, 1_000), LONG);
    CompletableFuture<ClaimResult> lengthy = wait(ClaimRequest.of(1, 60_000), LONG);

    schedule(0, 2, Duration.ZERO);
    world.pass(Duration.ZERO);

    long start = Simulation.START.toEpochMilli();
    assertThat(brief.join().jobs().get(0).run().leaseUntilMillis()).isEqualTo(start + 1_000);
    assertThat(lengthy.join().jobs().get(0).run().leaseUntilMillis()).isEqualTo(start + 60_000);
  }

  @Test
  void aClaimAheadDoesNotDelayTheOthers() {
    long ahead = Simulation.START.plus(Duration.ofSeconds(1)).toEpochMilli();
    CompletableFuture<ClaimResult> none =
        wait(ClaimRequest.of(1, 1_000).dueBefore(ahead - 5_000), LONG);
    CompletableFuture<ClaimResult> other = wait(1, LONG);

    schedule(0, 1, Duration.ofSeconds(3));
    world.pass(Duration.ofSeconds(3));

    assertThat(none).isNotDone();
    assertThat(ids(other)).containsExactly("000");
  }

  @Test
  void aCallerThatGetsNothingInTimeIsAnsweredWithoutJobs() {
    CompletableFuture<ClaimResult> claim = wait(1, Duration.ofSeconds(20));

    world.passTo(Duration.ofMillis(19_999));
    assertThat(claim).isNotDone();
    world.passTo(Duration.ofSeconds(20));

    assertThat(claim.join().jobs()).isEmpty();
  }

  @Test
  void theClaimerClosesItsSubscriptionWhenNoCallerWaits() {
    CompletableFuture<ClaimResult> first = wait(1, Duration.ofSeconds(20));
    world.pass(Duration.ofSeconds(21));
    assertThat(first).isDone();
    int claims = world.engine.calls("claim");

    world.pass(Duration.ofMinutes(5));
    assertThat(world.engine.calls("claim")).isEqualTo(claims);

    CompletableFuture<ClaimResult> again = wait(1, LONG);
    schedule(0, 1, Duration.ofMillis(7));
    world.pass(Duration.ofMillis(7));
    assertThat(ids(again)).containsExactly("000");
    assertThat(world.engine.calls("watch")).isEqualTo(2);
  }

  @Test
  void jobsForACallerThatHasGivenUpAreReleased() {
    world.engine.hold("claim");
    schedule(0, 1, Duration.ZERO);
    CompletableFuture<ClaimResult> claim = wait(1, LONG);

    claim.cancel(true);
    world.engine.letGo("claim");
    world.pass(Duration.ZERO);

    assertThat(world.queue().find("000").orElseThrow().state()).isEqualTo(JobState.READY);
    assertThat(world.queue().find("000").orElseThrow().attempt()).isZero();
  }

  @Test
  void aTimeoutWhileAClaimIsUnderWayWaitsForItsAnswer() {
    world.engine.hold("claim");
    schedule(0, 1, Duration.ZERO);
    CompletableFuture<ClaimResult> claim = wait(1, Duration.ofSeconds(1));
    world.pass(Duration.ofSeconds(2));
    assertThat(claim).isNotDone();

    world.engine.letGo("claim");

    assertThat(ids(claim)).containsExactly("000");
  }

  @Test
  void aWaitingCallerLearnsThatTheStoreIsUnavailable() {
    world.engine.refuse("claim", new RetryableException(ErrorCode.STORE_UNAVAILABLE, "away"));

    assertThatThrownBy(() -> world.queue().claim(1, LEASE, LONG))
        .isInstanceOf(RetryableException.class)
        .hasMessage("away")
        .hasStackTraceContaining("QueueClaimerTest");
  }

  @Test
  void workersGoOnByThemselvesWhenTheStoreIsBack() {
    world.queue().worker(job -> world.note(job.id())).start();
    world.engine.refuse("claim", new RetryableException(ErrorCode.STORE_UNAVAILABLE, "away"));
    schedule(0, 1, Duration.ofSeconds(1));
    world.passTo(Duration.ofMinutes(10));
    int claims = world.engine.calls("claim");
    assertThat(claims).isBetween(100, 300);

    world.engine.recover();
    world.pass(Duration.ofSeconds(5));

    assertThat(world.events).hasSize(2);
  }

  @Test
  void aBlockingClaimWaitsInTurn() {
    schedule(0, 1, Duration.ofSeconds(3));

    List<Lease<String>> leases = world.queue().claim(5, LEASE, LONG);

    assertThat(leases).extracting(Lease::id).containsExactly("000");
    assertThat(world.since()).isEqualTo("3s");
    assertThat(world.queue().claim(5, LEASE, Duration.ofSeconds(2))).isEmpty();
    assertThat(world.since()).isEqualTo("5s");
    assertThat(world.queue().claim(5, LEASE, Duration.ZERO)).isEmpty();
  }

  @Test
  void ofSeveralClaimsUnderWayTheNewestSaysWhenToComeBack() {
    try (Simulation alone = Simulation.thatReliesOnSignals()) {
      alone.engine.loseSignals();
      for (int seconds = 1; seconds <= 3; seconds++) {
        alone.queue().schedule(JobRequest.builder("x").id("job-" + seconds).build());
      }
      alone
          .queue()
          .worker(job -> alone.fibers.sleep(Duration.ofSeconds(job.id().charAt(4) - '0')))
          .concurrency(2)
          .claimers(2)
          .start();
      alone.pass(Duration.ZERO);

      alone.engine.hold("claim");
      alone.passTo(Duration.ofSeconds(1)); // one claims: nothing is known to come
      alone
          .queue()
          .schedule(JobRequest.builder("x").id("job-4").delay(Duration.ofSeconds(10)).build());
      alone.passTo(Duration.ofSeconds(2)); // another claims: there is job-4
      alone.engine.letGoNewestFirst("claim");
      alone.passTo(Duration.ofSeconds(20));

      assertThat(alone.events).contains("15s job-4 ACKED");
    }
  }

  @Test
  void aPausedQueueGivesNothingUntilItGoesOn() {
    schedule(0, 1, Duration.ZERO);
    world.queue().admin().pause();
    CompletableFuture<ClaimResult> claim = wait(1, LONG);
    world.pass(Duration.ofMinutes(1));
    assertThat(claim).isNotDone();

    world.queue().admin().resume();
    world.pass(Duration.ZERO);

    assertThat(ids(claim)).containsExactly("000");
  }

  @Test
  void aLimitOfJobsRunningAtOnceHoldsOverAllWorkersAndNoneWaitsLongerThanNeeded() {
    world.queue().admin().configure(settings -> settings.maxRunning(1));
    schedule(0, 3, Duration.ZERO);
    for (int i = 0; i < 2; i++) {
      world
          .queue()
          .worker(job -> world.fibers.sleep(Duration.ofSeconds(10)))
          .concurrency(2)
          .start();
    }

    world.pass(Duration.ofSeconds(60));

    assertThat(world.events).containsExactly("10s 000 ACKED", "20s 001 ACKED", "30s 002 ACKED");
  }
}
