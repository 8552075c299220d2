package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Counts;
import io.duetime.Durability;
import io.duetime.JobState;
import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.Settled;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.AttemptRecord.Outcome;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Attempts that failed, were given back, or may have had their effect: how often, when, and what is
 * left.
 */
public abstract class RetryContract extends Contract {
  private static final Selection RETRYING = Selection.ALL.onlyRetrying();
  private static final RetryPolicy THREE_RETRIES = RetryPolicy.fixed(4, Duration.ofMinutes(1));

  @Test
  void aHandlerThatAlwaysFailsRunsFourTimesWithThreeRetriesAndLeavesTheDead() {
    assertThat(runTen(queue::retry)).isEqualTo(40);

    assertThat(queue.counts()).isEqualTo(new Counts.States(0, 0, 0, 10, 0, 0, 0));
    JobView dead = queue.get("7");
    assertThat(dead.traits().attempt()).isEqualTo(4);
    assertThat(dead.history()).extracting(AttemptRecord::error).containsOnly("failed");
  }

  @Test
  void aClaimerThatNeverAnswersUsesUpTheSameTries() {
    assertThat(runTen(job -> {})).isEqualTo(40);

    assertThat(queue.counts()).isEqualTo(new Counts.States(0, 0, 0, 10, 0, 0, 0));
    assertThat(queue.get("0").history())
        .extracting(AttemptRecord::outcome)
        .hasSize(4)
        .containsOnly(Outcome.LEASE_LOST);
    assertThat(queue.events().leasesLost()).isEqualTo(40);
  }

  /** Schedules "0" to "9" an hour ahead and follows the claims until nothing is to come. */
  private int runTen(Consumer<ClaimedJob> handler) {
    List<JobSpec> jobs =
        IntStream.range(0, 10)
            .mapToObj(i -> Jobs.job("" + i, Duration.ofHours(1)).retry(THREE_RETRIES).build())
            .toList();
    queue.schedule(jobs);
    assertThat(queue.claim(10)).isEmpty();
    advance(Duration.ofHours(1));
    int runs = 0;
    for (int minute = 0; minute < 20; minute++) {
      List<ClaimedJob> claimed = queue.claim(100);
      runs += claimed.size();
      claimed.forEach(handler);
      advance(Duration.ofMinutes(1));
    }
    maintain();
    return runs;
  }

  @Test
  void jobsThatHaveFailedAreCountedAndListedAsRetryingUntilTheyRun() {
    queue.schedule(retrying("a", "b", "c", "d"));
    ClaimedJob a = queue.claimById("a").get(0);
    queue.claimById("b").forEach(queue::retry);
    queue.claimById("c").forEach(queue::release);
    assertThat(retryingIds()).containsExactly("b");
    queue.retry(a, Duration.ofMinutes(2));

    assertThat(queue.counts()).isEqualTo(new Counts.States(2, 2, 0, 0, 0, 0, 2));
    assertThat(retryingIds()).containsExactly("b", "a");
    assertThat(queue.ids(RETRYING.in(JobState.READY))).isEmpty();
    advance(Duration.ofMinutes(1));
    assertThat(queue.ids(RETRYING.in(JobState.READY))).containsExactly("b");
    assertThat(queue.ids(RETRYING.in(JobState.DELAYED, JobState.DEAD))).containsExactly("a");
    assertThat(queue.ids(RETRYING.between(0, now() + 1))).containsExactly("b");
    assertThat(queue.list(RETRYING, 1)).hasSize(2);
    assertThat(queue.counts().retrying()).isEqualTo(2);

    ClaimedJob again = queue.claimById("b").get(0);
    assertThat(retryingIds()).containsExactly("a");
    assertThat(queue.counts().retrying()).isEqualTo(1);
    queue.release(again);
    assertThat(queue.get("b").traits().attempt()).isEqualTo(1);
    assertThat(retryingIds()).containsExactly("b", "a");
    queue.claimById("b").forEach(queue::ack);
    queue.cancel("a");
    assertThat(queue.counts()).isEqualTo(new Counts.States(0, 2, 0, 0, 0, 0, 0));
    assertThat(retryingIds()).isEmpty();
  }

