package io.duetime.server.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.redis.fixture.RedisProcess;
import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.server.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left after the process of the server was killed. */
class KilledServerTest {
  private static final String LISTENS = "beanstalkd protocol on ";

  @TempDir private Path folder;
  private Process process;
  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void end() {
    processes.forEach(Process::destroyForcibly);
  }

  @Test
  void jobsKeepTheirNumbersPrioritiesAndStatesAndTubesTheirPauses() throws Exception {
    String store = "embedded:" + folder.resolve("store");
    try (Client client = start(store)) {
      client.put("9 0 60", "first");
      client.put("8 0 60", "second");
      client.put("7 0 60", "third");
      client.ask("reserve");
      client.ask("reserve");
      assertThat(client.ask("release 3 10 0")).isEqualTo("RELEASED");
      assertThat(client.ask("bury 2 3")).isEqualTo("BURIED");
      client.ask("use paused");
      client.put("1 0 60", "waits");
      assertThat(client.ask("pause-tube paused 1000")).isEqualTo("PAUSED");
    }
    process.destroyForcibly().waitFor();

    try (Client client = start(store)) {
      assertThat(client.ask("peek-buried")).isEqualTo("FOUND 2 6\r\nsecond");
      assertThat(client.ask("stats-job 2")).contains("pri: 3\n", "ttr: 60\n", "state: buried\n");
      assertThat(client.ask("reserve")).isEqualTo("RESERVED 1 5\r\nfirst");
      assertThat(client.ask("reserve")).isEqualTo("RESERVED 3 5\r\nthird");
      client.ask("watch paused");
      assertThat(client.ask("reserve-with-timeout 0")).isEqualTo("TIMED_OUT");
      long next = Long.parseLong(client.put("1 0 60", "new").substring("INSERTED ".length()));
      assertThat(next).isGreaterThan(3);
    }
  }

  @Test
  void theReservationsOfAKilledServerEndWithinSecondsAtAnother() throws Exception {
    String store = RedisProcess.shared().uri() + "?prefix=" + UUID.randomUUID();
    try (Client killed = start(store)) {
      killed.put("1 0 100000", "abc");
      killed.ask("reserve");
      Process first = process;
      try (Client client = start(store)) {
        client.send("reserve-with-timeout 15\r\n");

        first.destroyForcibly().waitFor();

        assertThat(client.answer()).isEqualTo("RESERVED 1 3\r\nabc");
        assertThat(client.ask("stats-job 1")).contains("timeouts: 1\n", "reserves: 2\n");
        assertThat(client.ask("delete 1")).isEqualTo("DELETED");
      }
    }
  }

  @Test
  void aServerIsDrainedByASignalAndKeepsToItsLimits() throws Exception {
    try (Client client = start("memory:", "--beanstalkd-max-job-size", "2")) {
      assertThat(client.put("1 0 60", "ab")).isEqualTo("INSERTED 1");
      assertThat(client.put("1 0 60", "abc")).isEqualTo("JOB_TOO_BIG");

      new ProcessBuilder("kill", "-USR1", Long.toString(process.pid())).start().waitFor();

      while (!client.ask("stats").contains("draining: true\n")) {
        Thread.onSpinWait();
      }
      assertThat(client.put("1 0 60", "a")).isEqualTo("DRAINING");
      assertThat(client.ask("reserve")).isEqualTo("RESERVED 1 2\r\nab");
    }
  }

  private Client start(String store, String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("server", "--store", store));
    command.addAll(List.of(options));
    command.addAll(List.of("--http", "127.0.0.1:0", "--beanstalkd", "127.0.0.1:0"));
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    processes.add(process);
    return new Client(new InetSocketAddress(InetAddress.getLoopbackAddress(), port(process)));
  }

  private static int port(Process server) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(LISTENS)) {
        return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
      }
    }
    throw new IOException("the server has ended");
  }
}
