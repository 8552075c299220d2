package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.CancelOutcome;
import io.duetime.InvalidRequestException;
import io.duetime.JobState;
import io.duetime.Limits;
import io.duetime.RescheduleOutcome;
import io.duetime.RetryPolicy;
import io.duetime.SettleOutcome;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.RescheduleResult;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cancelling and moving single jobs. */
public abstract class ChangingContract extends Contract {
  @Test
  void aCancelledJobNeverFires() {
    queue.schedule(Jobs.job("a", Duration.ofSeconds(10)));

    assertThat(queue.cancel("a")).isEqualTo(CancelOutcome.CANCELLED);

    assertThat(queue.counts().waiting()).isZero();
    advance(Duration.ofDays(1));
    assertThat(queue.claim(1)).isEmpty();
    assertThat(queue.cancel("a")).isEqualTo(CancelOutcome.UNKNOWN);
  }

  @Test
  void manyAreCancelledIdById() {
    queue.schedule(Jobs.job("waiting", Duration.ofHours(1)));
    queue.schedule(Jobs.jobAt("dead", 1));
    queue.schedule(Jobs.jobAt("running", 2));
    queue.bury(queue.claimOne());
    queue.claimOne();

    assertThat(queue.cancel(List.of("running", "unknown", "waiting", "dead", "waiting")))
        .containsExactly(
            CancelOutcome.RUNNING,
            CancelOutcome.UNKNOWN,
            CancelOutcome.CANCELLED,
            CancelOutcome.DEAD,
            CancelOutcome.UNKNOWN);
  }

  @Test
  void aRunningJobThatWasCancelledIsNotTriedAgain() {
    queue.schedule(Jobs.jobs("j", 4));
    List<ClaimedJob> jobs = queue.claim(4);
    jobs.forEach(
        job -> assertThat(queue.cancel(job.lease().id())).isEqualTo(CancelOutcome.RUNNING));

    assertThat(queue.ack(jobs.get(0))).isEqualTo(SettleOutcome.ACKED);
    assertThat(queue.retry(jobs.get(1)).outcome()).isEqualTo(SettleOutcome.CANCELLED);
    assertThat(queue.release(jobs.get(2)).outcome()).isEqualTo(SettleOutcome.CANCELLED);
    advance(Duration.ofDays(1));

    assertThat(queue.claim(10)).isEmpty();
    assertThat(queue.list(Selection.ALL)).isEmpty();
  }

  @Test
  void aMovedJobFiresAtItsNewTimeOnly() {
    queue.schedule(Jobs.job("a", Duration.ofSeconds(10)));
    long dueAt = now() + 20_000;

    RescheduleResult result = queue.reschedule("a", DueTime.after(20_000));

    assertThat(result.outcome()).isEqualTo(RescheduleOutcome.RESCHEDULED);
    assertThat(result.dueAtMillis()).isEqualTo(dueAt);
    advanceTo(dueAt - 1);
    assertThat(queue.claim(1)).isEmpty();
    advanceTo(dueAt);
    assertThat(queue.run(1)).containsExactly("a");
    assertThat(queue.claim(1)).isEmpty();
  }

  @Test
  void aMovedJobHasAllItsTriesAgainAndKeepsItsFailures() {
    queue.schedule(Jobs.job("a").retry(RetryPolicy.fixed(2, Duration.ofHours(1))));
    queue.retry(queue.claimOne());

    queue.reschedule("a", DueTime.after(0));

    ClaimedJob job = queue.claimOne();
    assertThat(job.run().attempt()).isEqualTo(1);
    assertThat(job.times().firstDueAt()).isEqualTo(now());
    assertThat(queue.get("a").history()).hasSize(1);
    assertThat(queue.retry(job).outcome()).isEqualTo(SettleOutcome.RETRYING);
  }

  @Test
  void moreThanAHundredYearsAheadIsRefusedAndTheJobStays() {
    queue.schedule(Jobs.job("a", Duration.ofHours(1)));

    RescheduleResult result = queue.reschedule("a", DueTime.after(Limits.MAX_AHEAD.toMillis() + 1));

    assertThat(result.outcome()).isEqualTo(RescheduleOutcome.REFUSED);
    assertThat(result.refusal()).isInstanceOf(InvalidRequestException.class);
    assertThat(queue.get("a").times().dueAt()).isEqualTo(now() + 3_600_000);
  }

  @Test
  void puttingAndTakingAndCancellingKeepTheCountRight() {
    long now = now();
    queue.schedule(Jobs.job("test_1", Duration.ofHours(1)));
    assertThat(queue.counts().waiting()).isEqualTo(1);
    queue.schedule(Jobs.job("test_2", Duration.ofHours(2)));
    assertThat(queue.counts().waiting()).isEqualTo(2);
    assertThat(queue.claim(10)).isEmpty();
    assertThat(queue.counts().waiting()).isEqualTo(2);
    Selection soon = Selection.WAITING.between(0, now + 3_700_000);
    assertThat(queue.list(soon)).extracting(job -> job.id()).containsExactly("test_1");
    queue.cancel("test_2");
    assertThat(queue.counts().waiting()).isEqualTo(1);

    ClaimRequest ahead = ClaimRequest.of(10, 30_000).dueBefore(now + 3_700_000);

    assertThat(TestQueue.ids(queue.claim(ahead).jobs())).containsExactly("test_1");
    assertThat(queue.counts().waiting()).isZero();
    assertThat(queue.state("test_1")).isEqualTo(JobState.RUNNING);
  }
}
