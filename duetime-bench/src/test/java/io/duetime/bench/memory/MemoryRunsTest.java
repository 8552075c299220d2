package io.duetime.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MemoryRunsTest {

  @Test
  void everyJobComesOut() {
    MemoryRuns runs = new MemoryRuns(1_000);

    assertThat(runs.pair()).isPositive();
    assertThat(runs.alone()).isPositive();
    assertThat(runs.plainQueue()).isPositive();
  }
}
