package io.duetime.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.ServerCommandProcess;
import io.duetime.cli.server.WithholdingEndpoint.Count;
import io.duetime.redis.fixture.Waiting;
import io.duetime.server.json.JsonTrees;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A server is killed again and again while messages that it handed over have no answer. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
@Tag("full")
class KilledHandOverTest {
  private static final int KILLS = 3;
  private static final int JOBS_BETWEEN = 300;
  private static final int ANSWERED_BETWEEN = 120;
  private static final int IN_FLIGHT = 50;
  private static final Path REPORT = Path.of("target", "hand-over-report.txt");

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final WithholdingEndpoint endpoint = new WithholdingEndpoint();
  private final List<String> published = new ArrayList<>();
  private ServerCommandProcess server;

  @AfterEach
  void close() {
    endpoint.close();
    if (server != null) {
      server.close();
    }
  }

  private JsonNode call(String method, String path, String json) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(server.http().resolve(path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(json))
            .build();
    HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
    return JsonTrees.MAPPER.readTree(answer.body());
  }

  private void schedule(int jobs) throws Exception {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < jobs; i++) {
      String id = "job-" + published.size();
      all.append(i == 0 ? "" : ",").append("{\"id\":\"").append(id).append("\"}");
      published.add(id);
    }
    call("POST", "/v1/queues/orders/jobs", "[" + all + "]");
  }

  private long open() {
    try {
      JsonNode counts = call("GET", "/v1/queues/orders", "").at("/counts");
      return counts.at("/ready").asLong()
          + counts.at("/scheduled").asLong()
          + counts.at("/running").asLong()
          + counts.at("/dead").asLong();
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  @Test
  void noJobIsLostAndRepeatedMessagesSaySo() throws Exception {
    String store = "embedded:" + folder.resolve("store");
    server = new ServerCommandProcess(store, "--private-ranges", "127.0.0.0/8");
    call(
        "PUT",
        "/v1/targets/shop",
        "{\"type\":\"webhook\",\"allowPrivate\":\"127.0.0.0/8\",\"maxInFlight\":%d,\"url\":\"%s\"}"
            .formatted(IN_FLIGHT, endpoint.url()));
    call("PATCH", "/v1/queues/orders", "{\"handOver\":{\"target\":\"shop\"}}");
    List<String> unanswered = new ArrayList<>();
    for (int kill = 0; kill < KILLS; kill++) {
      endpoint.withholdAfter(ANSWERED_BETWEEN);
      schedule(JOBS_BETWEEN);
      unanswered.addAll(endpoint.awaitWithheld(IN_FLIGHT));
      server.kill();
      endpoint.answerAll();
      server = new ServerCommandProcess(store, "--private-ranges", "127.0.0.0/8");
    }
    endpoint.awaitMessages(published, 1);
    endpoint.awaitMessages(unanswered, 2);
    Waiting.until("the end of all jobs", () -> open() == 0);

    Count count = endpoint.count(published);
    report(count);
    assertThat(count).isEqualTo(new Count(KILLS * JOBS_BETWEEN, 0, count.doubled(), 0));
    assertThat(count.doubled()).isGreaterThanOrEqualTo(KILLS * IN_FLIGHT);
  }

  private static void report(Count count) throws IOException {
    Files.writeString(REPORT, "server killed " + KILLS + " times: " + count + "\n");
  }
}
