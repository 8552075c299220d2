package io.duetime.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.ServerCommandProcess;
import io.duetime.server.json.JsonTrees;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Callers that make a server with a heap of 512 MB hold far more bytes than they send. The server
 * ends when its memory is not enough.
 */
@Tag("full")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ManyBytesTest {
  private static final int LARGE_JOBS = 600;
  private static final int LARGEST_JOBS = 40;
  private static final int STREAMS = 200;
  private static final int BODIES = 40;
  private static final int LINE = 4_000_000;
  private static final int BODY = 16_600_000;

  /** Of a share of 32 MiB. */
  private static final int HELD_BODIES = 2;

  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Socket> sockets = new ArrayList<>();

  @TempDir private Path folder;
  private ServerCommandProcess server;
  private String root = "";
  private String greedy = "";

  @BeforeEach
  void start() throws Exception {
    server =
        ServerCommandProcess.small(
            512,
            12_000,
            folder.resolve("log"),
            "embedded:" + folder.resolve("data"),
            "--max-payload",
            String.valueOf(16 << 20),
            "--beanstalkd-max-job-size",
            String.valueOf(16 << 20));
    root = token("root", "admin", "produce", "consume", "payload", "read");
    greedy = token("greedy", "produce", "consume", "payload", "read");
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    server.close();
  }

  @Test
  void claimsOfManyLargeJobsAreAnsweredInPieces() throws Exception {
    byte[] payload = gzip(" ".repeat(1 << 20));
    for (int i = 0; i < LARGE_JOBS; i++) {
      HttpRequest.Builder put =
          request(greedy, "/v1/queues/mine/jobs/j" + i)
              .header("Content-Encoding", "gzip")
              .PUT(BodyPublishers.ofByteArray(payload));
      assertThat(send(put).statusCode()).isEqualTo(201);
    }
    String ids =
        IntStream.range(0, LARGE_JOBS)
            .mapToObj(i -> "\"j" + i + "\"")
            .collect(Collectors.joining(",", "[", "]"));

    JsonNode byIds =
        json(post(greedy, "/v1/queues/mine/claim", "{\"max\":10000,\"ids\":" + ids + "}"));
    for (int i = 0; i < 20; i++) {
      assertThat(send(post(greedy, "/v1/queues/mine/claim", "{\"max\":10000}")).statusCode())
          .isEqualTo(200);
    }

    assertThat(byIds.at("/jobs").size()).isBetween(16, 17);
    assertOthersAreServed();
  }

  @Test
  void claimsOfTheLargestJobsSideBySideTakeTheirShareOnly() throws Exception {
    byte[] payload = new byte[16 << 20];
    for (int i = 0; i < LARGEST_JOBS; i++) {
      HttpRequest.Builder put =
          request(greedy, "/v1/queues/mine/jobs/j" + i).PUT(BodyPublishers.ofByteArray(payload));
      assertThat(send(put).statusCode()).isEqualTo(201);
    }

    List<CompletableFuture<HttpResponse<Void>>> claims =
        Stream.generate(() -> post(greedy, "/v1/queues/mine/claim", "{\"max\":100}").build())
            .limit(LARGEST_JOBS / 2)
            .map(claim -> client.sendAsync(claim, BodyHandlers.discarding()))
            .toList();

    for (CompletableFuture<HttpResponse<Void>> claim : claims) {
      assertThat(claim.get().statusCode()).isIn(200, 503);
    }
    assertOthersAreServed();
  }

  @Test
  void unfinishedLinesOfStreamsTakeTheirShareOnly() throws Exception {
    byte[] line = unfinished("{\"id\":\"a\",\"payload\":\"", LINE);
    for (int i = 0; i < STREAMS; i++) {
      open("/v1/queues/mine/jobs", "application/x-ndjson", line);
    }

    assertShareIsTaken();
    assertOthersAreServed();
  }

  @Test
  void bodiesInGzipThatDoNotEndTakeTheirShareOnly() throws Exception {
    byte[] body = unfinished("{\"consumer\":\"", BODY);
    for (int i = 0; i < BODIES; i++) {
      open("/v1/queues/mine/claim", "application/json", body);
    }

    awaitAnswers(BODIES - HELD_BODIES);
    assertOthersAreServed();
  }

  @Test
  void bodiesOfTheBeanstalkdProtocolTakeTheirShareOnly() throws Exception {
    byte[] body = new byte[BODY];
    String put = "auth " + greedy + "\r\nput 0 0 60 " + BODY + "\r\n";
    for (int i = 0; i < BODIES; i++) {
      Socket socket = new Socket(server.beanstalkd().getAddress(), server.beanstalkd().getPort());
      sockets.add(socket);
      socket.getOutputStream().write(put.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(body);
    }

    assertOthersAreServed();
  }

  /** Waits until the server has read so much that its caller has no room left. */
  private void assertShareIsTaken() throws Exception {
    byte[] payload = "x".repeat(1_000_000).getBytes(StandardCharsets.US_ASCII);
    HttpResponse<byte[]> answer;
    do {
      answer =
          send(
              request(greedy, "/v1/queues/mine/jobs/more")
                  .PUT(BodyPublishers.ofByteArray(payload)));
    } while (answer.statusCode() != 503);
    assertThat(json(answer).at("/code").asString()).isEqualTo("TOO_MANY_BYTES");
  }

  private void awaitAnswers(int most) throws IOException {
    int answered = 0;
    while (answered < most) {
      answered = 0;
      for (Socket socket : sockets) {
        answered += socket.getInputStream().available() > 0 ? 1 : 0;
      }
    }
  }

  private void assertOthersAreServed() throws Exception {
    byte[] payload = "x".repeat(1_000_000).getBytes(StandardCharsets.US_ASCII);
    HttpRequest.Builder put =
        request(root, "/v1/queues/other/jobs/a").PUT(BodyPublishers.ofByteArray(payload));

    assertThat(send(put).statusCode()).isEqualTo(201);
    assertThat(json(post(root, "/v1/queues/other/claim", "{}")).at("/jobs").size()).isEqualTo(1);
    assertThat(send(request(root, "/health/live")).statusCode()).isEqualTo(200);
    assertThat(server.isAlive()).isTrue();
  }

  private String token(String name, String... roles) throws Exception {
    String grants =
        List.of(roles).stream().map(role -> "\"" + role + "\"").collect(Collectors.joining(","));
    String json =
        "{\"name\":\"" + name + "\",\"grants\":[{\"roles\":[" + grants + "],\"queues\":[\"*\"]}]}";
    return json(post(root, "/v1/tokens", json)).at("/token").asString();
  }

  private HttpRequest.Builder request(String token, String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(server.http().resolve(path));
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  private HttpRequest.Builder post(String token, String path, String json) {
    return request(token, path)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(json));
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  private JsonNode json(HttpRequest.Builder request) throws IOException, InterruptedException {
    return json(send(request));
  }

  private static JsonNode json(HttpResponse<byte[]> answer) {
    return JsonTrees.MAPPER.readTree(answer.body());
  }

  /** Sends a body in gzip, in one chunk that is not the last. */
  private void open(String path, String type, byte[] body) throws IOException {
    Socket socket = new Socket(server.http().getHost(), server.http().getPort());
    sockets.add(socket);
    OutputStream out = socket.getOutputStream();
    String head =
        "POST "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + greedy
            + "\r\nContent-Type: "
            + type
            + "\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
            + Integer.toHexString(body.length)
            + "\r\n";
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    out.write(body);
    out.write(new byte[] {'\r', '\n'});
  }

  /** Text that gzip makes about fifty times as short, without the end of the format. */
  private static byte[] unfinished(String begin, int length) throws IOException {
    SplittableRandom random = new SplittableRandom(length);
    StringBuilder text = new StringBuilder(begin);
    while (text.length() < length) {
      text.append("x".repeat(100)).append((char) ('a' + random.nextInt(26)));
    }
    byte[] whole = gzip(text.toString());
    assertThat(whole.length).isBetween(length / 190, length / 20);
    return Arrays.copyOf(whole, whole.length - 8);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
