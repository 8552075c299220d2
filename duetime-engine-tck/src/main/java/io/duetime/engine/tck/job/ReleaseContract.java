package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.RetryPolicy;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.AttemptRecord.Outcome;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jobs that are given back, at once or until later, and retries before the time they had. */
public abstract class ReleaseContract extends Contract {
  @Test
  void aJobClaimedAheadAndReleasedWaitsForItsTime() {
    long dueAt = now() + 60_000;
    queue.schedule(Jobs.jobAt("a", dueAt));

    queue.release(claimAhead(dueAt));

    assertThat(queue.claim(1)).isEmpty();
    advanceTo(dueAt);
    assertThat(queue.run(1)).containsExactly("a");
  }

  private ClaimedJob claimAhead(long dueAt) {
    return queue.claim(ClaimRequest.of(1, 30_000).dueBefore(dueAt + 1)).jobs().get(0);
  }

  @Test
  void aDelayOfZeroIsDueNow() {
    long late = now() + 60_000;
    queue.schedule(Jobs.jobAt("ahead", late));
    ClaimedJob ahead = claimAhead(late);

    assertThat(Answers.millis(queue.release(ahead, Duration.ZERO).until())).isEqualTo(now());

    assertThat(queue.get("ahead").times().firstDueAt()).isEqualTo(late);
    assertThat(queue.run(1)).containsExactly("ahead");
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
    return queue.settle(new Settlement.Release(queue.claimOne().lease(), null, "interrupted"));
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
    queue.settle(new Settlement.Bury(jobs.get(0).lease(), null, "label 4711 rejected"));
    queue.settle(new Settlement.Retry(jobs.get(1).lease(), 0L, null, "label 4712 rejected"));
    queue.settle(new Settlement.Bury(jobs.get(2).lease(), null, "no such order"));

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
    Settlement.Retry retry = new Settlement.Retry(claimAhead(dueAt).lease(), 0L, 7L, "again");

    assertThat(Answers.millis(queue.settle(retry.early()).until())).isEqualTo(now());

    ClaimedJob again = queue.claimOne();
    assertThat(again.run().attempt()).isEqualTo(2);
    assertThat(again.priority()).isEqualTo(7);
    assertThat(again.times().firstDueAt()).isEqualTo(dueAt);
  }
}
