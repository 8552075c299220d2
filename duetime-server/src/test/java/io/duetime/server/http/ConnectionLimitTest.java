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

/** More connections than the server serves. */
class ConnectionLimitTest {
  @RegisterExtension
  private final TestServer server =
      new TestServer(
          HttpLimits.DEFAULT,
          new HttpLimits.Connections(10, 1, Duration.ofMinutes(1), Duration.ofMillis(500)));

  private final List<Socket> sockets = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  @Test
  void beyondTheLimitOnlyHealthAndMetricsAreAnswered() throws IOException {
    takeAll();

    Socket eleventh = connect();
    send(eleventh, "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
    BufferedReader answers = reader(eleventh);
    assertThat(answers.readLine()).isEqualTo("HTTP/1.1 200 OK");
    send(eleventh, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertThat(answers.lines().anyMatch(line -> line.endsWith("HTTP/1.1 200 OK"))).isTrue();
    send(eleventh, "GET /v1/queues HTTP/1.1\r\nHost: localhost\r\n\r\n");
    List<String> refused = answers.lines().toList();

    assertThat(refused).contains("HTTP/1.1 503 Service Unavailable");
    assertThat(refused).last().asString().contains("TOO_MANY_CONNECTIONS");
  }

  @Test
  void silentConnectionsMakeRoomForOthers() throws IOException {
    for (int i = 0; i < 30; i++) {
      connect();
    }

    Socket busy = connect();
    send(busy, "GET /v1/queues HTTP/1.1\r\nHost: localhost\r\n\r\n");

    assertThat(reader(busy).readLine()).isEqualTo("HTTP/1.1 200 OK");
    assertThat(sockets.get(0).getInputStream().read()).as("the oldest one").isEqualTo(-1);
  }

  private void takeAll() throws IOException {
    for (int i = 0; i < 10; i++) {
      Socket busy = connect();
      send(
          busy,
          """
          PUT /v1/queues/q/jobs/a HTTP/1.1\r
          Host: localhost\r
          Content-Length: 1\r
          Expect: 100-continue\r
          \r
          """);
      // The server has read the request.
      assertThat(reader(busy).readLine()).isEqualTo("HTTP/1.1 100 Continue");
    }
  }

  @Test
  void aHeaderThatIsUnfinishedForTooLongIsClosed() throws IOException {
    Socket first = connect();
    send(first, "GET /health/live HTTP/1.1\r\nHost: local");
    Socket second = connect();
    String live = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
    send(second, live + "GET /health/live");

    assertThat(first.getInputStream().read()).isEqualTo(-1);
    assertThat(reader(second).lines()).as("until it is closed").contains("HTTP/1.1 200 OK");
  }

  @Test
  void connectionsThatHaveEndedLeaveRoom() throws IOException {
    for (int i = 0; i < 30; i++) {
      Socket socket = connect();
      send(socket, "GET /v1/queues HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

      assertThat(reader(socket).lines()).first().isEqualTo("HTTP/1.1 200 OK");
    }
  }

  @Test
  void aBodyThatWaitsForItsContinueIsRead() throws IOException {
    Socket socket = connect();
    send(
        socket,
        """
        PUT /v1/queues/q/jobs/a HTTP/1.1\r
        Host: localhost\r
        Content-Length: 1\r
        Expect: 100-continue\r
        \r
        """);
    BufferedReader answer = reader(socket);
    assertThat(answer.readLine()).isEqualTo("HTTP/1.1 100 Continue");
    assertThat(answer.readLine()).isEmpty();
    send(socket, "x");

    assertThat(answer.readLine()).isEqualTo("HTTP/1.1 201 Created");
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
