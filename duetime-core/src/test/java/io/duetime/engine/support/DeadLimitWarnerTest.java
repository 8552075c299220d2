package io.duetime.engine.support;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeadLimitWarnerTest {
  private final DeadLimitWarner warner = new DeadLimitWarner("Queue orders");

  @Test
  void warnsOnceBeforeTheLimitIsReached() {
    assertThat(warner.saw(89, 100)).isFalse();
    assertThat(warner.saw(90, 100)).isTrue();
    assertThat(warner.saw(91, 100)).isFalse();
    assertThat(warner.saw(100, 100)).isFalse();
  }

  @Test
  void warnsAgainOnlyAfterManyJobsHaveGone() {
    warner.saw(100, 100);

    assertThat(warner.saw(85, 100)).isFalse();
    assertThat(warner.saw(90, 100)).isFalse();
    assertThat(warner.saw(79, 100)).isFalse();
    assertThat(warner.saw(90, 100)).isTrue();
  }

  @Test
  void hasNothingToWarnOfWithoutALimit() {
    assertThat(warner.saw(Long.MAX_VALUE, 0)).isFalse();
    assertThat(warner.saw(1, Long.MAX_VALUE)).isFalse();
  }
}
