package io.duetime.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.fixture.TestServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients that hold connections without using them. */
class IdleConnectionTest {
  private static final String LIVE = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";

  @RegisterExtension
  private final TestServer server =
      new TestServer(
          HttpLimits.DEFAULT,
          new HttpLimits.Connections(10, 1, Duration.ofMillis(300), Duration.ofMillis(300)));

  private final List<Socket> sockets = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  @Test
  void aSilentConnectionIsClosed() throws IOException {
    assertThat(connect().getInputStream().read()).isEqualTo(-1);
  }

  @Test
  void aHalfHeaderIsClosed() throws IOException {
    Socket socket = connect();
    send(socket, "GET /health/live HTTP/1.1\r\nHost: local");

    assertThat(socket.getInputStream().read()).isEqualTo(-1);
  }

  @Test
  void anAnsweredConnectionIsClosedWhenItStaysSilent() throws IOException {
    Socket socket = connect();
    send(socket, LIVE);

    assertThat(reader(socket).lines()).element(0).isEqualTo("HTTP/1.1 200 OK");
    assertThat(socket.getInputStream().read()).isEqualTo(-1);
  }

  @Test
  void aStreamBehindAnotherRequestStaysOpen() throws IOException {
    Socket socket = connect();
    send(socket, LIVE + "GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    BufferedReader stream = reader(socket);
    awaitLine(stream, "\"snapshot\":true");

    assertThat(connect().getInputStream().read()).as("a silent one is closed").isEqualTo(-1);
    server.put("/v1/queues/q/jobs/a", "x");

    awaitLine(stream, "\"queue\":\"q\"");
  }

  private static void awaitLine(BufferedReader lines, String part) throws IOException {
    String line = lines.readLine();
    while (!line.contains(part)) {
      line = lines.readLine();
      assertThat(line).as("a line with " + part).isNotNull();
    }
  }

  @Test
  void aHalfClosedConnectionIsClosed() throws IOException {
    Socket socket = connect();
    send(
        socket,
        "PUT /v1/queues/q/jobs/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nx");
    socket.shutdownOutput();

    assertThat(socket.getInputStream().read()).isEqualTo(-1);
    assertThat(server.get("/v1/queues/q/jobs/a").status()).isEqualTo(404);
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(server.address().getAddress(), server.address().getPort());
    socket.setSoTimeout(20_000);
    sockets.add(socket);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }
}
