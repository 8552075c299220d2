package io.duetime.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.SeededBugs;
import io.duetime.engine.tck.fixture.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code duetime torture} finds seeded bugs within a minute, and none in sound stores. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
@Tag("full")
class TortureTest {
  private static final String MAIN = "io.duetime.engine.tck.torture.Torture";
  private static final int BROKEN = 1;
  private static final int WRONG_OPTION = 2;

  @TempDir private Path folder;

  private int torture(String... options) throws IOException, InterruptedException {
    Process run =
        new ProcessBuilder(JavaCommand.of("512m", MAIN, List.of(options)))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile())
            .start();
    try {
      return run.waitFor();
    } finally {
      run.destroy();
    }
  }

  private String output() throws IOException {
    return Files.readString(folder.resolve("output"));
  }

  @ParameterizedTest
  @CsvSource({"folder", "redis"})
  void aSoundStoreBreaksNoRule(String store) throws Exception {
    String report = folder.resolve("report").toString();

    int exitCode = torture("--store", store, "--time", "20s", "--late", "60s", "--report", report);

    assertThat(exitCode).as(output()).isZero();
    assertThat(output()).contains("every rule holds");
    assertThat(folder.resolve("report/report.html")).content().contains("<svg");
  }

  @ParameterizedTest
  @EnabledIfSystemProperty(named = "duetime.long", matches = "true", disabledReason = "minutes")
  @CsvSource({
    "DeleteBeforeHandOver, NOTHING_LOST",
    "MissingFence, LOST_LEASES_REFUSED",
    "ClientClock, NOTHING_EARLY",
    "LostWakeUp, NOTHING_LATE",
    "UnsyncedAnswer, NOTHING_LOST",
    "StaleEpoch, NOTHING_DOUBLED"
  })
  void aSeededBugIsFoundWithinAMinute(String bug, String rule) throws Exception {
    String report = folder.resolve("report").toString();

    String type = SeededBugs.class.getName() + "$" + bug;
    int exitCode =
        torture(
            "--store",
            "memory",
            "--time",
            "40s",
            "--late",
            "4s",
            "--bug",
            type,
            "--report",
            report);

    assertThat(exitCode).as(output()).isEqualTo(BROKEN);
    assertThat(output()).contains(rule + " broken for ");
  }

  @Test
  void aWrongOptionIsNamed() throws Exception {
    int exitCode = torture("--store", "paper");

    assertThat(exitCode).isEqualTo(WRONG_OPTION);
    assertThat(output()).contains("--store is paper: memory, folder, redis");
  }
}
