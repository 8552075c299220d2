package io.duetime.bench.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EngineRunsTest {
  @TempDir private Path folder;

  @Test
  void schedulingIsMeasuredAndLeavesNothingBehind() {
    EngineRuns runs = new EngineRuns("memory", folder, Duration.ofMillis(50));

    assertThat(runs.schedule(new Callers(3), 10).jobsPerSecond()).isPositive();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void everyJobIsClaimedAndAcknowledged() {
    EngineRuns runs = new EngineRuns("memory", folder, Duration.ofMillis(50));

    assertThat(runs.claimAndAck(new Callers(3), 10, 1_000).jobsPerSecond()).isPositive();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void latenessIsThatOfEveryJob() throws InterruptedException {
    LatenessLog log = new LatenessRun("memory", folder, 20, Duration.ofSeconds(1)).measure();

    assertThat(log.row()).contains("| 0 | 20 |");
  }
}
