package io.duetime.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Bodies in gzip, both ways. */
class ContentCodingTest {
  private static final String JOBS = "/v1/queues/orders/jobs";

  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void aPayloadInGzipIsStoredDecoded() throws IOException {
    TestResponse put = send("PUT", JOBS + "/a", "text/plain", gzip("hello"));

    assertThat(put.status()).isEqualTo(201);
    assertThat(server.get(JOBS + "/a").at("/payload")).isEqualTo("hello");
  }

  @Test
  void jsonInGzipIsReadAlsoOfSeveralMembers() throws IOException {
    byte[] json = join(gzip("{\"id\":"), gzip("\"b\"}"));

    assertThat(send("POST", JOBS, "application/json", json).status()).isEqualTo(201);
    assertThat(server.get(JOBS + "/b").status()).isEqualTo(200);
  }

  @Test
  void aStreamOfLinesInGzipIsScheduled() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      lines.append("{\"id\":\"").append(i).append("\"}\n");
    }

    TestResponse loaded = send("POST", JOBS, "application/x-ndjson", gzip(lines.toString()));

    assertThat(loaded.body().lines()).hasSize(5_000).allMatch(line -> line.contains("CREATED"));
  }

  @Test
  void whatDecodesToTooMuchIsRefused() throws IOException {
    byte[] bomb = gzip("x".repeat((1 << 20) + 1));
    byte[] line = gzip(hex(5 << 20) + "\n{\"id\":\"after\"}");

    assertThat(bomb.length).isLessThan(2_000);
    assertThat(send("PUT", JOBS + "/a", "text/plain", bomb).status()).isEqualTo(413);
    assertThat(send("POST", JOBS, "application/x-ndjson", line).body().lines())
        .satisfiesExactly(
            first -> assertThat(first).contains("TOO_LARGE"),
            second -> assertThat(second).contains("CREATED"));
  }

  @Test
  void whatDecodesToFarMoreThanItsLengthIsRefused() throws IOException {
    byte[] blanks = gzip(" ".repeat(2 << 20) + "{}");
    byte[] ends = gzip("\n".repeat(2 << 20));

    TestResponse refused = send("POST", "/v1/queues/orders/claim", "application/json", blanks);
    TestResponse lines = send("POST", JOBS, "application/x-ndjson", ends);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.at("/value")).contains("200 times");
    assertThat(lines.body()).contains("200 times");
  }

  @Test
  void aLongBodyInGzipIsDecodedOverManyTurns() throws IOException {
    String jobs =
        IntStream.range(0, 20)
            .mapToObj(i -> "{\"id\":\"" + i + "\",\"payload\":\"" + hex(200 << 10) + "\"}")
            .collect(Collectors.joining(",", "[", "]"));

    TestResponse got = send("POST", JOBS, "application/json", gzip(jobs));

    assertThat(got.json().at("/results"))
        .hasSize(20)
        .allMatch(result -> result.at("/outcome").asString().equals("CREATED"));
  }

  @Test
  void aCallOfFewFieldsReadsOnlyASmallBody() {
    String large = "{\"note\":\"" + "x".repeat(64 << 10) + "\"}";

    assertThat(server.patch("/v1/queues/orders", large).status()).isEqualTo(413);
    assertThat(server.post("/v1/queues/orders/numbers", large).status()).isEqualTo(413);
  }

  /** Text that gzip halves at most. */
  private static String hex(int length) {
    SplittableRandom random = new SplittableRandom(length);
    StringBuilder text = new StringBuilder(length);
    while (text.length() < length) {
      text.append(String.format("%016x", random.nextLong()));
    }
    return text.substring(0, length);
  }

  @Test
  void aCallWithoutABodyReadsOnlyAShortOne() throws IOException {
    byte[] bomb = gzip("x".repeat(2_000));

    assertThat(bomb.length).isLessThan(100);
    assertThat(send("GET", "/health/live", "text/plain", bomb).status()).isEqualTo(413);
    assertThat(server.send("GET", "/health/live", BodyPublishers.ofString("{}")).status())
        .isEqualTo(200);
  }

  @Test
  void whatDecodesToNothingIsBoundedToo() throws IOException {
    byte[] empty = gzip("");
    byte[] members = new byte[empty.length * 60_000];
    for (int i = 0; i < members.length; i += empty.length) {
      System.arraycopy(empty, 0, members, i, empty.length);
    }

    TestResponse refused =
        server.send(
            "PUT",
            JOBS + "/a",
            // Without a length, so that it is known only when it has arrived.
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(members)),
            "Content-Encoding",
            "gzip");

    assertThat(refused.status()).isEqualTo(413);
    assertThat(server.get(JOBS + "/a").status()).isEqualTo(404);
  }

  @Test
  void brokenGzipIsRefused() throws IOException {
    byte[] whole = gzip("{\"id\":\"a\"}");
    byte[] wrongSum = whole.clone();
    wrongSum[whole.length - 5] ^= 1;
    for (byte[] broken :
        new byte[][] {
          {},
          "no gzip".getBytes(StandardCharsets.UTF_8),
          Arrays.copyOf(whole, 9),
          Arrays.copyOf(whole, whole.length - 1),
          wrongSum,
          join(whole, new byte[] {0})
        }) {
      TestResponse refused = send("POST", JOBS, "application/json", broken);
      TestResponse lines = send("POST", JOBS, "application/x-ndjson", broken);

      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.at("/field")).isEqualTo("body");
      assertThat(lines.status()).isEqualTo(200);
      assertThat(lines.body().lines().reduce((first, last) -> last).orElseThrow())
          .contains("\"field\":\"body\"", "gzip");
    }
  }

  @Test
  void anotherCodingIsRefused() {
    for (String type : new String[] {"application/json", "application/x-ndjson"}) {
      TestResponse refused =
          server.send(
              "POST",
              JOBS,
              BodyPublishers.ofString("{}"),
              "Content-Type",
              type,
              "Content-Encoding",
              "br");

      assertThat(refused.status()).isEqualTo(415);
      assertThat(refused.at("/allowed")).isEqualTo("gzip");
    }
  }

  @Test
  void longAnswersAreCompressedWhereThatIsAccepted() throws IOException {
    byte[] plain = get("/openapi.json", "identity").response().body();
    TestResponse coded = get("/openapi.json", "br;q=1, gzip;q=0.5");

    assertThat(coded.response().headers().firstValue("Content-Encoding")).hasValue("gzip");
    assertThat(coded.response().headers().firstValue("Vary")).hasValue("Accept-Encoding");
    assertThat(coded.response().body()).hasSizeLessThan(plain.length / 4);
    assertThat(
            new GZIPInputStream(new ByteArrayInputStream(coded.response().body())).readAllBytes())
        .isEqualTo(plain);
    assertThat(get("/openapi.json", "gzip;q=0").response().body()).isEqualTo(plain);
    assertThat(get("/health/live", "gzip").at("/status")).isEqualTo("UP");
  }

  @Test
  void aRequestKeepsItsIdOrGetsOne() {
    TestResponse named = server.put(JOBS + "/a?nonsense=1", "x", "X-Request-Id", "my-id/1");
    TestResponse unnamed = server.get("/health/live");
    TestResponse strange = server.put(JOBS + "/a", "x", "X-Request-Id", "a b");

    assertThat(id(named)).isEqualTo("my-id/1");
    assertThat(named.at("/requestId")).isEqualTo("my-id/1");
    assertThat(id(unnamed)).hasSize(36);
    assertThat(id(strange)).hasSize(36);
  }

  private static String id(TestResponse response) {
    return response.response().headers().firstValue("X-Request-Id").orElseThrow();
  }

  private TestResponse get(String path, String accepted) {
    return server.send("GET", path, BodyPublishers.noBody(), "Accept-Encoding", accepted);
  }

  private TestResponse send(String method, String path, String type, byte[] body) {
    return server.send(
        method,
        path,
        BodyPublishers.ofByteArray(body),
        "Content-Type",
        type,
        "Content-Encoding",
        "gzip");
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
