package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.engine.server.AuditLog;
import io.duetime.memory.MemoryEngine;
import io.duetime.server.access.Grant;
import io.duetime.server.access.Token;
import io.duetime.server.access.TokenStore;
import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.server.http.HttpFront;
import io.duetime.time.VirtualTime;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class BeanstalkdListenerTest {
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
  private final ServerSettings.Builder settings =
      ServerSettings.builder().store("memory:").http(new HostPort("127.0.0.1", 0));

  @Test
  void aServerRunsWithoutTheProtocolIfTheDefaultPortIsInUse() throws IOException {
    settings.set(Setting.BEANSTALKD, Setting.BEANSTALKD.byDefault().orElseThrow());

    try (Closeable taken =
            take(
                ((BeanstalkdAddress.Place.Port)
                        Setting.BEANSTALKD.byDefault().orElseThrow().get(0).place())
                    .address()
                    .port());
        DuetimeServer server = DuetimeServer.start(settings.build(), time)) {
      assertThat(taken).isNotNull();
      assertThat(server.beanstalkd()).isEmpty();
    }
  }

  @Test
  void aServerDoesNotStartIfThePortThatWasAskedForIsInUse() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      settings.set(Setting.BEANSTALKD, List.of(at(taken.getLocalPort(), null)));

      assertThatThrownBy(() -> DuetimeServer.start(settings.build(), time))
          .isInstanceOf(HttpFront.ListenFailure.class);
    }
  }

  @Test
  void theFirstTokenClosesTheConnectionsAndLaterOnesLogIn() throws Exception {
    MemoryEngine engine = new MemoryEngine(time);
    try (DuetimeServer server = DuetimeServer.over(engine, onAnyPort(), time);
        Client open = new Client(server.beanstalkd().get(0))) {
      assertThat(open.ask("use mail")).isEqualTo("USING mail");

      String secret = create(engine, "root", "admin");
      time.advance(Duration.ofSeconds(5));

      assertThat(open.answer()).isEmpty();
      try (Client stranger = new Client(server.beanstalkd().get(0));
          Client liar = new Client(server.beanstalkd().get(0));
          Client later = new Client(server.beanstalkd().get(0))) {
        assertThat(stranger.ask("use mail")).isEqualTo("TOKEN_MISSING");
        assertThat(stranger.answer()).isEmpty();
        assertThat(liar.ask("auth duetime_wrong")).isEqualTo("TOKEN_INVALID");
        assertThat(liar.answer()).isEmpty();
        assertThat(later.ask("auth " + secret)).isEqualTo("AUTHENTICATED");
        assertThat(later.ask("use mail")).isEqualTo("USING mail");
      }
    }
  }

  @Test
  void aClientThatDoesNotLogInIsDisconnectedInTheEnd() throws Exception {
    MemoryEngine engine = new MemoryEngine(time);
    String secret = create(engine, "root", "admin");
    try (DuetimeServer server = DuetimeServer.over(engine, onAnyPort(), time);
        Client silent = new Client(server.beanstalkd().get(0));
        Client known = new Client(server.beanstalkd().get(0))) {
      // Its answer comes after both connections are open.
      assertThat(known.ask("auth " + secret)).isEqualTo("AUTHENTICATED");
      for (int second = 0; second < 13; second++) {
        time.advance(Duration.ofSeconds(1));
        assertThat(known.ask("use mail")).isEqualTo("USING mail");
      }

      assertThat(silent.answer()).isEmpty();
    }
  }

  @Test
  void aWrongTokenIsCountedAndRecorded() throws Exception {
    MemoryEngine engine = new MemoryEngine(time);
    String secret = create(engine, "root", "admin");
    try (DuetimeServer server = DuetimeServer.over(engine, onAnyPort(), time);
        Client wrong = new Client(server.beanstalkd().get(0));
        Client right = new Client(server.beanstalkd().get(0))) {
      assertThat(wrong.ask("auth duetime_guess")).isEqualTo("TOKEN_INVALID");
      assertThat(right.ask("auth " + secret)).isEqualTo("AUTHENTICATED");

      assertThat(metrics(server, secret))
          .contains("duetime_logins_refused_total{reason=\"invalid\"} 1.0")
          .contains("duetime_logins_refused_total{reason=\"missing\"} 0.0");
      assertThat(engine.auditEntries(AuditLog.NEWEST, 10).toCompletableFuture().join())
          .singleElement()
          .satisfies(entry -> assertThat(entry.event().action()).isEqualTo("refused login"));
    }
  }

  @Test
  void connectionsThatHaveNotLoggedInTakeAQuarterOfTheLimit() throws Exception {
    MemoryEngine engine = new MemoryEngine(time);
    String secret = create(engine, "root", "admin");
    settings
        .set(Setting.BEANSTALKD, List.of(at(0, null)))
        .set(Setting.BEANSTALKD_MAX_CONNECTIONS, 8);
    try (DuetimeServer server = DuetimeServer.over(engine, settings.build(), time);
        Client first = new Client(server.beanstalkd().get(0));
        Client second = new Client(server.beanstalkd().get(0));
        Client refused = new Client(server.beanstalkd().get(0))) {
      assertThat(refused.answer()).isEqualTo("OUT_OF_MEMORY");
      refused.assertClosed();

      assertThat(first.ask("auth " + secret)).isEqualTo("AUTHENTICATED");
      try (Client third = new Client(server.beanstalkd().get(0))) {
        assertThat(third.ask("auth " + secret)).isEqualTo("AUTHENTICATED");
        assertThat(second.ask("auth " + secret)).isEqualTo("AUTHENTICATED");
      }
    }
  }

  @Test
  void aWebPageRunsNoCommandWithTheTokenOfAListener() throws Exception {
    MemoryEngine engine = new MemoryEngine(time);
    create(engine, "root", "admin");
    settings.set(Setting.BEANSTALKD, List.of(at(0, "root")));
    try (DuetimeServer server = DuetimeServer.over(engine, settings.build(), time);
        Client page = new Client(server.beanstalkd().get(0));
        Client client = new Client(server.beanstalkd().get(0))) {
      page.send("POST / HTTP/1.1\r\n\r\npause-tube default 60\r\nput 0 0 60 1\r\na\r\n");

      page.assertClosed();
      assertThat(client.ask("stats-tube default")).contains("pause: 0\n", "total-jobs: 0\n");
    }
  }

  @Test
  void aListenerGivesItsTokenToAllConnectionsUntilItIsRevoked() throws Exception {
    MemoryEngine engine = new MemoryEngine(time);
    create(engine, "root", "admin");
    create(engine, "mailer", "produce=mail");
    settings.set(Setting.BEANSTALKD, List.of(at(0, "mailer"), at(0, null)));
    try (DuetimeServer server = DuetimeServer.over(engine, settings.build(), time);
        Client open = new Client(server.beanstalkd().get(0));
        Client other = new Client(server.beanstalkd().get(1))) {
      assertThat(open.ask("use mail")).isEqualTo("USING mail");
      assertThat(open.put("1 0 60", "a")).isEqualTo("INSERTED 1");
      assertThat(other.ask("use mail")).isEqualTo("TOKEN_MISSING");

      new TokenStore(engine, new SecureRandom()).revoke("mailer").toCompletableFuture().join();
      time.advance(Duration.ofSeconds(5));

      assertThat(open.answer()).isEmpty();
      try (Client later = new Client(server.beanstalkd().get(0))) {
        assertThat(later.ask("use mail")).isEqualTo("TOKEN_INVALID");
      }
    }
  }

  @Test
  void aServerDoesNotStartIfAListenerNamesNoToken() {
    settings.set(Setting.BEANSTALKD, List.of(at(0, "unknown")));

    assertThatThrownBy(() -> DuetimeServer.start(settings.build(), time))
        .hasMessageContaining("beanstalkd is '127.0.0.1:0=unknown'; allowed: the name of a token");
  }

  @Test
  void aServerDoesNotListenBeyondLoopbackWithoutTokens() {
    settings.set(
        Setting.BEANSTALKD, List.of(new BeanstalkdAddress(new HostPort("0.0.0.0", 0), null)));

    assertThatThrownBy(() -> DuetimeServer.start(settings.build(), time))
        .hasMessageContaining("beanstalkd is '0.0.0.0:0'; allowed: a loopback address while");
  }

  private static String create(MemoryEngine engine, String name, String grant) {
    return new TokenStore(engine, new SecureRandom())
        .create(name, List.of(Grant.parse(grant)), Token.Bounds.NONE)
        .toCompletableFuture()
        .join()
        .orElseThrow()
        .secret()
        .text();
  }

  @Test
  void itsConnectionsAreCounted() throws Exception {
    try (DuetimeServer server = DuetimeServer.over(new MemoryEngine(time), onAnyPort(), time);
        Client open = new Client(server.beanstalkd().get(0))) {
      assertThat(open.ask("use mail")).isEqualTo("USING mail");

      assertThat(metrics(server)).contains("duetime_connections{protocol=\"beanstalkd\"} 1.0");
    }
  }

  private static BeanstalkdAddress at(int port, @Nullable String token) {
    return new BeanstalkdAddress(new HostPort("127.0.0.1", port), token);
  }

  private ServerSettings onAnyPort() {
    return settings.set(Setting.BEANSTALKD, List.of(at(0, null))).build();
  }

  private static String metrics(DuetimeServer server, String... secret) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + server.http().getPort() + "/metrics");
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    for (String one : secret) {
      request.header("Authorization", "Bearer " + one);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()).body();
  }

  /** Takes a port, unless another program has it already. */
  private static Closeable take(int port) throws IOException {
    try {
      return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    } catch (BindException inUse) {
      return () -> {};
    }
  }
}
