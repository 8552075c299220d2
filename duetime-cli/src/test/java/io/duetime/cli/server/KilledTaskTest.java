package io.duetime.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.ServerCommandProcess;
import io.duetime.redis.fixture.RedisCluster;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.Waiting;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task whose server is killed is ended by the next server of the store. */
@Tag("full")
class KilledTaskTest {
  private static final int JOBS = 12_000;

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<ServerCommandProcess> processes = new ArrayList<>();

  @AfterEach
  void end() {
    processes.forEach(ServerCommandProcess::close);
  }

  /** The tasks wait for their next server at the same time, as that takes a while. */
  @Test
  void itEndsOnRedisOnAClusterAndInAFolder() throws Exception {
    String redis = RedisProcess.shared().uri() + "?prefix=" + UUID.randomUUID();
    String cluster = RedisCluster.shared().uri() + "?prefix=" + UUID.randomUUID();
    String embedded = "embedded:" + folder.resolve("store");

    String onRedis = beginAndKill(redis);
    String onCluster = beginAndKill(cluster);
    String inFolder = beginAndKill(embedded);

    awaitEnd(onRedis, start(redis));
    awaitEnd(onCluster, start(cluster));
    awaitEnd(inFolder, start(embedded));
  }

  private String beginAndKill(String store) throws Exception {
    URI server = start(store);
    String lines =
        IntStream.range(0, JOBS)
            .mapToObj("{\"id\":\"job-%d\",\"delay\":\"1d\",\"tags\":[\"x\"]}\n"::formatted)
            .collect(Collectors.joining());
    assertThat(
            send(server, "POST", "/v1/queues/q/jobs", "application/x-ndjson", lines)
                .body()
                .lines()
                .filter(line -> line.contains("CREATED")))
        .hasSize(JOBS);
    HttpResponse<String> accepted = send(server, "DELETE", "/v1/queues/q/jobs?tag=x", "", "");
    assertThat(accepted.statusCode()).isEqualTo(202);
    processes.get(processes.size() - 1).kill();
    return accepted.headers().firstValue("Location").orElseThrow();
  }

  private void awaitEnd(String task, URI server) {
    Waiting.until("the end of the task", () -> get(server, task).contains("\"state\":\"DONE\""));
    assertThat(get(server, "/v1/queues/q")).contains("\"delayed\":0,");
  }

  private String get(URI server, String path) {
    try {
      return send(server, "GET", path, "", "").body();
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(failed);
    }
  }

  private HttpResponse<String> send(
      URI server, String method, String path, String type, String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.resolve(path)).method(method, BodyPublishers.ofString(body));
    if (!type.isEmpty()) {
      request.header("Content-Type", type);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private URI start(String store) throws IOException {
    ServerCommandProcess process = new ServerCommandProcess(store);
    processes.add(process);
    return process.http();
  }
}
