package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.QueueSettings;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobView;
import io.duetime.memory.MemoryEngine;
import io.duetime.time.VirtualTime;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class HealthTest {
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
  private final HttpClient client = HttpClient.newHttpClient();
  private final CountDownLatch claimed = new CountDownLatch(1);

  private DuetimeServer server(Engine engine) {
    return DuetimeServer.over(
        engine,
        ServerSettings.builder().store("memory:").http(new HostPort("127.0.0.1", 0)).build(),
        time);
  }

  private HttpRequest.Builder request(DuetimeServer server, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.http().getPort() + path));
  }

  private HttpResponse<String> get(DuetimeServer server, String path) throws Exception {
    return client.send(request(server, path).build(), BodyHandlers.ofString());
  }

  private void put(DuetimeServer server, String path) throws Exception {
    client.send(
        request(server, path).PUT(BodyPublishers.ofString("x")).build(), BodyHandlers.ofString());
  }

  private CompletableFuture<HttpResponse<String>> waitForJobs(DuetimeServer server) {
    return client.sendAsync(
        request(server, "/v1/queues/mail/claim")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"wait\":\"5m\"}"))
            .build(),
        BodyHandlers.ofString());
  }

  /** Never answers a claim. */
  private final class NoClaims extends ForwardingEngine {
    NoClaims(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
      claimed.countDown();
      return new CompletableFuture<>();
    }
  }

  @Test
  void aServerIsNotReadyWhileDueJobsWaitAndNoClaimLoopRuns() throws Exception {
    try (DuetimeServer server = server(new NoClaims(new MemoryEngine(time)))) {
      CompletableFuture<HttpResponse<String>> waiting = waitForJobs(server);
      assertThat(claimed.await(1, TimeUnit.MINUTES)).isTrue();
      put(server, "/v1/queues/mail/jobs/a");
      assertThat(get(server, "/health/ready").statusCode()).isEqualTo(200);

      time.advance(Duration.ofSeconds(21));

      HttpResponse<String> ready = get(server, "/health/ready");
      assertThat(ready.statusCode()).isEqualTo(503);
      assertThat(ready.body()).contains("no claim loop runs in 1 queues").doesNotContain("mail");
      assertThat(get(server, "/metrics").body()).contains("duetime_claim_loops_stalled 1.0");
      assertThat(waiting).isNotDone();
    }
  }

  @Test
  void aSlowRateKeepsTheServerReady() throws Exception {
    assertThat(readyUnder(new QueueSettings.Rate(1, Duration.ofMinutes(1), 1))).isEqualTo(200);
  }

  @Test
  void aRateWithPermitsOftenEnoughDoesNotHideALoopThatStandsStill() throws Exception {
    assertThat(readyUnder(new QueueSettings.Rate(3, Duration.ofMinutes(1), 1))).isEqualTo(503);
  }

  private int readyUnder(QueueSettings.Rate rate) throws Exception {
    Engine engine = new NoClaims(new MemoryEngine(time));
    try (DuetimeServer server = server(engine)) {
      engine.configure("mail", QueueSettings.builder().rate(rate).build());
      CompletableFuture<HttpResponse<String>> waiting = waitForJobs(server);
      assertThat(claimed.await(1, TimeUnit.MINUTES)).isTrue();
      put(server, "/v1/queues/mail/jobs/a");
      get(server, "/health/ready");

      time.advance(Duration.ofSeconds(21));

      assertThat(waiting).isNotDone();
      return get(server, "/health/ready").statusCode();
    }
  }

  @Test
  void aPausedQueueKeepsTheServerReady() throws Exception {
    Engine engine = new NoClaims(new MemoryEngine(time));
    try (DuetimeServer server = server(engine)) {
      CompletableFuture<HttpResponse<String>> waiting = waitForJobs(server);
      assertThat(claimed.await(1, TimeUnit.MINUTES)).isTrue();
      put(server, "/v1/queues/mail/jobs/a");
      get(server, "/health/ready");
      engine.configure("mail", QueueSettings.builder().paused().build());

      time.advance(Duration.ofSeconds(21));

      assertThat(get(server, "/health/ready").statusCode()).isEqualTo(200);
      assertThat(waiting).isNotDone();
    }
  }

  @Test
  void aServerIsReadyWhileItsQueuesAreEmptyOrWithoutCallers() throws Exception {
    try (DuetimeServer server = server(new MemoryEngine(time))) {
      put(server, "/v1/queues/mail/jobs/a");
      get(server, "/health/ready");

      time.advance(Duration.ofMinutes(10));

      assertThat(get(server, "/health/ready").statusCode()).isEqualTo(200);
      assertThat(get(server, "/metrics").body())
          .contains(
              "duetime_claim_loops_stalled 0.0",
              "duetime_queue_oldest_overdue_seconds{queue=\"mail\"} 600.0",
              "duetime_connections{protocol=\"http\"} 1.0");
    }
  }

  @Test
  void aServerIsNotReadyWhileItsStoreDoesNotAnswer() throws Exception {
    Engine silent =
        new ForwardingEngine(new MemoryEngine(time)) {
          @Override
          public CompletionStage<Optional<JobView>> find(String queue, String id) {
            return new CompletableFuture<>();
          }
        };
    try (DuetimeServer server = server(silent)) {
      HttpResponse<String> ready = get(server, "/health/ready");

      assertThat(ready.statusCode()).isEqualTo(503);
      assertThat(ready.body()).contains("The store does not answer");
    }
  }
}
