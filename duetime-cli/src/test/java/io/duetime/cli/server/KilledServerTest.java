package io.duetime.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.ServerCommandProcess;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.server.beanstalkd.fixture.Client;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left after the process of the server was killed. */
@Tag("full")
class KilledServerTest {
  @TempDir private Path folder;
  private ServerCommandProcess process;
  private final List<ServerCommandProcess> processes = new ArrayList<>();

  @AfterEach
  void end() {
    processes.forEach(ServerCommandProcess::close);
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
    process.kill();

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
      ServerCommandProcess first = process;
      try (Client client = start(store)) {
        client.send("reserve-with-timeout 15\r\n");

        first.kill();

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
    process = new ServerCommandProcess(store, options);
    processes.add(process);
    return new Client(process.beanstalkd());
  }
}
