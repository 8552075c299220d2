package io.duetime.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runnable jar as a process of its own. */
@Tag("full")
@Tag("runnable-jar")
class RunnableJarTest {
  @TempDir private Path folder;

  @Test
  void aServerRunsFromItOnTheEmbeddedEngineAndStopsWell() throws Exception {
    Process server =
        start("server", "--store", "embedded:" + folder.resolve("jobs"), "--http", "127.0.0.1:0");
    try (BufferedReader lines = reader(server)) {
      String first = lines.readLine();
      assertThat(first)
          .matches("duetime \\d\\S+ listens on http://127.0.0.1:\\d+, store embedded:.*");
      String url = first.replaceAll(".*(http://[^,]*),.*", "$1");

      assertThat(output("put", "q", "a", "x", "--delay", "1h", "--server", url))
          .contains("a created");
      assertThat(output("queues", "--server", url)).contains("q");
      server.destroy();

      assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(server.exitValue()).isZero();
    } finally {
      server.destroyForcibly();
    }
    assertThat(output("verify", "--store", "embedded:" + folder.resolve("jobs"))).contains("1 job");
  }

  private static String output(String... args) throws IOException {
    try (BufferedReader lines = reader(start(args))) {
      return String.join("\n", lines.lines().toList());
    }
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private static Process start(String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.addAll(List.of("-jar", Path.of("target", "duetime.jar").toString()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
