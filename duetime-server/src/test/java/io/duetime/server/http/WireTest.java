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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests that no decent client sends. */
class WireTest {
  private static final String PUT = "PUT /v1/queues/q/jobs/a HTTP/1.1\r\nHost: localhost\r\n";

  @RegisterExtension
  private final TestServer server =
      new TestServer(
          new HttpLimits(
              1 << 20, 16 << 20, 4 << 20, 1 << 30, Duration.ofMillis(200), Duration.ofMinutes(5)));

  @Test
  void aBodyThatStopsComingIsGivenUp() throws IOException {
    assertThat(statusOf(PUT + "Content-Length: 10\r\n\r\nhalf"))
        .isEqualTo("HTTP/1.1 408 Request Timeout");
    assertThat(server.get("/v1/queues/q/jobs/a").status()).isEqualTo(404);
  }

  @Test
  void aCallerWhoGoesAwayHalfWaySchedulesNothing() throws IOException {
    try (Socket socket = connect()) {
      send(socket, PUT + "Content-Length: 10\r\n\r\nhalf");
    }

    assertThat(server.get("/v1/queues/q/jobs/a").status()).isEqualTo(404);
  }

  @Test
  void whatASenderOfLinesSentBeforeItLeftIsScheduled() throws IOException {
    try (Socket socket = connect()) {
      send(socket, "POST /v1/queues/q/jobs HTTP/1.1\r\nHost: localhost\r\n");
      send(socket, "Content-Type: application/x-ndjson\r\nContent-Length: 100\r\n\r\n");
      send(socket, "{\"id\":\"a\"}\n{\"id\":");
      BufferedReader reader = reader(socket);
      assertThat(reader.readLine()).isEqualTo("HTTP/1.1 200 OK");
      while (!reader.readLine().contains("\"id\":\"a\",\"outcome\":\"CREATED\"")) {
        // The rest of the head.
      }
    }

    assertThat(server.get("/v1/queues/q/jobs/a").status()).isEqualTo(200);
  }

  @Test
  void aBodyDeclaredTooLargeIsRefusedBeforeItComes() throws IOException {
    assertThat(statusOf(PUT + "Content-Length: 99999999999\r\n\r\n"))
        .isEqualTo("HTTP/1.1 413 Request Entity Too Large");
  }

  @Test
  void aBodyThatGrowsTooLargeIsRefused() throws IOException {
    String chunk = "100000\r\n" + "x".repeat(0x100000) + "\r\n";

    assertThat(statusOf(PUT + "Transfer-Encoding: chunked\r\n\r\n" + chunk + chunk))
        .isEqualTo("HTTP/1.1 413 Request Entity Too Large");
  }

