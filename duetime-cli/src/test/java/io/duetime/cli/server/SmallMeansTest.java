package io.duetime.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.ServerCommandProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Callers that try to take a whole server with little effort; each test starts its own server. */
@Tag("full")
class SmallMeansTest {
  private static final int HEAP_MEGABYTES = 512;
  private static final int DESCRIPTORS = 12_000;

  /** For a busy machine; a server that is taken does not answer at all. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final HttpClient client = HttpClient.newHttpClient();

  @TempDir private Path folder;

  @Test
  void theServerHasTheMeansOfTheseTests() throws Exception {
    try (ServerCommandProcess server = server(DESCRIPTORS)) {
      String metrics = get(server, "/metrics");

      assertThat(sum(metrics, "jvm_memory_max_bytes{area=\"heap\""))
          .isBetween(400.0 * (1 << 20), (double) HEAP_MEGABYTES * (1 << 20));
      assertThat(sum(metrics, "process_files_max_files")).isEqualTo(DESCRIPTORS);
    }
  }

  @Test
  void unfinishedHeadersTakeNeitherTheMemoryNorTheTurnsOfOthers() throws Exception {
    try (ServerCommandProcess server = server(DESCRIPTORS);
        Crowd crowd = new Crowd(address(server))) {
      ByteBuffer head = ascii("GET /v1/caller HTTP/1.1\r\nHost: localhost\r\n");
      for (int wave = 0; wave < 9; wave++) {
        crowd.connect(1_000, head, header('x', 900), 66);
        assertServes(server);
      }

      assertThat(sum(get(server, "/metrics"), "jvm_memory_used_bytes{area=\"heap\""))
          .isLessThan((double) HEAP_MEGABYTES * (1 << 20));
    }
  }

  @Test
  void manyTinyHeadersTakeNoMoreThanTheirShare() throws Exception {
    try (ServerCommandProcess server = server(DESCRIPTORS);
        Crowd crowd = new Crowd(address(server))) {
      ByteBuffer request = ascii("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
      ByteBuffer next = ascii("GET / HTTP/1.1\r\n" + "a:\r\n".repeat(99));
      for (int wave = 0; wave < 9; wave++) {
        crowd.connect(1_000, request, next, 1);
        assertServes(server);
      }
    }
  }

  @Test
  void silentConnectionsDoNotKeepHealthAndMetricsFromAnyone() throws Exception {
    try (ServerCommandProcess server = server(DESCRIPTORS);
        Crowd crowd = new Crowd(address(server))) {
      for (int wave = 0; wave < 10; wave++) {
        crowd.connect(1_001, ascii(""), ascii(""), 0);
        assertServes(server);
      }
    }
  }

  @Test
  void connectionsBeforeTheirLoginLeaveDescriptorsToTheStore() throws Exception {
    try (ServerCommandProcess server = server(1_200);
        Crowd protocol = new Crowd(server.beanstalkd());
        Crowd http = new Crowd(address(server))) {
      HttpClient kept = HttpClient.newHttpClient();
      put(kept, server, "first");
      protocol.connect(1_500, ascii("use "), ascii(""), 0);
      http.connect(1_500, ascii("GET "), ascii(""), 0);

      for (int job = 0; job < 50; job++) {
        assertThat(put(kept, server, "job-" + job)).isEqualTo(201);
      }
      assertServes(server);
      assertThat(Files.readString(folder.resolve("log")))
          .contains("1200 file descriptors")
          .doesNotContain("Too many open files");
    }
  }

  /** Others are served: health, metrics, and a job that is stored. */
  private void assertServes(ServerCommandProcess server) throws Exception {
    assertThat(server.isAlive()).isTrue();
    HttpClient other = HttpClient.newHttpClient();
    assertThat(status(other, server, "/health/live")).isEqualTo(200);
    assertThat(status(other, server, "/metrics")).isEqualTo(200);
    assertThat(put(other, server, "served")).isIn(200, 201);
  }

  private static int status(HttpClient client, ServerCommandProcess server, String path)
      throws IOException, InterruptedException {
    return client
        .send(
            HttpRequest.newBuilder(server.http().resolve(path)).timeout(PATIENCE).build(),
            BodyHandlers.discarding())
        .statusCode();
  }

  private static int put(HttpClient client, ServerCommandProcess server, String id)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(server.http().resolve("/v1/queues/q/jobs/" + id + "?delay=1h"))
            .timeout(PATIENCE)
            .PUT(BodyPublishers.ofString("x"))
            .build();
    return client.send(request, BodyHandlers.discarding()).statusCode();
  }

  private static InetSocketAddress address(ServerCommandProcess server) {
    return new InetSocketAddress(server.http().getHost(), server.http().getPort());
  }

  private static ByteBuffer ascii(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static ByteBuffer header(char content, int length) {
    return ascii("h: " + String.valueOf(content).repeat(length) + "\r\n");
  }

  /** Connections that send something and stay open for as long as the server lets them. */
  private record Crowd(InetSocketAddress server, List<SocketChannel> sockets)
      implements AutoCloseable {
    Crowd(InetSocketAddress server) {
      this(server, new ArrayList<>());
    }

    /** Connects, and sends what fits without waiting; the server may refuse or close them. */
    void connect(int count, ByteBuffer first, ByteBuffer next, int times) throws IOException {
      for (int i = 0; i < count; i++) {
        SocketChannel socket = SocketChannel.open();
        sockets.add(socket);
        try {
          socket.connect(server);
          socket.configureBlocking(false);
          socket.write(first.duplicate());
          for (int time = 0; time < times; time++) {
            socket.write(next.duplicate());
          }
        } catch (IOException refused) {
          socket.close();
        }
      }
    }

    @Override
    public void close() throws IOException {
      for (SocketChannel socket : sockets) {
        socket.close();
      }
    }
  }

  private ServerCommandProcess server(int descriptors, String... options) throws IOException {
    return ServerCommandProcess.small(
        HEAP_MEGABYTES,
        descriptors,
        folder.resolve("log"),
        "embedded:" + folder.resolve("data"),
        options);
  }

  private String get(ServerCommandProcess server, String path)
      throws IOException, InterruptedException {
    return client
        .send(HttpRequest.newBuilder(server.http().resolve(path)).build(), BodyHandlers.ofString())
        .body();
  }

  /** The sum of the series whose line begins so; those without a limit have -1. */
  private static double sum(String metrics, String series) {
    Matcher lines =
        Pattern.compile("(?m)^" + Pattern.quote(series) + ".* (\\S+)$").matcher(metrics);
    return lines
        .results()
        .mapToDouble(line -> Double.parseDouble(line.group(1)))
        .filter(value -> value >= 0)
        .sum();
  }
}
