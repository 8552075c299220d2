package io.duetime.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Bodies that are held together. */
class BodyRoomTest {
  private static final String JOB = "/v1/queues/q/jobs/a";

  @RegisterExtension
  private final TestServer server =
      new TestServer(
          new HttpLimits(
              1 << 20, 1 << 20, 1 << 20, 100_000, Duration.ofMinutes(5), Duration.ofMinutes(5)));

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void bodiesThatTogetherAreTooLargeAreRefusedUntilOthersHaveEnded() throws IOException {
    TestResponse refused;
    try (Socket socket = new Socket(server.address().getAddress(), server.address().getPort())) {
      String half =
          "PUT /v1/queues/q/jobs/b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 80000\r\n\r\n"
              + "x".repeat(60_000);
      socket.getOutputStream().write(half.getBytes(StandardCharsets.US_ASCII));

      refused = putUntil(503);
      assertThat(server.get("/health/live").status()).isEqualTo(200);
    }
    putUntil(200);

    assertThat(refused.at("/code")).isEqualTo("TOO_MANY_BYTES");
  }

  /** Sends a body again and again, as the other connection comes and goes in its own time. */
  private TestResponse putUntil(int status) {
    TestResponse answer = server.put(JOB, "x".repeat(60_000));
    while (answer.status() != status) {
      answer = server.put(JOB, "x".repeat(60_000));
    }
    return answer;
  }
}
