package io.duetime.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.server.beanstalkd.fixture.TestStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients that send too much, too little or nothing at all. */
class BadClientsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int MAX_CONNECTIONS = 3;

  @RegisterExtension
  private final BeanstalkdServer server =
      new BeanstalkdServer(
          TestStore.MEMORY,
          new BeanstalkdLimits(
              60_000,
              MAX_CONNECTIONS,
              1_000,
              PATIENCE,
              Duration.ofSeconds(10),
              BeanstalkdLimits.DEFAULT.tubeRetention()));

  @Test
  void aConnectionBeyondTheLimitIsRefusedWhileTheOthersWork() {
    List<Client> clients = new ArrayList<>();
    for (int i = 0; i < MAX_CONNECTIONS; i++) {
      Client client = server.connect();
      assertThat(client.ask("use a")).isEqualTo("USING a");
      clients.add(client);
    }

    Client refused = server.connect();
    assertThat(refused.answer()).isEqualTo("OUT_OF_MEMORY");
    assertThat(refused.answer()).isEmpty();
    assertThat(clients.get(0).put("1 0 60", "abc")).isEqualTo("INSERTED 1");

    clients.get(1).close();
    awaitConnections(clients.get(0), MAX_CONNECTIONS - 1);
    assertThat(server.connect().ask("use b")).isEqualTo("USING b");
  }

  @Test
  void aClientThatSendsHalfACommandIsDisconnected() {
    Client line = server.connect();
    assertThat(line.send("use a\r\nput 1 0 ").answer()).isEqualTo("USING a");
    Client body = server.connect();
    assertThat(body.send("use a\r\nput 1 0 60 10\r\nabc").answer()).isEqualTo("USING a");
    Client idle = server.connect();
    assertThat(idle.ask("use a")).isEqualTo("USING a");

    stepBeyondPatience(idle);

    assertThat(line.answer()).isEmpty();
    assertThat(body.answer()).isEmpty();
    assertThat(idle.ask("use a")).isEqualTo("USING a");
  }

  @Test
  void aClientThatWaitsForAJobStays() {
    Client waiting = server.connect();
    waiting.send("reserve\r\nuse b\r\nuse c");
    Client other = server.connect();
    while (!other.ask("stats").contains("current-waiting: 1\n")) {
      Thread.onSpinWait();
    }

    stepBeyondPatience(other);

    other.put("1 0 60", "abc");
    assertThat(waiting.answer()).endsWith("abc");
    assertThat(waiting.answer()).isEqualTo("USING b");
  }

  @Test
  void aClientThatDoesNotReadItsAnswersIsDisconnectedAndHoldsLittleMemory() {
    Client observer = server.connect();
    observer.put("1 0 60", "x".repeat(60_000));
    Client silent = server.connect();
    // More answers than the buffers of both sides hold; the server stops to read them.
    CompletableFuture<Void> sending =
        CompletableFuture.runAsync(() -> {
          for (int i = 0; i < 200_000; i++) {
            silent.send("peek 1\r\n".repeat(100));
          }
        });
    long peeks = -1;
    for (long next = peeks(observer); next != peeks || next == 0; next = peeks(observer)) {
      peeks = next;
      for (int i = 0; i < 1_000; i++) {
        observer.ask("use a");
      }
    }

    stepBeyondPatience(observer);

    awaitConnections(observer, 1);
    assertThat(sending).failsWithin(Duration.ofSeconds(20));
    assertThat(peeks).isLessThan(10_000);
  }

  @Test
  void aReservedJobOfADisconnectedClientIsReadyAgain() {
    Client client = server.connect();
    client.put("1 0 1000", "abc");
    assertThat(client.send("reserve\r\ndelete").answer()).endsWith("abc");
    Client other = server.connect();
    other.ask("use a");

    stepBeyondPatience(other);

    assertThat(client.answer()).isEmpty();
    assertThat(other.ask("reserve")).isEqualTo("RESERVED 1 3\r\nabc");
  }

  private void stepBeyondPatience(Client observer) {
    // The loop does before each answer what the step before it asked for: it reads what was sent,
    // extends leases and looks for clients that stalled.
    for (int i = 0; i < 2 * PATIENCE.toSeconds(); i++) {
      observer.ask("list-tube-used");
      server.advance(Duration.ofSeconds(1));
    }
  }

  private static void awaitConnections(Client client, int connections) {
    while (!client.ask("stats").contains("current-connections: " + connections + "\n")) {
      Thread.onSpinWait();
    }
  }

  private static long peeks(Client client) {
    String stats = client.ask("stats");
    int from = stats.indexOf("cmd-peek: ") + "cmd-peek: ".length();
    return Long.parseLong(stats.substring(from, stats.indexOf('\n', from)));
  }
}
