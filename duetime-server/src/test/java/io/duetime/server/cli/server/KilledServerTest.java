package io.duetime.server.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left after the process of the server was killed. */
class KilledServerTest {
  private static final String LISTENS = "beanstalkd protocol on ";

  @TempDir private Path folder;
  private Process process;

  @AfterEach
  void end() {
    process.destroyForcibly();
  }

  @Test
  void jobsKeepTheirNumbersPrioritiesAndStatesAndTubesTheirPauses() throws Exception {
    try (Client client = start()) {
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

    try (Client client = start()) {
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

  private Client start() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("server", "--store", "embedded:" + folder.resolve("store")));
    command.addAll(List.of("--http", "127.0.0.1:0", "--beanstalkd", "127.0.0.1:0"));
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
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
