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
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static final long FIRST = Instant.parse("2100-01-01T09:00:00Z").toEpochMilli();
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
  private static final Pattern JOB =
      Pattern.compile("\"id\":\"(job-\\d+)\".*?\"dueAt\":\"([^\"]*)\"");
  private static final Pattern CURSOR = Pattern.compile("\"cursor\":\"([^\"]*)\"");

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
    fill(server);
    String task = task(send(server, "DELETE", "/v1/queues/q/jobs?tag=x", "", ""));
    killLast();
    return task;
  }

  private static String task(HttpResponse<String> accepted) {
    assertThat(accepted.statusCode()).isEqualTo(202);
    return accepted.headers().firstValue("Location").orElseThrow();
  }

  private void killLast() throws InterruptedException {
    processes.get(processes.size() - 1).kill();
  }

  private void fill(URI server) throws Exception {
    String lines =
        IntStream.range(0, JOBS)
            .mapToObj(i ->
                "{\"id\":\"job-%05d\",\"dueAt\":%d,\"tags\":[\"x\"]}\n"
                    .formatted(i, FIRST + 599L * i))
            .collect(Collectors.joining());
    assertThat(
            send(server, "POST", "/v1/queues/q/jobs", "application/x-ndjson", lines)
                .body()
                .lines()
                .filter(line -> line.contains("CREATED")))
        .hasSize(JOBS);
  }

  @Test
  void aShiftMovesEachJobOnceOnRedisOnAClusterAndInAFolder() throws Exception {
    String redis = RedisProcess.shared().uri() + "?prefix=" + UUID.randomUUID();
    String cluster = RedisCluster.shared().uri() + "?prefix=" + UUID.randomUUID();
    String embedded = "embedded:" + folder.resolve("store");

    String onRedis = shiftAndKill(redis);
    String onCluster = shiftAndKill(cluster);
    String inFolder = shiftAndKill(embedded);

    assertShiftedOnce(onRedis, start(redis));
    assertShiftedOnce(onCluster, start(cluster));
    assertShiftedOnce(inFolder, start(embedded));
  }

  private String shiftAndKill(String store) throws Exception {
    URI server = start(store);
    fill(server);
    String json = "application/json";
    String task =
        task(send(server, "POST", "/v1/queues/q/jobs/shift", json, "{\"all\":true,\"by\":\"2h\"}"));
    Waiting.until("the first jobs", () -> !get(server, task).contains("\"changed\":0,"));
    killLast();
    return task;
  }

  private void assertShiftedOnce(String task, URI server) throws Exception {
    awaitDone(task, server);
    assertThat(dueTimes(server)).isEqualTo(dueTimesFrom(FIRST + 7_200_000));
    assertThat(get(server, task)).contains("\"left\":0,");

    change(server, "job-00007", "{\"priority\":1}");
    change(server, "job-00008", "{\"dueAt\":" + FIRST + "}");
    awaitDone(task(send(server, "POST", task + "/undo", "", "")), server);

    Map<String, String> before = dueTimesFrom(FIRST);
    before.put("job-00008", TIME.format(Instant.ofEpochMilli(FIRST)));
    assertThat(dueTimes(server)).isEqualTo(before);
  }

  private void change(URI server, String id, String values) throws Exception {
    String path = "/v1/queues/q/jobs/" + id;
    assertThat(send(server, "PATCH", path, "application/json", values).statusCode()).isEqualTo(200);
  }

  private static Map<String, String> dueTimesFrom(long first) {
    Map<String, String> times = new TreeMap<>();
    for (int i = 0; i < JOBS; i++) {
      String time = TIME.format(Instant.ofEpochMilli(first + 599L * i));
      times.put("job-%05d".formatted(i), time);
    }
    return times;
  }

  private Map<String, String> dueTimes(URI server) {
    Map<String, String> times = new TreeMap<>();
    String cursor = "";
    do {
      String page = get(server, "/v1/queues/q/jobs?limit=1000" + cursor);
      JOB.matcher(page).results().forEach(job -> times.put(job.group(1), job.group(2)));
      Matcher more = CURSOR.matcher(page);
      cursor = more.find() ? "&cursor=" + more.group(1) : "";
    } while (!cursor.isEmpty());
    return times;
  }

  private void awaitEnd(String task, URI server) {
    awaitDone(task, server);
    assertThat(get(server, "/v1/queues/q")).contains("\"delayed\":0,");
  }

  private void awaitDone(String task, URI server) {
    Waiting.until("the end of the task", () -> get(server, task).contains("\"state\":\"DONE\""));
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
