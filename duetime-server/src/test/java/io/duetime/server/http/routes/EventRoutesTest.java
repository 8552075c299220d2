package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.server.event.EventStreams;
import io.duetime.server.http.fixture.TestServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class EventRoutesTest {
  private volatile StoreState store = StoreState.ANSWERS;
  private final List<CompletableFuture<List<String>>> unanswered = new CopyOnWriteArrayList<>();

  @RegisterExtension private final TestServer server = new TestServer(Unsteady::new);

  private enum StoreState {
    ANSWERS,
    FAILS,
    IS_SILENT
  }

  /** An engine that lists its queues as long as its store is there. */
  private final class Unsteady extends ForwardingEngine {
    Unsteady(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<List<String>> queues() {
      return switch (store) {
        case ANSWERS -> super.queues();
        case FAILS -> CompletableFuture.failedStage(new IllegalStateException("away"));
        case IS_SILENT -> silence();
      };
    }

    private CompletionStage<List<String>> silence() {
      CompletableFuture<List<String>> never = new CompletableFuture<>();
      unanswered.add(never);
      return never;
    }
  }

  @Test
  void aTokenHasAShareOfTheStreams() throws IOException {
    server.token("root", "admin");
    String small = server.token("small", "read=nothing");
    String other = server.token("other", "read");
    List<Socket> streams = new ArrayList<>();
    try {
      for (int i = 0; i < EventStreams.MAX_STREAMS_OF_TOKEN; i++) {
        streams.add(stream(small));
        assertThat(reader(streams.get(i)).readLine()).isEqualTo("HTTP/1.1 200 OK");
      }
      streams.add(stream(small));
      streams.add(stream(other));

      assertThat(reader(streams.get(streams.size() - 2)).readLine())
          .isEqualTo("HTTP/1.1 503 Service Unavailable");
      assertThat(reader(streams.get(streams.size() - 1)).readLine()).isEqualTo("HTTP/1.1 200 OK");
    } finally {
      for (Socket socket : streams) {
        socket.close();
      }
    }
  }

  private Socket stream(String token) throws IOException {
    return connect("", "Authorization: Bearer " + token + "\r\n");
  }

  @Test
  void aStreamTellsThatTheStoreFailsOrIsSilentAndThatItIsBack() throws IOException {
    try (Socket socket = connect("", "")) {
      BufferedReader lines = reader(socket);
      next(lines, "\"snapshot\":true");

      store = StoreState.FAILS;
      assertThat(next(lines, "data: ")).isEqualTo("data: {\"answers\":false}");
      store = StoreState.ANSWERS;
      assertThat(next(lines, "data: ")).isEqualTo("data: {\"answers\":true}");

      store = StoreState.IS_SILENT;
      assertThat(next(lines, "data: ")).isEqualTo("data: {\"answers\":false}");
      store = StoreState.ANSWERS;
      unanswered.forEach(one -> one.complete(List.of()));
      assertThat(next(lines, "data: ")).isEqualTo("data: {\"answers\":true}");
    }
  }

  @Test
  void aStreamTellsQueuesAndTasksAndResumesByTheLastId() throws IOException {
    server.put("/v1/queues/mail/jobs/1?delay=1h", "x");
    server.put("/v1/queues/other/jobs/1", "x");
    String id;
    try (Socket socket = connect("?queue=m*", "")) {
      BufferedReader lines = reader(socket);
      assertThat(lines.readLine()).isEqualTo("HTTP/1.1 200 OK");
      assertThat(next(lines, "data: {\"snapshot\""))
          .startsWith("data: {\"snapshot\":true,\"complete\":true,\"queues\":[{\"queue\":\"mail\"")
          .doesNotContain("other");

      server.put("/v1/queues/mail/jobs/2?delay=1h", "x");
      assertThat(next(lines, "data: {\"snapshot\""))
          .startsWith("data: {\"snapshot\":false,")
          .contains("\"delayed\":2");

      server.delete("/v1/queues/mail/jobs?all=true&background=true");
      String ended = next(lines, "id: ");
      while (!next(lines, "data: ").contains("\"state\":\"DONE\"")) {
        ended = next(lines, "id: ");
      }
      id = ended.substring("id: ".length());
      server.delete("/v1/queues/mail?all=true");
      assertThat(next(lines, "\"deleted\":[\"mail\"]")).contains("\"queues\":[]");
    }

    server.delete("/v1/queues/other/jobs?all=true&background=true");
    try (Socket socket = connect("", "Last-Event-ID: " + id + "\r\n")) {
      assertThat(next(reader(socket), "\"kind\":")).contains("\"queue\":\"other\"");
    }
  }

  @Test
  void aStreamEndsWhenTheServerStops() throws IOException {
    try (Socket socket = connect("", "")) {
      BufferedReader lines = reader(socket);
      next(lines, "\"snapshot\":true");

      server.front().close();

      assertThat(lines.lines().toList()).contains("0");
    }
  }

  @Test
  void aTokenGetsTheEventsOfItsQueuesOnly() throws IOException {
    server.put("/v1/queues/mail/jobs/1", "x");
    server.put("/v1/queues/orders/jobs/1", "x");
    for (String queue : List.of("mail", "orders")) {
      server.delete("/v1/queues/" + queue + "/jobs?all=true&background=true");
    }
    server.token("root", "admin");
    String reader = server.token("reader", "read=mail");

    try (Socket socket = connect("", "Authorization: Bearer " + reader + "\r\n")) {
      List<String> told = new ArrayList<>();
      BufferedReader lines = reader(socket);
      do {
        told.add(next(lines, "data: "));
      } while (!told.get(told.size() - 1).contains("\"snapshot\":true"));

      assertThat(told)
          .filteredOn(data -> !data.contains("\"problems\":[]"))
          .hasSizeGreaterThan(1)
          .allMatch(data -> data.contains("\"queue\":\"mail\""));
      assertThat(told).noneMatch(data -> data.contains("orders"));
    }
    assertThat(
            server
                .send(
                    "GET",
                    "/v1/tasks",
                    BodyPublishers.noBody(),
                    "Authorization",
                    "Bearer " + reader)
                .body())
        .contains("\"queue\":\"mail\"")
        .doesNotContain("orders");
  }

  @Test
  void aPatternThatNoQueueCanHaveIsRefused() {
    assertThat(server.get("/v1/events?queue=a%20b").at("/field")).isEqualTo("pattern");
  }

  @Test
  void anIdThatIsNoneOfAnEventIsRefused() {
    assertThat(server.get("/v1/events?lastEventId=nonsense").at("/field"))
        .isEqualTo("Last-Event-ID");
  }

  private Socket connect(String query, String header) throws IOException {
    Socket socket = new Socket(server.address().getAddress(), server.address().getPort());
    socket.setSoTimeout(30_000);
    String request = "GET /v1/events" + query + " HTTP/1.1\r\nHost: localhost\r\n" + header;
    socket.getOutputStream().write((request + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    return socket;
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  private static String next(BufferedReader lines, String part) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.contains(part)) {
        return line;
      }
    }
    throw new AssertionError("the stream ended before " + part);
  }
}
