package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.internal.memory.MemoryEngine;
import io.duetime.internal.time.VirtualTime;
import io.duetime.server.access.Grant;
import io.duetime.server.access.Token;
import io.duetime.server.access.TokenStore;
import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.server.http.ListenFailure;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class BeanstalkdListenerTest {
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
  private final ServerSettings.Builder settings =
      ServerSettings.builder().store("memory:").http(new HostPort("127.0.0.1", 0));

  @Test
  void aServerRunsWithoutTheProtocolIfTheDefaultPortIsInUse() throws IOException {
    settings.beanstalkd(ServerSettings.DEFAULT_BEANSTALKD);

    try (Closeable taken = take(ServerSettings.DEFAULT_BEANSTALKD.port());
        DuetimeServer server = DuetimeServer.start(settings.build(), time)) {
      assertThat(taken).isNotNull();
      assertThat(server.beanstalkd()).isEmpty();
    }
  }

  @Test
  void aServerDoesNotStartIfThePortThatWasAskedForIsInUse() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      settings.beanstalkd(new HostPort("127.0.0.1", taken.getLocalPort()));

      assertThatThrownBy(() -> DuetimeServer.start(settings.build(), time))
          .isInstanceOf(ListenFailure.class);
    }
  }

  @Test
  void theFirstTokenClosesTheConnectionsAndNoneIsAcceptedAfterIt() throws Exception {
    MemoryEngine engine = new MemoryEngine(time);
    try (DuetimeServer server = DuetimeServer.over(engine, onAnyPort(), time);
        Client open = new Client(server.beanstalkd().orElseThrow())) {
      assertThat(open.ask("use mail")).isEqualTo("USING mail");

      new TokenStore(engine, new SecureRandom())
          .create("root", List.of(Grant.parse("admin")), Token.Bounds.NONE)
          .toCompletableFuture()
          .join();
      time.advance(Duration.ofSeconds(5));

      assertThat(open.answer()).isEmpty();
      try (Client later = new Client(server.beanstalkd().orElseThrow())) {
        assertThat(later.answer()).isEmpty();
      }
    }
  }

  @Test
  void itsConnectionsAreCounted() throws Exception {
    try (DuetimeServer server = DuetimeServer.over(new MemoryEngine(time), onAnyPort(), time);
        Client open = new Client(server.beanstalkd().orElseThrow())) {
      assertThat(open.ask("use mail")).isEqualTo("USING mail");

      assertThat(metrics(server)).contains("duetime_connections{protocol=\"beanstalkd\"} 1.0");
    }
  }

  private ServerSettings onAnyPort() {
    return settings.beanstalkd(new HostPort("127.0.0.1", 0)).build();
  }

  private static String metrics(DuetimeServer server) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + server.http().getPort() + "/metrics");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .body();
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
