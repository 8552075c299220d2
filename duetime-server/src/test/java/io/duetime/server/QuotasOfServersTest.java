package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.memory.MemoryEngine;
import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.time.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quotas of a whole server, over the beanstalkd protocol. */
@Tag("full")
class QuotasOfServersTest {
  private static final String INSERTED = "INSERTED \\d+";
  private static final String REFUSED = "OUT_OF_MEMORY";

  @TempDir private Path folder;
  private final SystemTime time = new SystemTime();
  private final MemoryEngine engine = new MemoryEngine(time);
  private Path file;

  @BeforeEach
  void aFile() throws IOException {
    file = folder.resolve("quotas.yml");
    declare("{queues: mail, maxWaiting: 2, maxAhead: 1h, maxPayload: 10}");
  }

  @AfterEach
  void stop() {
    engine.close();
    time.close();
  }

  @Test
  void aPutIsWithinEachLimit() throws IOException {
    try (DuetimeServer server = start();
        Client client = client(server)) {
      client.ask("use mail");
      assertThat(client.put("1 0 60", "x".repeat(11))).isEqualTo(REFUSED);
      assertThat(client.put("1 3601 60", "x")).isEqualTo(REFUSED);
      assertThat(client.put("1 3600 60", "x".repeat(10))).matches(INSERTED);
      assertThat(client.put("1 0 60", "x")).matches(INSERTED);
      assertThat(client.put("1 0 60", "x")).isEqualTo(REFUSED);

      client.ask("use orders");
      assertThat(client.put("1 99999 60", "x".repeat(11))).matches(INSERTED);
    }
  }

  @Test
  void aReleaseAddsNoJobAndIsNotRefused() throws IOException {
    try (DuetimeServer server = start();
        Client client = client(server)) {
      client.ask("use mail");
      client.ask("watch mail");
      String number = client.put("1 0 60", "x").split(" ", -1)[1];
      client.ask("reserve");
      client.put("1 0 60", "x");
      client.put("1 0 60", "x");

      assertThat(client.ask("release " + number + " 1 7200")).isEqualTo("RELEASED");
      assertThat(client.put("1 0 60", "x")).isEqualTo(REFUSED);
    }
  }

  @Test
  void aKickOfBuriedJobsIsWithinTheQuota() throws IOException {
    try (DuetimeServer server = start();
        Client client = client(server)) {
      client.ask("use mail");
      client.ask("watch mail");
      for (int i = 0; i < 3; i++) {
        String number = client.put("1 0 60", "x").split(" ", -1)[1];
        client.ask("reserve");
        client.ask("bury " + number + " 1");
      }

      assertThat(client.ask("kick 10")).isEqualTo("KICKED 2");
    }
  }

  @Test
  void aPausedTubeKeepsItsQuota() throws IOException {
    try (DuetimeServer server = start();
        Client client = client(server)) {
      client.ask("use mail");
      client.put("1 0 60", "x");

      assertThat(client.ask("pause-tube mail 60")).isEqualTo("PAUSED");
      assertThat(engine.settings("mail").toCompletableFuture().join().maxWaiting()).isEqualTo(2);
    }
  }

  @Test
  void quotasAreReadAgainUnlessTheFileIsWrong() throws IOException {
    try (DuetimeServer server = start();
        Client client = client(server)) {
      client.ask("use orders");
      client.put("1 0 60", "x");
      declare("{queues: '*', maxWaiting: 1}");
      assertThat(client.put("1 0 60", "x")).matches(INSERTED);

      server.readAgain();
      assertThat(client.put("1 0 60", "x")).isEqualTo(REFUSED);

      declare("{queues: '*'}");
      server.readAgain();
      assertThat(client.put("1 0 60", "x")).isEqualTo(REFUSED);
    }
  }

  @Test
  void aServerDoesNotStartWithAWrongFile() throws IOException {
    declare("{queues: mail}");

    assertThatThrownBy(this::start)
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("entry 1, limit is missing");
    assertThatThrownBy(() -> engine.queues().toCompletableFuture().join())
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("closed");
  }

  private DuetimeServer start() {
    return DuetimeServer.over(
        engine,
        ServerSettings.builder()
            .store("memory:")
            .http(new HostPort("127.0.0.1", 0))
            .set(
                Setting.BEANSTALKD,
                List.of(new BeanstalkdAddress(new HostPort("127.0.0.1", 0), null)))
            .set(Setting.QUOTAS_FILE, file)
            .build(),
        time);
  }

  private static Client client(DuetimeServer server) throws IOException {
    return new Client(server.beanstalkd().get(0));
  }

  private void declare(String entry) throws IOException {
    Files.writeString(file, "quotas:\n  - " + entry + "\n");
  }
}