  private List<String> retryingIds() {
    return queue.ids(RETRYING);
  }

  private static List<JobSpec> retrying(String... ids) {
    return Stream.of(ids).map(id -> Jobs.job(id).retry(THREE_RETRIES).build()).toList();
  }

  @Test
  void aLostLeaseIsRetriedAndWhatStartsAttemptsAgainEndsIt() {
    queue.schedule(Jobs.job("tagged").retry(THREE_RETRIES).tags(List.of("t")));
    queue.schedule(retrying("dead", "lost", "moved", "replaced"));
    queue.claim(5);
    advance(TestQueue.LEASE);
    assertThat(queue.counts()).isEqualTo(new Counts.States(0, 5, 0, 0, 0, 0, 5));
    assertThat(retryingIds()).hasSize(5);
    maintain();
    assertThat(queue.counts()).isEqualTo(new Counts.States(5, 0, 0, 0, 0, 0, 5));
    assertThat(queue.ids(RETRYING.tagged("t"))).containsExactly("tagged");
    assertThat(queue.ids(RETRYING.among(List.of("lost", "none")))).containsExactly("lost");

    queue.reschedule("moved", DueTime.after(60_000));
    queue.schedule(Jobs.job("replaced").onConflict(OnConflict.REPLACE));
    queue.claimById("dead").forEach(queue::bury);
    assertThat(retryingIds()).containsExactlyInAnyOrder("lost", "tagged");
    queue.change(Selection.ALL.in(JobState.DEAD), new BulkChange.Redrive(0));
    assertThat(queue.counts().retrying()).isEqualTo(2);
    queue.update("lost", change -> change.priority(7));
    assertThat(retryingIds()).containsExactlyInAnyOrder("lost", "tagged");
  }

  @Test
  void aChangeOfRetryingJobsLeavesTheOthers() {
    queue.schedule(retrying("a", "b", "c", "other"));
    queue.claimById("a", "b", "c").forEach(queue::retry);

    assertThat(queue.change(RETRYING, new BulkChange.Count(new BulkChange.Cancel()))).isEqualTo(3);
    assertThat(queue.change(RETRYING.among(List.of("a", "other")), new BulkChange.Cancel()))
        .isEqualTo(1);
    assertThat(queue.change(RETRYING, new BulkChange.Move(DueTime.after(5_000)))).isEqualTo(2);

    assertThat(queue.counts()).isEqualTo(new Counts.States(2, 1, 0, 0, 0, 0, 0));
    assertThat(queue.change(RETRYING, new BulkChange.Cancel())).isZero();
  }

  @Test
  void theRuleOfTheQueueHoldsForJobsThatBringNone() {
    queue.configure(settings ->
        settings
            .defaultPriority(7)
            .defaultRetry(RetryPolicy.fixed(2, Duration.ofSeconds(3)))
            .defaultLease(TestQueue.LEASE));
    queue.schedule(Jobs.job("a"));

    ClaimedJob job = queue.claimOne();
    assertThat(job.priority()).isEqualTo(7);
    assertThat(Answers.millis(queue.retry(job).until())).isEqualTo(now() + 3_000);
    advance(Duration.ofSeconds(3));
    assertThat(queue.retry(queue.claimOne()).outcome()).isEqualTo(SettleOutcome.DEAD);
  }

