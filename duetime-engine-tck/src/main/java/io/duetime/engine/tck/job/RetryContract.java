package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.duetime.Counts;
import io.duetime.JobState;
import io.duetime.RetryPolicy;
import io.duetime.SettleOutcome;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.AttemptRecord.Outcome;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Failures, by word and by silence: how often a job is tried, when, and what is left of it. */
public abstract class RetryContract extends Contract {
  private static final RetryPolicy THREE_RETRIES = RetryPolicy.fixed(4, Duration.ofMinutes(1));

  @Test
  void aHandlerThatAlwaysFailsRunsFourTimesWithThreeRetriesAndLeavesTheDead() {
    assertThat(runTen(queue::retry)).isEqualTo(40);

    assertThat(queue.counts()).isEqualTo(new Counts.States(0, 0, 0, 10, 0, 0));
    JobView dead = queue.get("7");
    assertThat(dead.traits().attempt()).isEqualTo(4);
    assertThat(dead.history()).extracting(AttemptRecord::error).containsOnly("failed");
  }

  @Test
  void aClaimerThatNeverAnswersUsesUpTheSameTries() {
    assertThat(runTen(job -> {})).isEqualTo(40);

    assertThat(queue.counts()).isEqualTo(new Counts.States(0, 0, 0, 10, 0, 0));
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
  void aLostLeaseIsRetriedFromItsDeadlineHoweverLateThatIsNoticed() {
    queue.schedule(Jobs.job("a").retry(RetryPolicy.fixed(3, Duration.ofMinutes(1))));
    ClaimedJob job = queue.claimOne();
    long deadline = job.run().leaseUntilMillis();
    advanceTo(deadline + 50_000);
    assertThat(queue.state("a")).isEqualTo(JobState.READY);
    assertThat(queue.claim(1)).isEmpty();

    assertThat(queue.get("a").times().dueAt()).isEqualTo(deadline + 60_000);
    assertThat(queue.get("a").history())
        .extracting(AttemptRecord::startedAtMillis, AttemptRecord::endedAtMillis)
        .containsExactly(tuple(deadline - 30_000, deadline));
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
      queue.settle(new Settlement.Retry(queue.claimOne().lease(), 0L, null, reason));
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
}
