package io.duetime.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.fixture.ApiDocument.Operation;
import io.duetime.server.http.fixture.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/**
 * Broken requests over sockets: the examples of the OpenAPI document, changed at random. No answer
 * is the server's fault, no connection is stuck, and the examples that are left as they are reach
 * their routes. The number of a connection is its seed.
 */
@Tag("full")
class HttpFuzzTest {
  private static final int REQUESTS = 20;
  private static final int AT_ONCE = 16;
  private static final int CONNECTIONS =
      (Boolean.getBoolean("duetime.long") ? 10_000_000 : 10_000) / REQUESTS;

  // Streams never end, and with the first token all other requests would be refused.
  private static final Set<String> LEFT_OUT =
      Set.of("get /v1/events", "get /v1/queues/{queue}/watch", "post /v1/tokens");

  private static final String LAST =
      "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

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
          new HttpLimits(
              1 << 20, 1 << 20, 1 << 16, 1 << 30, Duration.ofMillis(100), Duration.ofMinutes(5)),
          new HttpLimits.Connections(1_000, 50, Duration.ofMillis(300), Duration.ofMillis(300)));

  private final List<Example> examples =
      TestServer.document().operations().stream()
          .filter(one -> !LEFT_OUT.contains(one.toString()))
          .map(Example::of)
          .toList();

  private final LongAdder all = new LongAdder();
  private final LongAdder done = new LongAdder();

  @Test
  void brokenRequestsAreNeverTheServersFaultAndNoConnectionIsStuck() throws Exception {
    AtomicInteger seeds = new AtomicInteger();
    ExecutorService clients = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<Future<?>> calls = new ArrayList<>();
      for (int i = 0; i < AT_ONCE; i++) {
        calls.add(clients.submit(() -> connectUntilTheLast(seeds)));
      }
      for (Future<?> call : calls) {
        call.get();
      }
    } finally {
      clients.shutdownNow();
    }

    assertThat(done.sum()).isGreaterThan(all.sum() / 4);
    assertThat(server.get("/health/live").status()).isEqualTo(200);
  }

  private void connectUntilTheLast(AtomicInteger seeds) {
    int seed = seeds.getAndIncrement();
    while (seed < CONNECTIONS) {
      checkAnswers(seed);
      seed = seeds.getAndIncrement();
    }
  }

  private void checkAnswers(int seed) {
    Matcher status = STATUS.matcher(answers(requests(new SplittableRandom(seed)), seed));
    while (status.find()) {
      int code = Integer.parseInt(status.group(1));
      // 501: no backup of a store on the heap, and an unknown transfer coding.
      assertThat(code).as("connection %d", seed).matches(one -> one < 500 || one == 501);
      all.increment();
      if (code < 300) {
        done.increment();
      }
    }
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
    ByteArrayOutputStream requests = new ByteArrayOutputStream();
    for (int i = 0; i < REQUESTS; i++) {
      requests.writeBytes(
          examples.get(random.nextInt(examples.size())).request(random, i == REQUESTS - 1));
    }
    requests.writeBytes(LAST.getBytes(StandardCharsets.US_ASCII));
    return requests.toByteArray();
  }

  /** An example of an operation; its body is empty without one. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Example(String method, byte[] target, byte[] body) {
    static Example of(Operation operation) {
      String target =
          operation
              .path()
              .replace("{id}", "order-42")
              .replace("{number}", "17")
              .replaceAll("\\{[a-z]+}", "orders");
      JsonNode content = operation.node().path("requestBody").path("content");
      JsonNode example =
          content
              .path(content.has("application/json") ? "application/json" : "*/*")
              .path("example");
      String body = example.isMissingNode() ? "" : example.toString();
      return new Example(
          operation.method().toUpperCase(Locale.ROOT),
          target.getBytes(StandardCharsets.UTF_8),
          body.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * A third has another target, a third another body. The bytes of one in twenty are changed
     * anywhere, which mostly ends the connection, and so are those of the last one.
     */
    byte[] request(SplittableRandom random, boolean isLast) {
      int kind = random.nextInt(20);
      if (kind == 0 || isLast) {
        return changed(bytes(target, body), random);
      } else if (kind < 7) {
        return bytes(unframed(changed(target, random)), body);
      }
      return kind < 13 ? bytes(target, changed(body, random)) : bytes(target, body);
    }

    // Other bytes would begin another header, or another request.
    private static byte[] unframed(byte[] target) {
      byte[] same = target.clone();
      for (int i = 0; i < same.length; i++) {
        same[i] = same[i] >= 0 && same[i] <= ' ' ? (byte) '%' : same[i];
      }
      return same;
    }

    private byte[] bytes(byte[] newTarget, byte[] newBody) {
      String type = newBody.length == 0 ? "" : "Content-Type: application/json\r\n";
      String head =
          " HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n%sContent-Length: %d\r\n\r\n"
              .formatted(type, newBody.length);
      return join(
          (method + " ").getBytes(StandardCharsets.US_ASCII),
          newTarget,
          head.getBytes(StandardCharsets.US_ASCII),
          newBody);
    }
  }

  private static byte[] changed(byte[] bytes, SplittableRandom random) {
    byte[] changed = bytes;
    for (int i = random.nextInt(3); i >= 0; i--) {
      changed = changedOnce(changed, random);
    }
    return changed;
  }

  private static byte[] changedOnce(byte[] request, SplittableRandom random) {
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
}