  @Test
  void theDefaultRuleIsTheOneThatTheLibraryTells() {
    queue.schedule(Jobs.job("a"));

    for (int attempt = 1; attempt < RetryPolicy.DEFAULT.maxAttempts(); attempt++) {
      long next = now() + RetryPolicy.DEFAULT.delayMillis("a", attempt);
      assertThat(Answers.millis(queue.retry(queue.claimOne()).until())).isEqualTo(next);
      advanceTo(next);
    }
    assertThat(queue.retry(queue.claimOne()).outcome()).isEqualTo(SettleOutcome.DEAD);
  }

  @Test
  void noFailureMakesAJobDueBeforeTheTimeItHad() {
    long dueAt = now() + 3_600_000;
    queue.schedule(Jobs.jobAt("a", dueAt));
    ClaimRequest ahead = ClaimRequest.of(1, 30_000).dueBefore(dueAt + 1);

    assertThat(Answers.millis(queue.retry(queue.claim(ahead).jobs().get(0), Duration.ZERO).until()))
        .isEqualTo(dueAt);
    queue.claim(ahead);
    advance(TestQueue.LEASE);
    maintain();
    assertThat(queue.get("a").times().dueAt()).isEqualTo(dueAt);
  }

  @Test
  void theLastTenFailuresAreRememberedAndALongReasonIsShortened() {
    queue.schedule(Jobs.job("a").retry(RetryPolicy.fixed(20, Duration.ofSeconds(1))));
    for (int attempt = 1; attempt <= 12; attempt++) {
      String reason = attempt < 12 ? "no " + attempt : "x".repeat(5_000);
      queue.settle(
          new Settlement(queue.claimOne().lease(), new SettleRequest.Retry(0L, null, reason)));
    }

    assertThat(queue.get("a").history())
        .hasSize(10)
        .extracting(AttemptRecord::error)
        .startsWith("no 3")
        .endsWith("no 11", "x".repeat(1_999) + "…");
  }

  @Test
  void aKilledConsumersManyJobsAllComeBack() {
    queue.schedule(Jobs.jobs("j", 3_000));
    assertThat(queue.claim(3_000)).hasSize(3_000);

    advance(TestQueue.LEASE.plus(Duration.ofHours(2)));
    int again = 0;
    for (int round = 0; round < 10; round++) {
      again += queue.claim(1_000).size();
    }

    assertThat(again).isEqualTo(3_000);
  }

  private ClaimedJob claimAhead(long dueAt) {
    return queue.claim(ClaimRequest.of(1, 30_000).dueBefore(dueAt + 1)).jobs().get(0);
  }

  @Test
  void delaysAreShortenedToHowFarAheadJobsMayBeDue() {
    queue.configure(settings -> settings.maxAhead(Duration.ofMinutes(1)));
    queue.schedule(Jobs.jobs("j", 2));
    List<ClaimedJob> jobs = queue.claim(2);

    assertThat(Answers.millis(queue.release(jobs.get(0), Duration.ofHours(1)).until()))
        .isEqualTo(now() + 60_000);
    assertThat(Answers.millis(queue.retry(jobs.get(1), Duration.ofHours(1)).until()))
        .isEqualTo(now() + 60_000);
  }

  @Test
  void anInterruptedJobKeepsItsTryAndItsDueTimeTenTimesInARow() {
    long dueAt = now();
    queue.schedule(Jobs.job("a").retry(RetryPolicy.none()));
    for (int i = 0; i < 10; i++) {
      assertThat(queue.get("a").traits().attempt()).isZero();
      assertThat(interrupt().reached(Durability.Reached.NOTHING))
          .isEqualTo(Settled.of(SettleOutcome.RELEASED, dueAt));
      advance(Duration.ofSeconds(1));
    }
    assertThat(queue.get("a").history())
        .hasSize(10)
        .last()
        .isEqualTo(
            new AttemptRecord(1, now() - 1_000, now() - 1_000, Outcome.INTERRUPTED, "interrupted"));

    assertThat(interrupt().outcome()).isEqualTo(SettleOutcome.DEAD);
  }

