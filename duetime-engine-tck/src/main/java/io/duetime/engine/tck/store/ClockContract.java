package io.duetime.engine.tck.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.SettleOutcome;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Clocks that jump. */
public abstract class ClockContract extends Contract {
  @Test
  void theClockOfTheStoreIsTheOneThatTheFixtureMoves() {
    long before = now();
    advance(Duration.ofDays(30));

    assertThat(now()).isEqualTo(before + Duration.ofDays(30).toMillis());
  }

  @Test
  void whatWasDueWaitsAgainAfterAStepBackAndLeasesHold() {
    assumeTrue(store.canStepBack(), "this clock cannot step back");
    queue.schedule(Jobs.job("a", Duration.ofSeconds(10)));
    queue.schedule(Jobs.job("b"));
    ClaimedJob held = queue.claimOne();
    advance(Duration.ofSeconds(10));
    assertThat(queue.counts().ready()).isEqualTo(1);
    store.stepBack(Duration.ofSeconds(5));

    assertThat(queue.counts().delayed()).isEqualTo(1);
    advance(Duration.ofSeconds(4));
    assertThat(queue.claim(1)).isEmpty();
    advance(Duration.ofSeconds(1));
    assertThat(queue.run(1)).containsExactly("a");
    assertThat(queue.ack(held)).isEqualTo(SettleOutcome.ACKED);
  }

  @Test
  void fencesGrowOverAStepBack() {
    assumeTrue(store.canStepBack(), "this clock cannot step back");
    queue.schedule(Jobs.jobs("j", 2));
    long first = queue.claimOne().lease().fence();
    store.stepBack(Duration.ofHours(1));
    queue.schedule(Jobs.jobAt("early", 0));

    assertThat(queue.claimOne().lease().fence()).isGreaterThan(first);
  }
}
