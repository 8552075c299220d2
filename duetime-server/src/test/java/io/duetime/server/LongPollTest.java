package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.QueueSettings;
import io.duetime.memory.MemoryEngine;
import io.duetime.time.VirtualTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LongPollTest {
  private static final Instant START = Instant.parse("2026-11-20T07:00:00Z");
  private static final Pattern ID = Pattern.compile(".*\"id\":\"([^\"]+)\".*", Pattern.DOTALL);

  private static final Pattern LENGTH =
      Pattern.compile(".*content-length: (\\d+)\r\n.*", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  private final VirtualTime time = new VirtualTime(START);
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private DuetimeServer server;

  @BeforeEach
  void start() {
    ServerSettings settings =
        ServerSettings.builder().store("memory:").http(new HostPort("127.0.0.1", 0)).build();
    MemoryEngine engine = new MemoryEngine(time);
    // Who waits is told of a queue that exists.
    engine.configure("q", QueueSettings.DEFAULT).toCompletableFuture().join();
    server = DuetimeServer.over(engine, settings, time);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aPollIsAnsweredAsSoonAsAJobIsPut() throws Exception {
    CompletableFuture<String> poll = poll("w", "5m");
    awaitWaiting("w");

    put("a", "0s");

    assertThat(answer(poll)).contains("\"id\":\"a\"", "\"attempt\":1");
  }

  @Test
  void aPollIsAnsweredAtTheDueTimeNotBeforeAndNotLater() throws Exception {
    put("a", "90s");
    CompletableFuture<String> poll = poll("w", "5m");
    awaitWaiting("w");

    time.advance(Duration.ofMillis(89_999));
    assertThat(get("/v1/queues/q/jobs/a")).contains("\"state\":\"DELAYED\"");
    time.advance(Duration.ofMillis(1));

    assertThat(answer(poll)).contains("\"now\":\"2026-11-20T07:01:30.000Z\"", "\"id\":\"a\"");
  }

  @Test
  void aPollEndsEmptyWhenItsWaitIsOver() throws Exception {
    put("a", "1h");
    CompletableFuture<String> poll = poll("w", "20s");
    awaitWaiting("w");

    time.advance(Duration.ofSeconds(20));

    assertThat(answer(poll)).endsWith("\"jobs\":[]}");
  }

  @Test
  void thoseWhoWaitAreServedInTheOrderInWhichTheyCame() throws Exception {
    try (Socket first = pollRaw("w");
        Socket second = pollRaw("w");
        Socket third = pollRaw("w")) {
      put("job-1", "0s");
      assertThat(idOfAnswer(first)).isEqualTo("job-1");
      put("job-2", "0s");
      assertThat(idOfAnswer(second)).isEqualTo("job-2");
      put("job-3", "0s");
      assertThat(idOfAnswer(third)).isEqualTo("job-3");
    }
  }

  @Test
  void manyWhoWaitGetEachTheirOwnJob() throws Exception {
    List<CompletableFuture<String>> polls = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      polls.add(poll("w", "5m"));
    }
    for (int i = 0; i < 300; i++) {
      put("job-" + i, "0s");
    }

    List<String> ids = new ArrayList<>();
    for (CompletableFuture<String> poll : polls) {
      ids.add(ID.matcher(answer(poll)).replaceFirst("$1"));
    }
    assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.startsWith("job-"));
  }

  @Test
  void whatACallerWhoHasGoneWouldHaveGotGoesToTheNext() throws Exception {
    pollRaw("gone").close();
    letReadAll();
    CompletableFuture<String> poll = poll("there", "5m");
    put("a", "0s");

    assertThat(answer(poll)).contains("\"id\":\"a\"", "\"attempt\":1");
  }

  @Test
  void aStoppingServerAnswersThoseWhoWait() throws Exception {
    CompletableFuture<String> poll = poll("w", "5m");
    awaitWaiting("w");

    server.close();

    assertThat(answer(poll)).endsWith("\"jobs\":[]}");
  }

  private void awaitWaiting(String consumer) throws Exception {
    while (!get("/v1/queues/q").contains("\"name\":\"" + consumer + "\"")) {
      // Until the server has claimed for it once and has it wait.
    }
  }

  private CompletableFuture<String> poll(String consumer, String wait) {
    String body = "{\"consumer\":\"%s\",\"wait\":\"%s\"}".formatted(consumer, wait);
    return client
        .sendAsync(
            request("/v1/queues/q/claim")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString())
        .thenApply(HttpResponse::body);
  }

  /** Sends a poll and makes sure that the server has it. */
  private Socket pollRaw(String consumer) throws IOException, InterruptedException {
    Socket socket = accepted();
    String body = "{\"consumer\":\"" + consumer + "\",\"wait\":\"5m\"}";
    String head = "POST /v1/queues/q/claim HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
    String rest = "Content-Type: application/json\r\nContent-Length: " + body.length();
    write(socket, head + rest + "\r\n\r\n" + body);
    letReadAll();
    return socket;
  }

  /**
   * Returns a connection that the event loop reads: connections are accepted by another thread, so
   * a new one may be read after requests that were sent later.
   */
  private Socket accepted() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.http().getPort());
    socket.setSoTimeout(20_000);
    write(socket, "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
    String answer = "";
    while (!answer.contains("\r\n\r\n")) {
      answer += readSome(socket);
    }
    int length = Integer.parseInt(LENGTH.matcher(answer).replaceFirst("$1"));
    int end = answer.indexOf("\r\n\r\n") + 4 + length;
    while (answer.length() < end) {
      answer += readSome(socket);
    }
    return socket;
  }

  private static String readSome(Socket socket) throws IOException {
    byte[] some = new byte[8_192];
    int count = socket.getInputStream().read(some);
    assertThat(count).as("bytes of the answer").isPositive();
    return new String(some, 0, count, StandardCharsets.US_ASCII);
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** One event loop reads all connections: what it answers in its second round comes after. */
  private void letReadAll() throws IOException, InterruptedException {
    get("/health/live");
    get("/health/live");
  }

  private static String idOfAnswer(Socket socket) throws IOException {
    String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return ID.matcher(answer).replaceFirst("$1");
  }

  private static String answer(CompletableFuture<String> poll) throws Exception {
    return poll.get(20, TimeUnit.SECONDS);
  }

  private void put(String id, String delay) throws IOException, InterruptedException {
    HttpRequest request =
        request("/v1/queues/q/jobs/" + id + "?delay=" + delay)
            .PUT(BodyPublishers.ofString("x"))
            .build();
    assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
  }

  private String get(String path) throws IOException, InterruptedException {
    return client.send(request(path).build(), BodyHandlers.ofString()).body();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.http().getPort() + path));
  }
}
