package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.QueueSettings;
import io.duetime.RetryPolicy;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a claim says to come back: what makes polling needless. */
public abstract class WaitingContract extends Contract {
  @Test
  void theNextDueTimeIsTheTimeToComeBack() {
    long now = now();
    queue.schedule(Jobs.job("a", Duration.ofHours(2)));
    queue.schedule(Jobs.job("b", Duration.ofHours(1)));

    assertThat(comeBackAt()).isEqualTo(now + 3_600_000);
    queue.schedule(Jobs.job("c", Duration.ofMinutes(1)));
    assertThat(comeBackAt()).isEqualTo(now + 60_000);
  }

  @Test
  void aClaimerThatFollowsTheAnswersMissesNothingAndNeverComesInVain() {
    Duration[] delays = {Duration.ofSeconds(3), Duration.ofSeconds(10), Duration.ofSeconds(60)};
    for (Duration delay : delays) {
      queue.schedule(Jobs.job(delay.toString(), delay));
    }

    for (Duration delay : delays) {
      advanceTo(comeBackAt());
      assertThat(queue.run(10)).containsExactly(delay.toString());
    }
    assertThat(comeBackAt()).isEqualTo(ClaimResult.NEVER);
  }

  @Test
  void aLeaseMayEndBeforeTheNextJobIsDueAndALostOneComesBackAtTheEndOfItsBackoff() {
    queue.schedule(Jobs.job("a").retry(RetryPolicy.fixed(2, Duration.ofSeconds(7))));
    queue.schedule(Jobs.job("b", Duration.ofHours(1)));
    assertThat(queue.claim(ClaimRequest.of(1, 5_000)).comeBackAtMillis()).isEqualTo(now() + 5_000);
    advanceTo(comeBackAt());

    assertThat(comeBackAt()).isEqualTo(now() + 7_000);
    advanceTo(comeBackAt());
    assertThat(queue.claimOne().run().attempt()).isEqualTo(2);
  }

  @Test
  void aPausedQueueSaysWhenItsPauseEndsAndGivesItsJobsFromThenOn() {
    queue.schedule(Jobs.job("a"));
    queue.configure(settings -> settings.pausedUntilMillis(Long.MAX_VALUE));
    assertThat(comeBackAt()).isEqualTo(ClaimResult.NEVER);
    long end = now() + 60_000;
    queue.configure(settings -> settings.pausedUntilMillis(end));

    assertThat(comeBackAt()).isEqualTo(end);
    advanceTo(end - 1);
    assertThat(queue.claim(1)).isEmpty();
    advanceTo(end);
    assertThat(queue.run(1)).containsExactly("a");
  }

  @Test
  void whereNoMoreMayRunTheNextEndOfALeaseCounts() {
    queue.configure(settings -> settings.maxRunning(1));
    queue.schedule(Jobs.jobs("j", 3));
    ClaimedJob job = queue.claimOne();

    assertThat(comeBackFromNothing()).isEqualTo(job.run().leaseUntilMillis());
    queue.ack(job);
    assertThat(queue.claim(10)).hasSize(1);
  }

  @Test
  void whereTheRateIsUsedUpTheNextPermitCounts() {
    queue.configure(settings -> settings.rate(new QueueSettings.Rate(2, Duration.ofSeconds(1), 2)));
    queue.schedule(Jobs.jobs("j", 3));
    assertThat(queue.claim(10)).hasSize(2);

    assertThat(comeBackFromNothing()).isEqualTo(now() + 500);
    advanceTo(comeBackFromNothing());
    assertThat(queue.claim(10)).hasSize(1);
  }

  /** When a claim that gets nothing is told to come back. */
  private long comeBackFromNothing() {
    ClaimResult nothing = queue.claim(ClaimRequest.of(1, 1));
    assertThat(nothing.jobs()).isEmpty();
    return nothing.comeBackAtMillis();
  }

  private long comeBackAt() {
    return queue.claim(ClaimRequest.of(1, 1).dueBefore(0)).comeBackAtMillis();
  }
}
