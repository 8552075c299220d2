package io.duetime.server.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.InvalidRequestException;
import io.duetime.JobQueue;
import io.duetime.handover.HandOver;
import io.duetime.handover.MessageTemplate;
import io.duetime.internal.time.SystemTime;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.Waiting;
import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import io.duetime.server.json.StrictJson;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The order within a key needs one shard; a queue in Redis with several is refused. */
@Tag("full")
class OrderAndShardsTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final int GUARD_SECONDS = 30;
  private static final String ORDERED = "{\"target\":\"main\",\"orderBy\":\"{queue}\"}";

  private final String store = RedisProcess.shared().uri() + "?prefix=" + UUID.randomUUID();
  private final String box = UUID.randomUUID().toString();
  private final SystemTime time = new SystemTime();
  private final Duetime duetime = Duetime.open(store);
  private final JobQueue<byte[]> queue = duetime.queue("orders", Codec.bytes());
  private final DuetimeServer server =
      DuetimeServer.start(
          ServerSettings.builder().store(store).http(new HostPort("127.0.0.1", 0)).build(), time);

  @AfterEach
  void close() {
    server.close();
    duetime.close();
    time.close();
  }

  private JsonNode call(String method, String path, String body) {
    URI uri = URI.create("http://127.0.0.1:" + server.http().getPort() + path);
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .method(method, BodyPublishers.ofString(body))
            .header("Content-Type", "application/json")
            .build();
    return StrictJson.MAPPER.readTree(
        HTTP.sendAsync(request, BodyHandlers.ofString()).join().body());
  }

  private JsonNode change(String json) {
    return call("PATCH", "/v1/queues/orders", json);
  }

  private static void assertRefused(JsonNode answer) {
    assertThat(answer.at("/status").asInt()).as("%s", answer).isEqualTo(400);
    assertThat(answer.at("/field").asString()).isEqualTo("handOver.orderBy");
    assertThat(answer.at("/detail").asString()).contains("one shard; this one has 4");
  }

  @Test
  void theLibraryRefusesAnOrderForSeveralShards() {
    queue.admin().configure(settings -> settings.shards(4));
    HandOver.Builder ordered =
        HandOver.of(queue, job -> CompletableFuture.completedStage("confirmed"))
            .orderBy(
                MessageTemplate.parse("orderBy", "{queue}"),
                duetime.queue("batons", Codec.bytes()));

    assertThatThrownBy(ordered::start)
        .isInstanceOfSatisfying(
            InvalidRequestException.class,
            refused -> assertThat(refused.field()).isEqualTo("orderBy"))
        .hasMessageContaining("one shard; this one has 4");
  }

  @Test
  void theServerRefusesAnOrderForSeveralShardsAndSeveralShardsForAnOrder() {
    call("PUT", "/v1/targets/main", "{\"type\":\"inbox\",\"box\":\"" + box + "\"}");
    change("{\"shards\":4}");
    assertRefused(change("{\"handOver\":" + ORDERED + "}"));
    assertRefused(call("PATCH", "/v1/queues/new", "{\"shards\":4,\"handOver\":" + ORDERED + "}"));

    JsonNode ordered = call("PATCH", "/v1/queues/other", "{\"handOver\":" + ORDERED + "}");
    assertThat(ordered.at("/handOver/orderBy").asString()).isEqualTo("{queue}");
    assertRefused(call("PATCH", "/v1/queues/other", "{\"shards\":4}"));
  }

  @Test
  void anOrderedHandOverEndsWhenAProgramGivesItsQueueSeveralShards() throws Exception {
    call("PUT", "/v1/targets/main", "{\"type\":\"inbox\",\"box\":\"" + box + "\"}");
    change("{\"handOver\":" + ORDERED + "}");
    queue.schedule("1", new byte[0], Duration.ZERO);
    assertThat(InboxProvider.box(box).poll(GUARD_SECONDS, TimeUnit.SECONDS)).isEqualTo("1");

    queue.admin().configure(settings -> settings.shards(4));
    Waiting.until("the problem", () -> problem().contains("one shard; this one has 4"));
    queue.schedule("2", new byte[0], Duration.ZERO);
    assertThat(queue.counts().now().ready()).isEqualTo(1);

    queue.admin().configure(settings -> settings.handOver(null));
    Waiting.until("the end of the problem", () -> problem().isEmpty());
  }

  private String problem() {
    return call("GET", "/v1/targets/main", "").at("/status/problems/orders").asString("");
  }
}
