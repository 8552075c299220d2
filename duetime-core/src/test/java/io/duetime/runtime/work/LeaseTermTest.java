package io.duetime.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaseTermTest {
  private static final Duration LEASE = Duration.ofSeconds(30);

  @Test
  void itIsOverBeforeTheLeaseOfAStoreThatRoundsItsClockDown() {
    long sent = Duration.ofNanos(700_000).toNanos();
    long endInTheStore = LEASE.toNanos();

    LeaseTerm term = new LeaseTerm(LEASE.toNanos(), sent);

    assertThat(term.isOver(endInTheStore - Duration.ofMillis(1).toNanos())).isFalse();
    assertThat(term.isOver(endInTheStore)).isTrue();
    assertThat(term.nextNanos(sent)).isEqualTo(LEASE.dividedBy(3).toNanos());
  }
}
