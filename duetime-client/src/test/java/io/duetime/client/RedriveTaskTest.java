package io.duetime.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.RetryPolicy;
import io.duetime.Worker;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.Waiting;
import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import io.duetime.time.SystemTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Redrives a part of the dead jobs at a rate, and watches how they go, on a server of each store.
 */
@Timeout(180)
class RedriveTaskTest {
  private static final String QUEUE = "/v1/queues/orders";
  private static final JsonMapper JSON = new JsonMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  @TempDir private Path folder;

  @Test
  void aRedriveThatFailsAgainStopsByItselfInMemory() throws Exception {
    aRedriveThatFailsAgainStopsByItself("memory:");
  }

  @Test
  void aRedriveThatFailsAgainStopsByItselfInAFolder() throws Exception {
    aRedriveThatFailsAgainStopsByItself("embedded:" + folder);
  }

  @Test
  void aRedriveThatFailsAgainStopsByItselfInRedis() throws Exception {
    try (RedisProcess redis = RedisProcess.start()) {
      aRedriveThatFailsAgainStopsByItself(redis.uri());
    }
  }

  private void aRedriveThatFailsAgainStopsByItself(String store) throws Exception {
    ServerSettings settings =
        ServerSettings.builder().store(store).http(new HostPort("127.0.0.1", 0)).build();
    try (SystemTime time = new SystemTime();
        DuetimeServer server = DuetimeServer.start(settings, time)) {
      String uri = "http://127.0.0.1:" + server.http().getPort();
      try (Duetime duetime = Duetime.builder().uri(uri).open()) {
        JobQueue<String> orders = duetime.queue("orders", Codec.string());
        Worker worker = failing(orders);
        dead(uri, orders, 3_000);
        JsonNode groups = call(uri, "GET", QUEUE + "/dead?groupBy=fingerprint", "");
        assertThat(groups.at("/groups").size()).isEqualTo(2);
        String fingerprint = groups.at("/groups/0/fingerprint").asString();
        assertThat(groups.at("/groups/0/count").asInt()).isEqualTo(2_000);

        JsonNode task =
            call(
                uri,
                "POST",
                QUEUE + "/redrive",
                "{\"fingerprint\":\"%s\",\"first\":\"10%%\",\"perSecond\":20}"
                    .formatted(fingerprint));
        JsonNode ended = until(uri, task, seen -> !seen.at("/endedAt").isNull());
        Waiting.until("the end of those under way", () -> dead(uri) == 3_000);
        worker.close();

        assertThat(ended.at("/state").asString()).isEqualTo("STOPPED");
        assertThat(ended.at("/error/code").asString()).isEqualTo("TOO_MANY_FAILED");
        assertThat(ended.at("/planned").asInt()).isEqualTo(200);
        assertThat(ended.at("/total").asInt()).isEqualTo(2_000);
        assertThat(ended.at("/failed").asInt()).isBetween(20, 60);
        assertThat(ended.at("/succeeded").asInt()).isZero();
        assertThat(ended.at("/changed").asInt())
            .isEqualTo(ended.at("/failed").asInt() + ended.at("/underWay").asInt())
            .isLessThanOrEqualTo(60);
      }
    }
  }

  @Test
  void aRedriveSurvivesTheKillOfItsServerAndTakesNoMoreThanItMay() throws Exception {
    try (ServerProcess server = new ServerProcess(folder);
        Duetime duetime = Duetime.builder().uri(server.uri()).open()) {
      String uri = server.uri();
      JobQueue<String> orders = duetime.queue("orders", Codec.string());
      Worker failing = failing(orders);
      dead(uri, orders, 300);
      failing.close();
      Worker worker = orders.worker(job -> {}).start();
      JsonNode task =
          call(uri, "POST", QUEUE + "/redrive", "{\"all\":true,\"first\":100,\"perSecond\":10}");
      until(uri, task, seen -> seen.at("/changed").asInt() >= 20);

      server.killAndStart();
      JsonNode ended = until(uri, task, seen -> !seen.at("/endedAt").isNull());
      worker.close();

      assertThat(ended.at("/state").asString()).isEqualTo("DONE");
      assertThat(ended.at("/changed").asInt()).isEqualTo(100);
      assertThat(ended.at("/succeeded").asInt() + ended.at("/failed").asInt()).isEqualTo(100);
      assertThat(dead(uri)).isEqualTo(200);
    }
  }

  private static Worker failing(JobQueue<String> orders) {
    return orders
        .worker(job -> {
          if (job.payload().equals("null")) {
            throw new NullPointerException();
          }
          throw new IllegalStateException("label " + job.payload() + " rejected");
        })
        .concurrency(32)
        .start();
  }

  /** Schedules jobs, and waits until their only attempt has failed. */
  private void dead(String uri, JobQueue<String> orders, int jobs) throws Exception {
    orders.scheduleAll(
        IntStream.range(0, jobs)
            .mapToObj(i ->
                JobRequest.builder(i % 3 == 0 ? "null" : String.valueOf(4_711 + i))
                    .id("order-" + i)
                    .retry(RetryPolicy.none())
                    .build())
            .toList());
    Waiting.until(jobs + " dead jobs", () -> dead(uri) >= jobs);
  }

  private int dead(String uri) {
    return call(uri, "GET", QUEUE, "").at("/counts/dead").asInt();
  }

  private JsonNode until(String uri, JsonNode task, Predicate<JsonNode> is) {
    String path = "/v1/tasks/" + task.at("/id").asString();
    Waiting.until("the state of the task", () -> is.test(call(uri, "GET", path, "")));
    return call(uri, "GET", path, "");
  }

  private JsonNode call(String uri, String method, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(uri + path))
            .timeout(Duration.ofSeconds(30))
            .header("Content-Type", "application/json")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    AtomicReference<String> answer = new AtomicReference<>();
    Waiting.until("an answer", () -> isAnswered(request, answer));
    return JSON.readTree(answer.get());
  }

  /** A server that was killed may not be there yet. */
  private boolean isAnswered(HttpRequest request, AtomicReference<String> answer) {
    try {
      answer.set(http.send(request, BodyHandlers.ofString()).body());
      return true;
    } catch (IOException broken) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }
}