  private Settled interrupt() {
    return queue.settle(
        new Settlement(queue.claimOne().lease(), new SettleRequest.Release(null, "interrupted")));
  }

  @Test
  void furtherInterruptionsCountUntilSomethingElseEndsTheirRow() {
    queue.schedule(Jobs.job("a").retry(RetryPolicy.fixed(100, Duration.ZERO)));
    for (int i = 0; i < 10; i++) {
      interrupt();
      queue.release(queue.claimOne());
    }
    assertThat(interrupt().outcome()).isEqualTo(SettleOutcome.RETRYING);
    assertThat(interrupt().outcome()).isEqualTo(SettleOutcome.RETRYING);

    queue.release(queue.claimOne(), Duration.ZERO);
    assertThat(interrupt().outcome()).isEqualTo(SettleOutcome.RELEASED);
    for (int i = 0; i < 9; i++) {
      interrupt();
    }
    queue.retry(queue.claimOne());
    assertThat(interrupt().outcome()).isEqualTo(SettleOutcome.RELEASED);
    for (int i = 0; i < 9; i++) {
      interrupt();
    }
    queue.reschedule("a", DueTime.after(0));
    assertThat(interrupt().outcome()).isEqualTo(SettleOutcome.RELEASED);
  }

  @Test
  void failuresOfOneCauseHaveOneFingerprint() {
    queue.schedule(Jobs.jobs("j", 3));
    List<ClaimedJob> jobs = queue.claim(3);
    queue.settle(
        new Settlement(jobs.get(0).lease(), new SettleRequest.Bury(null, "label 4711 rejected")));
    queue.settle(
        new Settlement(
            jobs.get(1).lease(), new SettleRequest.Retry(0L, null, "label 4712 rejected")));
    queue.settle(
        new Settlement(jobs.get(2).lease(), new SettleRequest.Bury(null, "no such order")));

    String fingerprint = fingerprint(jobs.get(0));
    assertThat(fingerprint).startsWith("fp1:").isEqualTo(fingerprint(jobs.get(1)));
    assertThat(fingerprint(jobs.get(2))).startsWith("fp1:").isNotEqualTo(fingerprint);
  }

  private String fingerprint(ClaimedJob job) {
    return queue.get(job.lease().id()).history().get(0).fingerprint();
  }

  @Test
  void anEarlyRetryIsDueAfterItsDelayAlone() {
    long dueAt = now() + 60_000;
    queue.schedule(Jobs.jobAt("a", dueAt));
    SettleRequest retry = new SettleRequest.Retry(0L, 7L, "again").early();
    Settlement early = new Settlement(claimAhead(dueAt).lease(), retry);

    assertThat(Answers.millis(queue.settle(early).until())).isEqualTo(now());

    ClaimedJob again = queue.claimOne();
    assertThat(again.run().attempt()).isEqualTo(2);
    assertThat(again.priority()).isEqualTo(7);
    assertThat(again.times().firstDueAt()).isEqualTo(dueAt);
  }

  private void failUnconfirmed(ClaimedJob job) {
    queue.settle(
        new Settlement(job.lease(), new SettleRequest.Retry(0L, null, "no answer").unconfirmed()));
  }

  private void failUnconfirmed(String id) {
    failUnconfirmed(queue.begin(id));
  }

  private boolean mayHaveArrived(String id) {
    return queue.get(id).traits().mayHaveArrived();
  }

