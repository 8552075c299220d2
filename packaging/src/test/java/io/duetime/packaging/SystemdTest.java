package io.duetime.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemdTest {
  private static final Path UNIT = Path.of("systemd", "duetime.service");

  @TempDir private Path folder;

  @Test
  void itsConfigurationIsValid() {
    assertThat(Command.output(Map.of(), "config", "validate", "--config", "systemd/duetime.yml"))
        .isEqualTo("valid" + System.lineSeparator());
    assertThat(Command.output(Map.of(), "config", "print", "--config", "systemd/duetime.yml"))
        .contains("embedded:/var/lib/duetime/jobs");
  }

  @Test
  void itStartsTheLauncherOfThisFolderWithItsConfiguration() throws IOException {
    List<String> lines = Files.readAllLines(UNIT);

    assertThat(lines)
        .contains(
            "ExecStart=/opt/duetime/duetime server --config /etc/duetime/duetime.yml",
            "StateDirectory=duetime");
    assertThat(Path.of("duetime")).isExecutable();
  }

  @Test
  void itWaitsLongerThanTheServerFinishesItsCalls() throws IOException {
    assertThat(Files.readAllLines(UNIT)).contains("TimeoutStopSec=30s");
    assertThat(Command.output(Map.of(), "config", "print", "--config", "systemd/duetime.yml"))
        .containsPattern("shutdown-timeout +10s");
  }

  @Test
  void systemdFindsNoMistakeInIt() throws IOException, InterruptedException {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(bin -> Files.isExecutable(Path.of(bin, "systemd-analyze"))),
        "no systemd-analyze");
    Path launcher = Files.createFile(folder.resolve("launcher"));
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    Path unit = folder.resolve("duetime.service");
    String text = Files.readString(UNIT).replace("/opt/duetime/duetime", launcher.toString());
    Files.writeString(unit, text);

    Process verify =
        new ProcessBuilder("systemd-analyze", "verify", unit.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(verify.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(verify.waitFor()).as(said).isZero();
    assertThat(said).doesNotContain("duetime.service:");
  }
}
