package io.duetime.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Expiry;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.Explanation;
import io.duetime.engine.Explanation.Why;
import io.duetime.engine.QueueSettings;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Why a job is not running. */
abstract class ExplainContract extends Contract {
  @Test
  void aJobDueLaterSaysWhen() {
    queue.schedule(Jobs.job("a", Duration.ofHours(1)));

    assertThat(queue.explain("a").why()).isEqualTo(Why.DUE_LATER);
    assertThat(queue.explain("a").details()).containsEntry("dueAt", "" + (now() + 3_600_000));
  }

  @Test
  void aLeasedJobSaysByWhomAndUntilWhen() {
    queue.schedule(Jobs.job("a"));
    queue.claim(ClaimRequest.of(1, 5_000).by("host-1"));

    Explanation leased = queue.explain("a");

    assertThat(leased.why()).isEqualTo(Why.LEASED);
    assertThat(leased.details())
        .containsEntry("consumer", "host-1")
        .containsEntry("until", "" + (now() + 5_000));
  }

  @Test
  void aDeadJobSaysWhy() {
    queue.schedule(Jobs.job("a"));
    queue.bury(queue.claimOne());

    assertThat(queue.explain("a").why()).isEqualTo(Why.DEAD);
    assertThat(queue.explain("a").details())
        .containsEntry("reason", "BURIED")
        .containsEntry("message", "buried");
  }

  @Test
  void aDueJobThatNobodyTakesSaysSo() {
    queue.schedule(Jobs.job("a"));
    assertThat(queue.explain("a").why()).isEqualTo(Why.NOBODY_TAKES);

    queue.claim(ClaimRequest.of(1, 1_000).dueBefore(0).by("host-1"));
    assertThat(queue.explain("a").why()).isEqualTo(Why.NEXT_IN_TURN);
    advance(Duration.ofMillis(60_001));
    assertThat(queue.explain("a").why()).isEqualTo(Why.NOBODY_TAKES);
  }

  @Test
  void aPauseSaysUntilWhen() {
    queue.schedule(Jobs.job("a"));
    long end = now() + 60_000;
    queue.configure(settings -> settings.pausedUntil(end));

    assertThat(queue.explain("a").why()).isEqualTo(Why.PAUSED);
    assertThat(queue.explain("a").details()).containsEntry("until", "" + end);
    advanceTo(end);
    assertThat(queue.explain("a").why()).isEqualTo(Why.NOBODY_TAKES);
  }

  @Test
  void limitsSayThatTheyStandInTheWay() {
    queue.configure(settings -> settings.maxRunning(1));
    queue.schedule(Jobs.jobs("j", 2));
    queue.claimOne();
    assertThat(queue.explain("j0001").why()).isEqualTo(Why.CONCURRENCY_LIMITED);

    queue.configure(
        settings -> settings.maxRunning(0).rate(new QueueSettings.Rate(1, Duration.ofHours(1), 1)));
    queue.claimOne();
    queue.schedule(Jobs.job("next"));
    assertThat(queue.explain("next").why()).isEqualTo(Why.RATE_LIMITED);
  }

  @Test
  void anExpiredJobThatNobodyHasLookedAtSaysSo() {
    queue.configure(settings -> settings.pausedUntil(Long.MAX_VALUE));
    queue.schedule(
        Jobs.job("a").expiry(new Expiry.After(Duration.ofSeconds(1), Expiry.Action.BURY)));
    advance(Duration.ofSeconds(1));

    assertThat(queue.explain("a").why()).isEqualTo(Why.EXPIRED);
  }
}
