package io.duetime.cli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.duetime.cli.Main;
import io.duetime.server.json.JsonTrees;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What signals do to a server as a process of its own. */
@Tag("full")
class ServerSignalTest {
  @TempDir private Path folder;
  private Process server;

  @BeforeEach
  void onlyWhereThereAreSignals() {
    assumeFalse(System.getProperty("os.name").startsWith("Windows"));
  }

  @AfterEach
  void end() {
    if (server != null) {
      server.destroyForcibly();
    }
  }

  @Test
  void aSecondSignalEndsAServerThatWaitsForACall() throws Exception {
    BufferedReader lines = start("--shutdown-timeout", "1h");
    try (Socket call = halfCall(lines.readLine())) {
      signal("TERM");
      assertThat(lines.lines().anyMatch(line -> line.startsWith("duetime: stopping;"))).isTrue();
      assertThat(call.isConnected()).isTrue();
      assertThat(server.isAlive()).isTrue();

      signal("TERM");

      assertThat(lines.lines().anyMatch("duetime: stopped at once"::equals)).isTrue();
      assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(server.exitValue()).isEqualTo(128 + 15);
    }
  }

  @Test
  void aCallThatDoesNotEndIsCutOffAfterTheTimeout() throws Exception {
    BufferedReader lines = start("--shutdown-timeout", "0s");
    try (Socket call = halfCall(lines.readLine())) {
      signal("TERM");

      assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(server.exitValue()).isZero();
      assertThat(lines.lines()).last().isEqualTo("duetime has stopped");
      assertThat(new String(call.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
          .doesNotContain("HTTP/1.1 2");
    }
  }

  @Test
  void aServerThatCannotCloseItsStoreEndsWithAFailure() throws Exception {
    BufferedReader lines = start("--store", "failing:");
    assertThat(lines.readLine()).contains("store failing:");

    signal("TERM");

    assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(server.exitValue()).isEqualTo(1);
    assertThat(lines.lines()).anyMatch(line -> line.contains("this store cannot be closed"));
  }

  @Test
  void settingsAreReadAgainAndTheLogIsJsonWithoutATerminal() throws Exception {
    assumeFalse(isHangUpIgnored(), "the build was started by nohup");
    Path config = Files.writeString(folder.resolve("duetime.yml"), "log-level: WARN\n");
    BufferedReader lines = start("--config", config.toString());
    lines.readLine();

    Files.writeString(config, "log-level: INFO, a.b=DEBUG\nshutdown-timeout: 1s\n");
    signal("HUP");
    JsonNode read = first(lines, "log levels");
    JsonNode others = first(lines, "after a restart");
    Files.writeString(config, "log-levle: INFO\n");
    signal("HUP");
    JsonNode wrong = first(lines, "did you mean");

    assertThat(read.path("level").asString()).isEqualTo("INFO");
    assertThat(read.path("message").asString()).endsWith("log levels: INFO, a.b=DEBUG");
    assertThat(others.path("message").asString()).contains("shutdown-timeout");
    assertThat(wrong.path("message").asString()).contains("did you mean log-level?");
    assertThat(server.isAlive()).isTrue();
  }

  @Test
  void quotasAreReadAgain() throws Exception {
    assumeFalse(isHangUpIgnored(), "the build was started by nohup");
    Path quotas = Files.writeString(folder.resolve("quotas.yml"), "quotas: []\n");
    BufferedReader lines = start("--quotas-file", quotas.toString());
    lines.readLine();

    Files.writeString(quotas, "quotas: [{queues: a, maxWaiting: 1}]\n");
    signal("HUP");
    String read = messages(lines).filter(one -> one.startsWith("The quotas")).findFirst().get();
    Files.writeString(quotas, "quotas: [{queues: a, maxWating: 1}]\n");
    signal("HUP");
    String wrong = messages(lines).filter(one -> one.startsWith("The quotas")).findFirst().get();

    assertThat(read).isEqualTo("The quotas were read again; entries: 1");
    assertThat(wrong)
        .startsWith("The quotas stay as they are: quotas-file " + quotas + ", entry 1, field is")
        .endsWith("did you mean maxWaiting?");
  }

  /** The first line with a text: what the server tells of its start may come behind the signal. */
  private static JsonNode first(BufferedReader lines, String text) {
    return lines
        .lines()
        .<JsonNode>map(line -> JsonTrees.MAPPER.readTree(line))
        .filter(line -> line.path("message").asString().contains(text))
        .findFirst()
        .orElseThrow();
  }

  private static Stream<String> messages(BufferedReader lines) {
    return lines.lines().map(line -> JsonTrees.MAPPER.readTree(line).path("message").asString());
  }

  /** A process that is started with SIGHUP ignored cannot handle it, nor can its children. */
  private static boolean isHangUpIgnored() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    String ignored =
        Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .findFirst()
            .orElse("SigIgn: 0");
    return (Long.parseUnsignedLong(ignored.substring("SigIgn:".length()).strip(), 16) & 1) == 1;
  }

  /** A call whose body does not come; the server has begun to read it. */
  private static Socket halfCall(String line) throws IOException {
    URI base = URI.create(line.replaceAll(".*(http://[^,]*),.*", "$1"));
    Socket socket = new Socket(base.getHost(), base.getPort());
    String head =
        """
        PUT /v1/queues/q/jobs/a HTTP/1.1\r
        Host: localhost\r
        Content-Length: 9\r
        Expect: 100-continue\r
        \r
        """;
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    byte[] answer = socket.getInputStream().readNBytes("HTTP/1.1 100 Continue\r\n\r\n".length());
    assertThat(new String(answer, StandardCharsets.US_ASCII)).startsWith("HTTP/1.1 100");
    return socket;
  }

  private void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(server.pid())).start().waitFor();
  }

  private BufferedReader start(String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("server", "--http", "127.0.0.1:0", "--beanstalkd", "off"));
    command.addAll(List.of(args));
    if (!command.contains("--store")) {
      command.addAll(List.of("--store", "memory:"));
    }
    server = new ProcessBuilder(command).redirectErrorStream(true).start();
    return new BufferedReader(
        new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
  }
}
