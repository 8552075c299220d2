package io.duetime.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.connection.ConnectionPlan.Means;
import org.junit.jupiter.api.Test;

class ConnectionPlanTest {
  private static final long MIB = 1 << 20;

  @Test
  void connectionsFollowFromTheHeap() {
    ConnectionPlan small = ConnectionPlan.of(new Means(512 * MIB, 1_000_000), 20_000);
    ConnectionPlan large = ConnectionPlan.of(new Means(8_192 * MIB, 1_000_000), 20_000);

    assertThat(small.http() + small.surplus()).isEqualTo(2_048);
    assertThat(small.beanstalkd()).isEqualTo(16_384);
    assertThat(large.http() + large.surplus()).isEqualTo(10_000);
    assertThat(large.beanstalkd()).isEqualTo(20_000);
  }

  @Test
  void connectionsLeaveDescriptorsToTheStore() {
    for (int descriptors : new int[] {64, 256, 1_024, 1_200, 4_096, 20_000}) {
      Means means = new Means(8_192 * MIB, descriptors);
      ConnectionPlan both = ConnectionPlan.of(means, 20_000);
      ConnectionPlan onlyHttp = ConnectionPlan.of(means, 0);

      assertThat(both.http() + both.surplus() + both.beanstalkd() + means.reserved())
          .isLessThanOrEqualTo(descriptors);
      assertThat(onlyHttp.http() + onlyHttp.surplus() + means.reserved())
          .isLessThanOrEqualTo(descriptors);
      assertThat(onlyHttp.beanstalkd()).isZero();
      assertThat(both.http()).isPositive();
      assertThat(both.beanstalkd()).isPositive();
    }
  }

  @Test
  void thePlanIsTold() {
    assertThat(ConnectionPlan.of(new Means(512 * MIB, 1_200), 20_000))
        .hasToString(
            "Connections: at most 357 of HTTP, 18 more for health and metrics, 375 of beanstalkd;"
                + " for a heap of 512 MiB and 1200 file descriptors, 450 of them kept for other"
                + " files");
  }
}
