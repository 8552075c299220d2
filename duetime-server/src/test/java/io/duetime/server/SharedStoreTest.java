package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.redis.fixture.RedisCluster;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.time.SystemTime;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two servers on one store in Redis. */
@Tag("full")
class SharedStoreTest {
  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
  private static final Pattern LEASE = Pattern.compile("\"lease\":\"([^\"]+)\"");

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final SystemTime time = new SystemTime();
  private final String prefix = "?prefix=" + UUID.randomUUID();
  private final List<DuetimeServer> servers = new ArrayList<>();

  @AfterEach
  void stop() {
    servers.forEach(DuetimeServer::close);
    time.close();
  }

  @Test
  void whoWaitsAtOneServerGetsWhatIsPutAtTheOther() throws Exception {
    startTwo(RedisProcess.shared().uri());
    CompletableFuture<String> poll = poll(1, "q");

    put(0, "q", "a", "0s");

    assertThat(answer(poll)).contains("\"id\":\"a\"", "\"attempt\":1");
  }

  @Test
  void eachJobComesToOneOfThoseWhoWaitAtBoth() throws Exception {
    startTwo(RedisProcess.shared().uri());

    assertThat(idsOfPolls("q")).containsExactlyInAnyOrder("q-0", "q-1");
  }

  @Test
  void whatIsClaimedAtOneIsAcknowledgedAtTheOther() throws Exception {
    startTwo(RedisProcess.shared().uri());
    put(0, "q", "a", "0s");
    String lease = first(LEASE, answer(poll(0, "q")));

    assertThat(post(1, "/v1/queues/q/ack", "{\"leases\":[\"" + lease + "\"]}")).contains("ACKED");
    assertThat(get(0, "/v1/queues/q")).contains("\"running\":0");
  }

  @Test
  void whenOneStopsTheOtherGoesOn() throws Exception {
    startTwo(RedisProcess.shared().uri());
    CompletableFuture<String> stopped = poll(0, "q");
    CompletableFuture<String> other = poll(1, "q");
    put(0, "q", "a", "1s");

    servers.get(0).close();

    assertThat(answer(stopped)).endsWith("\"jobs\":[]}");
    assertThat(answer(other)).contains("\"id\":\"a\"");
  }

  @Test
  void aClusterServesTheQueuesOfAllItsNodes() throws Exception {
    startTwo(RedisCluster.shared().uri());

    for (String queue : List.of("a", "b", "c", "d", "e", "f")) {
      assertThat(idsOfPolls(queue)).containsExactlyInAnyOrder(queue + "-0", queue + "-1");
    }
  }

  private void startTwo(String uri) {
    for (int i = 0; i < 2; i++) {
      ServerSettings settings =
          ServerSettings.builder().store(uri + prefix).http(new HostPort("127.0.0.1", 0)).build();
      servers.add(DuetimeServer.start(settings, time));
    }
  }

  /** Waits at both servers, and puts a job at each. */
  private List<String> idsOfPolls(String queue) throws Exception {
    List<CompletableFuture<String>> polls = List.of(poll(0, queue), poll(1, queue));
    put(0, queue, queue + "-0", "50ms");
    put(1, queue, queue + "-1", "50ms");
    return List.of(first(ID, answer(polls.get(0))), first(ID, answer(polls.get(1))));
  }

  private void put(int server, String queue, String id, String delay) throws Exception {
    String job = "{\"id\":\"" + id + "\",\"delay\":\"" + delay + "\"}";
    assertThat(post(server, "/v1/queues/" + queue + "/jobs", job)).contains("CREATED");
  }

  private CompletableFuture<String> poll(int server, String queue) {
    return client
        .sendAsync(
            request(server, "/v1/queues/" + queue + "/claim", "{\"max\":1,\"wait\":\"1m\"}"),
            BodyHandlers.ofString())
        .thenApply(HttpResponse::body);
  }

  private static String answer(CompletableFuture<String> poll) throws Exception {
    return poll.get(70, TimeUnit.SECONDS);
  }

  private String post(int server, String path, String json) throws Exception {
    return client.send(request(server, path, json), BodyHandlers.ofString()).body();
  }

  private String get(int server, String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(uri(server, path)).build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  private HttpRequest request(int server, String path, String json) {
    return HttpRequest.newBuilder(uri(server, path))
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(json))
        .build();
  }

  private URI uri(int server, String path) {
    return URI.create("http://127.0.0.1:" + servers.get(server).http().getPort() + path);
  }

  private static String first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher.group(1);
  }
}
