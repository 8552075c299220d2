package io.duetime.bench.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.bench.load.Callers;
import io.duetime.bench.load.SteadyLoad;
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

    assertThat(runs.claimAndAck(new Callers(3), 10, 1_000, 1).jobsPerSecond()).isPositive();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void latenessIsThatOfEveryJob() throws InterruptedException {
    SteadyLoad load =
        new SteadyLoad(20, Duration.ofSeconds(1), Duration.ofMillis(1), Duration.ofMillis(99));
    EngineRuns engine = new EngineRuns("memory", folder, Duration.ofMillis(50));
    LibraryRuns library = new LibraryRuns("memory", folder);

    assertThat(engine.lateness(load).row()).contains("| 0 | 20 |");
    assertThat(library.lateness(load).row()).contains("| 0 | 20 |");
  }

  @Test
  void theLibraryIsMeasuredAndLeavesNothingBehind() {
    LibraryRuns library = new LibraryRuns("memory", folder);

    assertThat(library.schedule(new Callers(3), Duration.ofMillis(50)).jobsPerSecond())
        .isPositive();
    assertThat(folder).isEmptyDirectory();
  }
}
