package io.duetime.bench.redis.prototype;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PlainSetsTest {

  @Test
  void theRateStandsInTheLineForSet() {
    String csv =
        """
        "test","rps","avg_latency_ms","min_latency_ms"
        "SET","613496.94","1.190","0.240"
        """;

    assertThat(PlainSets.perSecond(csv)).hasValue(613_496.94);
    assertThat(PlainSets.perSecond("Could not connect")).isEmpty();
  }
}