  @Test
  void otherNamesThanLoopbackOnesAreRefused() throws IOException {
    assertThat(statusOf("GET /health/live HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
        .isEqualTo("HTTP/1.1 421 Misdirected Request");
    assertThat(statusOf("GET /health/live HTTP/1.1\r\nHost: LOCALHOST:8420\r\n\r\n"))
        .isEqualTo("HTTP/1.1 200 OK");
    assertThat(statusOf("GET /health/live HTTP/1.1\r\nHost: [::1]:8420\r\n\r\n"))
        .isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void pagesOfOtherSitesAreRefused() throws IOException {
    String live = "GET /health/live HTTP/1.1\r\nHost: localhost:8420\r\n";

    assertThat(statusOf(live + "Origin: https://evil.example\r\n\r\n"))
        .isEqualTo("HTTP/1.1 403 Forbidden");
    assertThat(statusOf(live + "Origin: null\r\n\r\n")).isEqualTo("HTTP/1.1 403 Forbidden");
    assertThat(statusOf(live + "Origin: http://localhost:8420\r\n\r\n"))
        .isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void browsersThatSayThatAnotherSiteCallsAreRefused() throws IOException {
    String live = "GET /health/live HTTP/1.1\r\nHost: localhost:8420\r\nSec-Fetch-Site: ";
    String link = "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n\r\n";

    assertThat(statusOf(live + "cross-site\r\n\r\n")).isEqualTo("HTTP/1.1 403 Forbidden");
    assertThat(statusOf(live + "same-site\r\n\r\n")).isEqualTo("HTTP/1.1 403 Forbidden");
    assertThat(statusOf(live + "cross-site\r\n" + link.replace("document", "iframe")))
        .isEqualTo("HTTP/1.1 403 Forbidden");
    assertThat(statusOf((live + "cross-site\r\n" + link).replace("GET", "PUT")))
        .isEqualTo("HTTP/1.1 403 Forbidden");
    assertThat(statusOf(live + "cross-site\r\n" + link)).isEqualTo("HTTP/1.1 200 OK");
    assertThat(statusOf(live + "same-origin\r\n\r\n")).isEqualTo("HTTP/1.1 200 OK");
    assertThat(statusOf(live + "none\r\n\r\n")).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void aHostThatIsNotClearIsRefused() throws IOException {
    String live = "GET /health/live HTTP/1.1\r\n";
    String refused = "HTTP/1.1 400 Bad Request";

    assertThat(statusOf(live + "\r\n")).isEqualTo(refused);
    assertThat(statusOf(live + "Host: localhost\r\nHost: localhost\r\n\r\n")).isEqualTo(refused);
    assertThat(statusOf(live + "Host: local host\r\n\r\n")).isEqualTo(refused);
    assertThat(statusOf("GET /health/live HTTP/1.0\r\nHost: localhost\r\n\r\n"))
        .isEqualTo("HTTP/1.0 200 OK");
  }

  @Test
  void aCallerThatIsNotAdmittedIsNotAskedForItsBody() throws IOException {
    server.token("root", "admin");

    assertThat(statusOf(PUT + "Content-Length: 1\r\nExpect: 100-continue\r\n\r\n"))
        .isEqualTo("HTTP/1.1 401 Unauthorized");
  }

  @Test
  void aBodyThatIsTooLargeIsNotAskedFor() throws IOException {
    assertThat(statusOf(PUT + "Content-Length: 99999999\r\nExpect: 100-continue\r\n\r\n"))
        .isEqualTo("HTTP/1.1 413 Request Entity Too Large");
  }

  @Test
  void aStreamThatWaitsForItsContinueIsAskedFor() throws IOException {
    String post = "POST /v1/queues/q/jobs HTTP/1.1\r\nHost: localhost\r\n";
    String lines = "Content-Type: application/x-ndjson\r\nContent-Length: 10\r\n";

    assertThat(statusOf(post + lines + "Expect: 100-continue\r\n\r\n"))
        .isEqualTo("HTTP/1.1 100 Continue");
  }

  @Test
  void lineAndHeadersAreBounded() throws IOException {
    String live = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n";

    assertThat(statusOf("GET /" + "x".repeat(8 << 10) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .isEqualTo("HTTP/1.0 414 Request-URI Too Long");
    assertThat(statusOf(live + ("h: " + "x".repeat(1_000) + "\r\n").repeat(17) + "\r\n"))
        .isEqualTo("HTTP/1.1 431 Request Header Fields Too Large");
    assertThat(statusOf(live + "h: x\r\n".repeat(100) + "\r\n"))
        .isEqualTo("HTTP/1.1 431 Request Header Fields Too Large");
    assertThat(statusOf(live + ("h: " + "x".repeat(150) + "\r\n").repeat(99) + "\r\n"))
        .isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void trailersAreBounded() throws IOException {
    String trailers = "h: x\r\n".repeat(101) + "\r\n";

    assertThat(statusOf(PUT + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n" + trailers))
        .isNotEqualTo("HTTP/1.1 201 Created");
    assertThat(server.get("/v1/queues/q/jobs/a").status()).isEqualTo(404);
  }

  @Test
  void whatIsNoHttpIsAnsweredWith400() throws IOException {
    assertThat(statusOf("put 0 0 5 5\r\nhello\r\n\r\n")).contains(" 400 ");
  }

  @Test
  void aConnectionGoesOnAfterARefusal() throws IOException {
    try (Socket socket = connect()) {
      BufferedReader reader = reader(socket);
      send(socket, "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(reader.readLine()).isEqualTo("HTTP/1.1 404 Not Found");

      send(socket, "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(reader.lines().anyMatch(line -> line.endsWith("HTTP/1.1 200 OK"))).isTrue();
    }
  }

  private String statusOf(String request) throws IOException {
    try (Socket socket = connect()) {
      send(socket, request);
      return reader(socket).readLine();
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(server.address().getAddress(), server.address().getPort());
    socket.setSoTimeout(20_000);
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
