package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.memory.MemoryEngine;
import io.duetime.server.access.Grant;
import io.duetime.server.access.Token;
import io.duetime.server.access.TokenStore;
import io.duetime.time.SystemTime;
import io.duetime.time.VirtualTime;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tokens on running servers, which watch their store by themselves. */
@Tag("full")
class TokensOfServersTest {
  /** Revoking holds within 5 s; the rest is for a slow machine. */
  private static final int GUARD_MILLIS = 60_000;

  private final SystemTime time = new SystemTime();
  private final MemoryEngine engine = new MemoryEngine(time);
  private final TokenStore tokens = new TokenStore(engine, new SecureRandom());

  @AfterEach
  void stop() {
    time.close();
  }

  @Test
  void aRevokedTokenLosesItsConnectionAlsoWhileAClaimWaits() throws Exception {
    token("root", "admin");
    String app = token("app", "consume");
    try (DuetimeServer server = DuetimeServer.over(engine, settings("127.0.0.1").build(), time);
        Socket socket = new Socket(server.http().getAddress(), server.http().getPort())) {
      socket.setSoTimeout(GUARD_MILLIS);
      String body = "{\"wait\":\"5m\"}";
      send(socket, app, "POST /v1/queues/q/claim", body);

      revoke("app");

      assertThat(statusLine(socket)).doesNotContain(" 200 ");
    }
  }

  @Test
  void anotherServersRevocationHolds() throws Exception {
    token("root", "admin");
    String app = token("app", "read");
    try (DuetimeServer server = DuetimeServer.over(engine, settings("127.0.0.1").build(), time);
        Socket socket = new Socket(server.http().getAddress(), server.http().getPort())) {
      socket.setSoTimeout(GUARD_MILLIS);
      send(socket, app, "GET /v1/queues", "");
      assertThat(statusLine(socket)).startsWith("HTTP/1.1 200");

      revoke("app");

      awaitEnd(socket);
      try (Socket again = new Socket(server.http().getAddress(), server.http().getPort())) {
        again.setSoTimeout(GUARD_MILLIS);
        send(again, app, "GET /v1/queues", "");
        assertThat(statusLine(again)).startsWith("HTTP/1.1 401");
      }
    }
  }

  @Test
  void aRevocationHoldsAtOnceWhenTheServerIsTold() throws Exception {
    VirtualTime still = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
    token("root", "admin");
    String app = token("app", "consume");
    try (DuetimeServer server = DuetimeServer.over(engine, settings("127.0.0.1").build(), still);
        Socket socket = new Socket(server.http().getAddress(), server.http().getPort())) {
      socket.setSoTimeout(GUARD_MILLIS);
      send(socket, app, "POST /v1/queues/q/claim", "{\"wait\":\"5m\"}");
      revoke("app");

      server.readAgain();

      assertThat(statusLine(socket)).doesNotContain(" 200 ");
    }
  }

  @Test
  void aServerListensBeyondLoopbackOnlyWithTokensOrWhenToldSo() {
    assertThatThrownBy(() -> DuetimeServer.over(memory(), settings("0.0.0.0").build(), time))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("a loopback address while there is no token")
        .hasMessageContaining("--allow-network-without-tokens");

    DuetimeServer.over(
            memory(),
            settings("0.0.0.0").set(Setting.ALLOW_NETWORK_WITHOUT_TOKENS, true).build(),
            time)
        .close();
    token("root", "admin");
    DuetimeServer.over(engine, settings("0.0.0.0").build(), time).close();
  }

  private MemoryEngine memory() {
    return new MemoryEngine(time);
  }

  private static ServerSettings.Builder settings(String host) {
    return ServerSettings.builder().store("memory:").http(new HostPort(host, 0));
  }

  private String token(String name, String grant) {
    return tokens
        .create(name, List.of(Grant.parse(grant)), Token.Bounds.NONE)
        .toCompletableFuture()
        .join()
        .orElseThrow()
        .secret()
        .text();
  }

  private void revoke(String name) {
    assertThat(tokens.revoke(name).toCompletableFuture().join()).isTrue();
  }

  private static void send(Socket socket, String token, String line, String body)
      throws IOException {
    String request =
        line
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: "
            + "Bearer "
            + token
            + "\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
  }

  /** The first line of an answer; empty if the connection ends without one. */
  private static String statusLine(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      line.append((char) c);
    }
    return line.toString();
  }

  private static void awaitEnd(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    while (in.read() >= 0) {
      // The rest of the answer.
    }
  }
}
