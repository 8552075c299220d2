package io.duetime.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Answers that callers ask for and do not read. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class AnswerRoomTest {
  private static final int JOBS = 20;
  private static final String LIST = "{\"payloadAs\":\"base64\"}";

  @RegisterExtension
  private final TestServer server =
      new TestServer(
          new HttpLimits(
              1 << 20, 16 << 20, 4 << 20, 60 << 20, Duration.ofMinutes(5), Duration.ofMinutes(5)));

  private final List<Socket> unread = new ArrayList<>();
  private String greedy = "";
  private String other = "";

  @BeforeEach
  void store() {
    String root = server.token("root", "admin=*", "produce=*", "consume=*", "payload=*");
    greedy = server.token("greedy", "consume=*", "payload=*", "read=*");
    other = server.token("other", "consume=*", "payload=*", "read=*");
    for (int i = 0; i < JOBS; i++) {
      String job = "{\"id\":\"" + i + "\",\"payload\":\"" + "x".repeat(1_000_000) + "\"}";
      assertThat(server.as(root, "POST", "/v1/queues/q/jobs", job).status()).isEqualTo(201);
    }
  }

  @AfterEach
  void close() throws IOException {
    for (Socket socket : unread) {
      socket.close();
    }
  }

  @Test
  void answersThatAreNotReadTakeTheShareOfTheirToken() throws IOException {
    TestResponse refused = listUnreadUntilRefused();

    assertThat(refused.at("/code")).isEqualTo("TOO_MANY_BYTES");
    assertThat(refused.at("/detail")).contains("share");
    assertThat(server.as(greedy, "GET", "/v1/caller", "").status()).isEqualTo(200);

    close();
    while (list(greedy).status() != 200) {
      // The server learns in its own time that the connections are gone.
    }
  }

  @Test
  void aClaimWhoseAnswerFindsNoRoomIsUndone() throws IOException {
    listUnreadUntilRefused();

    TestResponse refused = claim(greedy);
    TestResponse claimed = claim(other);

    assertThat(refused.status()).isEqualTo(503);
    assertThat(claimed.json().at("/jobs")).hasSize(10);
    assertThat(server.as(other, "GET", "/v1/queues/q", "").json().at("/counts/running").asInt())
        .isEqualTo(10);
  }

  private TestResponse claim(String token) {
    return server.as(token, "POST", "/v1/queues/q/claim", "{\"max\":10,\"lease\":\"1h\"}");
  }

  private TestResponse list(String token) {
    return server.as(token, "POST", "/v1/queues/q/jobs/list", LIST);
  }

  private TestResponse listUnreadUntilRefused() throws IOException {
    TestResponse answer = list(greedy);
    while (answer.status() == 200) {
      Socket socket = new Socket();
      // Otherwise much of what is not read waits in the kernel.
      socket.setReceiveBufferSize(64 << 10);
      socket.connect(server.address());
      unread.add(socket);
      String call =
          "POST /v1/queues/q/jobs/list HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
              + greedy
              + "\r\nContent-Type: application/json\r\nContent-Length: "
              + LIST.length()
              + "\r\n\r\n"
              + LIST;
      socket.getOutputStream().write(call.getBytes(StandardCharsets.US_ASCII));
      InputStream begun = socket.getInputStream();
      assertThat(begun.read()).isEqualTo('H');
      answer = list(greedy);
    }
    return answer;
  }
}
