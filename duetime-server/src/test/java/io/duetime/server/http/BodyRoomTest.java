package io.duetime.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Bodies and lines that are held together, with a share for each token. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class BodyRoomTest {
  private static final String JOB = "/v1/queues/q/jobs/a";
  private static final int SHARE = 500_000;

  @RegisterExtension
  private final TestServer server =
      new TestServer(
          new HttpLimits(
              1 << 20, SHARE, 1 << 20, 2L * SHARE, Duration.ofMillis(300), Duration.ofMinutes(5)));

  @RegisterExtension
  private final TestServer patient =
      new TestServer(
          new HttpLimits(
              1 << 20, SHARE, 1 << 20, 2L * SHARE, Duration.ofMinutes(5), Duration.ofMinutes(5)));

  private final List<Socket> held = new ArrayList<>();
  private String one = "";
  private String two = "";
  private String three = "";

  @BeforeEach
  void makeTokens() {
    patient.token("root", "admin=*");
    one = patient.token("one", "produce=*");
    two = patient.token("two", "produce=*");
    three = patient.token("three", "produce=*");
  }

  @AfterEach
  void close() throws IOException {
    for (Socket socket : held) {
      socket.close();
    }
  }

  @Test
  void oneTokenGetsItsShareAndLeavesTheRestToOthers() throws IOException {
    holdBody(one, 290_000);

    TestResponse refused = putUntil(Set.of(503), one, 300_000);

    assertThat(refused.at("/code")).isEqualTo("TOO_MANY_BYTES");
    assertThat(refused.at("/detail")).contains("share of " + SHARE);
    assertThat(put(two, 300_000).status()).isBetween(200, 201);
    close();
    putUntil(Set.of(200), one, 300_000);
  }

  @Test
  void smallBodiesAreServedWhileLargeOnesTakeTheRest() throws IOException {
    holdBody(one, 480_000);
    holdBody(two, 450_000);
    putUntil(Set.of(503), one, 60_000);
    putUntil(Set.of(503), two, 60_000);

    assertThat(put(three, 66_000).status()).isEqualTo(503);
    assertThat(put(three, 60_000).status()).isBetween(200, 201);
  }

  @Test
  void anUnfinishedLineOfAStreamTakesRoom() throws IOException {
    hold(
        one,
        "POST /v1/queues/q/jobs",
        "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
            + Integer.toHexString(400_000)
            + "\r\n"
            + "x".repeat(400_000)
            + "\r\n");

    TestResponse refused = putUntil(Set.of(503), one, 110_000);

    assertThat(refused.at("/code")).isEqualTo("TOO_MANY_BYTES");
    close();
    putUntil(Set.of(200, 201), one, 110_000);
  }

  @Test
  void aLineThatFindsNoRoomForLongIsRefusedByItself() {
    String large = "{\"id\":\"large\",\"payload\":\"" + "x".repeat(SHARE) + "\"}\n";

    TestResponse got = server.postLines("/v1/queues/q/jobs", large + "{\"id\":\"small\"}\n");

    assertThat(got.body().lines())
        .satisfiesExactly(
            first -> assertThat(first).contains("REFUSED", "TOO_MANY_BYTES"),
            second -> assertThat(second).contains("CREATED"));
  }

  @Test
  void aStreamOfAnyLengthNeedsTheRoomOfItsUnscheduledLinesOnly() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      lines.append("{\"id\":\"").append(i).append("\",\"payload\":\"");
      lines.append("x".repeat(100_000)).append("\"}\n");
    }

    TestResponse got = server.postLines("/v1/queues/q/jobs", lines.toString());

    assertThat(got.body().lines()).hasSize(40).allMatch(line -> line.contains("CREATED"));
  }

  private void holdBody(String token, int bytes) throws IOException {
    hold(
        token,
        "PUT /v1/queues/q/jobs/b",
        "Content-Length: " + (bytes + 1) + "\r\n\r\n" + "x".repeat(bytes));
  }

  private void hold(String token, String call, String rest) throws IOException {
    Socket socket = new Socket(patient.address().getAddress(), patient.address().getPort());
    held.add(socket);
    String head = call + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token + "\r\n";
    socket.getOutputStream().write((head + rest).getBytes(StandardCharsets.US_ASCII));
  }

  /** Sends a body again and again, as other connections come and go in their own time. */
  private TestResponse putUntil(Set<Integer> statuses, String token, int bytes) {
    TestResponse answer = put(token, bytes);
    while (!statuses.contains(answer.status())) {
      answer = put(token, bytes);
    }
    return answer;
  }

  private TestResponse put(String token, int bytes) {
    return patient.send(
        "PUT", JOB, BodyPublishers.ofString("x".repeat(bytes)), "Authorization", "Bearer " + token);
  }
}
