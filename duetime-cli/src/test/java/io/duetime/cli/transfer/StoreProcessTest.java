package io.duetime.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.Main;
import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a folder as processes of their own, beside a server and after its death. */
@Tag("full")
class StoreProcessTest {
  private static final int JOBS = 300;

  @RegisterExtension private final Shell shell = new Shell();
  @TempDir private Path folder;

  @Test
  void aStoreIsWholeAfterItsServerWasKilledAndMovesOn() throws Exception {
    Process server = start("server", "--store", store("data"), "--http", "127.0.0.1:0");
    try {
      String url = server.inputReader().readLine().replaceAll(".*(http://[^,]*),.*", "$1");
      load(url, JOBS);

      assertThat(ended("verify", "--store", store("data")))
          .startsWith("1 duetime: the folder ")
          .contains("in use by process " + server.pid());
      assertThat(ended("backup", path("backup"), "--server", url)).startsWith("0 ");
      load(url, 2 * JOBS);
    } finally {
      server.destroyForcibly();
      server.waitFor();
    }

    assertThat(ended("verify", "--store", store("data")))
        .isEqualTo("0 " + 2 * JOBS + " jobs in 1 queues; no findings");
    assertThat(ended("verify", "--store", store("backup"))).startsWith("0 " + JOBS + " jobs");
    assertThat(ended("export", path("all.ndjson"), "--store", store("data")))
        .isEqualTo("0 exported " + 2 * JOBS + " jobs, 1 queue");
    assertThat(ended("import", path("all.ndjson"), "--store", store("moved")))
        .startsWith("0 imported " + 2 * JOBS + " jobs");
    assertThat(ended("verify", "--store", store("moved"))).startsWith("0 " + 2 * JOBS + " jobs");
  }

  private void load(String url, int jobs) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < jobs; i++) {
      lines.append("{\"id\":\"job-").append(i).append("\",\"delay\":\"1h\",\"tags\":[\"t\"]}\n");
    }
    Result ran = shell.run(lines.toString(), url, false, "load", "-", "--queue", "q");
    assertThat(ran.code()).as(ran.err()).isZero();
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private String store(String name) {
    return "embedded:" + path(name) + "?lowSpace=0&reserve=0";
  }

  private static String ended(String... args) throws IOException, InterruptedException {
    Process process = start(args);
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      String said = out.lines().collect(Collectors.joining("\n"));
      return process.waitFor() + " " + said;
    }
  }

  private static Process start(String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