  @Test
  void isKnownToEachLaterAttemptUntilTheJobEnds() {
    failUnconfirmed("a");
    assertThat(mayHaveArrived("a")).isTrue();
    assertThat(queue.explain("a").details()).containsEntry("mayHaveArrived", "true");

    ClaimedJob second = queue.claimOne();
    assertThat(second.run().mayHaveArrived()).isTrue();
    queue.release(second);
    ClaimedJob again = queue.claimOne();
    assertThat(again.run().mayHaveArrived()).isTrue();
    queue.settle(new Settlement(again.lease(), new SettleRequest.Release(null, "interrupted")));
    queue.retry(queue.claimOne(), Duration.ZERO);
    queue.reschedule("a", DueTime.after(0));
    queue.bury(queue.claimOne());
    assertThat(mayHaveArrived("a")).isTrue();
    assertThat(queue.explain("a").details()).containsEntry("mayHaveArrived", "true");
    assertThat(queue.change(Selection.ALL.in(JobState.DEAD), new BulkChange.Redrive(0)))
        .isEqualTo(1);

    ClaimedJob redriven = queue.claimOne();

    assertThat(redriven.run().attempt()).isEqualTo(1);
    assertThat(redriven.run().mayHaveArrived()).isTrue();
    queue.ack(redriven);
    queue.schedule(Jobs.job("a"));
    assertThat(queue.claimOne().run().mayHaveArrived()).isFalse();
    assertThat(queue.explain("a").details()).doesNotContainKey("mayHaveArrived");
  }

  @Test
  void isKnownOfADeadJobWhicheverWayItDied() {
    queue.settle(
        new Settlement(
            queue.begin("buried").lease(), new SettleRequest.Bury(null, "no").unconfirmed()));
    failUnconfirmed(queue.begin(Jobs.job("exhausted").retry(RetryPolicy.none())));
    queue.begin(Jobs.job("lost").retry(RetryPolicy.none()));
    advance(TestQueue.LEASE);
    maintain();

    for (String id : new String[] {"buried", "exhausted", "lost"}) {
      assertThat(mayHaveArrived(id)).as(id).isTrue();
      assertThat(queue.claimById(id).get(0).run().mayHaveArrived()).as(id).isTrue();
    }
  }

  @Test
  void isKnownOfAJobThatWasReleased() {
    queue.settle(new Settlement(queue.begin("a").lease(), SettleRequest.release().unconfirmed()));
    queue.schedule(Jobs.job("b"));
    ClaimedJob interrupted = queue.claimById("b").get(0);
    queue.settle(
        new Settlement(
            interrupted.lease(), new SettleRequest.Release(0L, "a deployment").unconfirmed()));

    for (ClaimedJob again : queue.claim(2)) {
      assertThat(again.run().attempt()).isEqualTo(1);
      assertThat(again.run().mayHaveArrived()).isTrue();
    }
  }

  @Test
  void isNotSaidOfAJobThatReplacesItOrOfItsSuccessor() {
    failUnconfirmed("replaced");
    queue.schedule(Jobs.job("replaced").onConflict(OnConflict.REPLACE));
    assertThat(mayHaveArrived("replaced")).isFalse();
    queue.run(1);
    failUnconfirmed("succeeded");
    ClaimedJob running = queue.claimOne();
    queue.schedule(Jobs.job("succeeded").onConflict(OnConflict.REPLACE));

    failUnconfirmed(running);

    assertThat(queue.get("succeeded").history()).hasSize(2);
    assertThat(queue.claimOne().run().mayHaveArrived()).isFalse();
  }

  @Test
  void isSaidOfTheCopyOfADeadJobAndOfItsCopy() {
    queue.configure(settings -> settings.deadCopyTo("graveyard"));
    TestQueue graves = queue("graveyard");
    graves.configure(settings -> settings.deadCopyTo("last"));
    failUnconfirmed("a");
    queue.bury(queue.claimOne());
    queue.bury(queue.begin("b"));
    maintain();

    for (ClaimedJob copy : graves.claim(2)) {
      assertThat(copy.run().mayHaveArrived()).isEqualTo(Jobs.text(copy.body()).equals("a"));
      graves.bury(copy);
    }
    maintain();

    for (ClaimedJob copy : queue("last").claim(2)) {
      assertThat(copy.run().mayHaveArrived()).isEqualTo(Jobs.text(copy.body()).equals("a"));
    }
  }
}
