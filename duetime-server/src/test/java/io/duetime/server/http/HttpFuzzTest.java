package io.duetime.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.call.ConnectionLimits;
import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.fixture.ApiDocument;
import io.duetime.server.http.fixture.ApiDocument.Operation;
import io.duetime.server.http.fixture.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/**
 * Broken requests over sockets: the examples of the OpenAPI document, changed at random. No answer
 * is the server's fault, and no connection is stuck. The number of a connection is its seed.
 */
class HttpFuzzTest {
  private static final int REQUESTS = 20;
  private static final int CONNECTIONS =
      (Boolean.getBoolean("duetime.long") ? 10_000_000 : 10_000) / REQUESTS;

  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([0-9]{3}) ");

  private static final byte[][] PIECES =
      List.of(
              "\r\n",
              "\r\n\r\n",
              "\0",
              "%",
              "%zz",
              "..",
              "{",
              "}",
              "[",
              "\"",
              "null",
              "-1",
              "1e999",
              "99999999999999999999",
              ":",
              "Content-Length: 5\r\n",
              "Content-Encoding: gzip\r\n",
              "Transfer-Encoding: chunked\r\n",
              "Expect: 100-continue\r\n",
              "If-Match: x\r\n",
              "Content-Type: application/x-ndjson\r\n",
              "0\r\n\r\n",
              "ffffffffffffffff\r\n",
              "ü",
              "?",
              "&",
              "=",
              "application/json",
              "HTTP/1.0",
              "HTTP/9",
              "Connection: close\r\n")
          .stream()
          .map(text -> text.getBytes(StandardCharsets.UTF_8))
          .toArray(byte[][]::new);

  @RegisterExtension
  private final TestServer server =
      new TestServer(
          new HttpLimits(1 << 20, 1 << 20, 1 << 16, 1 << 30, Duration.ofMillis(100), Duration.ofMinutes(5)),
          new ConnectionLimits(1_000, Duration.ofMillis(300)));

  private final List<String> examples =
      new ApiDocument()
          .operations().stream()
              .filter(one -> !one.path().equals("/v1/events"))
              .map(HttpFuzzTest::request)
              .toList();

  @Test
  void brokenRequestsAreNeverTheServersFaultAndNoConnectionIsStuck() {
    IntStream.range(0, CONNECTIONS)
        .parallel()
        .forEach(seed -> {
          String answers = answers(requests(new SplittableRandom(seed)), seed);
          Matcher status = STATUS.matcher(answers);
          while (status.find()) {
            int code = Integer.parseInt(status.group(1));
            // 501: no backup of a store on the heap, and an unknown transfer coding.
            assertThat(code).as("connection %d", seed).matches(one -> one < 500 || one == 501);
          }
        });

    assertThat(server.get("/health/live").status()).isEqualTo(200);
  }

  /** All answers, until the server closes the connection. */
  private String answers(byte[] requests, int seed) {
    try (Socket socket = new Socket(server.address().getAddress(), server.address().getPort())) {
      socket.setSoTimeout(60_000);
      ByteArrayOutputStream answers = new ByteArrayOutputStream();
      try {
        socket.getOutputStream().write(requests);
        InputStream in = socket.getInputStream();
        byte[] some = new byte[8_192];
        for (int n = in.read(some); n >= 0; n = in.read(some)) {
          answers.write(some, 0, n);
        }
      } catch (SocketException closed) {
        // By the server, which need not read the rest of what it has refused.
      }
      return answers.toString(StandardCharsets.ISO_8859_1);
    } catch (IOException stuck) {
      throw new AssertionError("connection " + seed, stuck);
    }
  }

  private byte[] requests(SplittableRandom random) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < REQUESTS; i++) {
      byte[] request =
          examples.get(random.nextInt(examples.size())).getBytes(StandardCharsets.UTF_8);
      int changes = i == 0 ? 0 : random.nextInt(4);
      for (int change = 0; change < changes; change++) {
        request = changed(request, random);
      }
      all.writeBytes(request);
    }
    return all.toByteArray();
  }

  private static byte[] changed(byte[] request, SplittableRandom random) {
    if (request.length == 0) {
      return request;
    }
    int at = random.nextInt(request.length);
    int to = Math.min(request.length, at + random.nextInt(1, 8));
    byte[] head = Arrays.copyOf(request, at);
    return switch (random.nextInt(5)) {
      case 0 -> join(head, PIECES[random.nextInt(PIECES.length)], from(request, at));
      case 1 -> join(head, PIECES[random.nextInt(PIECES.length)], from(request, to));
      case 2 -> join(head, from(request, to));
      case 3 -> join(head, new byte[] {(byte) random.nextInt(256)}, from(request, at + 1));
      default -> join(head, from(request, at), from(request, at));
    };
  }

  private static byte[] from(byte[] bytes, int at) {
    return Arrays.copyOfRange(bytes, Math.min(at, bytes.length), bytes.length);
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static String request(Operation operation) {
    String path = operation.path().replaceAll("\\{[a-z]+}", "orders");
    JsonNode content = operation.node().path("requestBody").path("content");
    JsonNode example =
        content.path(content.has("application/json") ? "application/json" : "*/*").path("example");
    String head =
        operation.method().toUpperCase(Locale.ROOT)
            + " "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n";
    if (example.isMissingNode()) {
      return head + "\r\n";
    }
    int length = example.toString().getBytes(StandardCharsets.UTF_8).length;
    return head
        + "Content-Type: application/json\r\nContent-Length: "
        + length
        + "\r\n\r\n"
        + example;
  }
}
