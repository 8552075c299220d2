package io.duetime.server.handover;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.Waiting;
import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import io.duetime.server.Setting;
import io.duetime.server.json.JsonTrees;
import io.duetime.time.SystemTime;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** A server hands over to a webhook while its endpoint, or the store, fails. */
class HandOverFaultsTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir private Path folder;
  private final Vertx vertx = Vertx.vertx();
  private final AtomicBoolean cutsTheNext = new AtomicBoolean();
  private final List<String> arrived = new CopyOnWriteArrayList<>();
  private final HttpServer endpoint =
      vertx
          .createHttpServer()
          .requestHandler(this::receive)
          .listen(0, "127.0.0.1")
          .toCompletionStage()
          .toCompletableFuture()
          .join();
  private final SystemTime time = new SystemTime();
  private DuetimeServer server;

  @AfterEach
  void close() {
    if (server != null) {
      server.close();
    }
    time.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private void receive(HttpServerRequest request) {
    String duplicate = request.getHeader("duetime-possible-duplicate");
    arrived.add(
        request.getHeader("webhook-id").replaceFirst("@.*", "")
            + (duplicate == null ? "" : " duplicate " + duplicate));
    if (cutsTheNext.getAndSet(false)) {
      request.connection().close();
    } else {
      request.response().end();
    }
  }

  private void start(String store) throws IOException {
    String url = "http://127.0.0.1:" + endpoint.actualPort() + "/";
    Path targets =
        Files.writeString(
            folder.resolve("targets.json"),
            "{\"shop\":{\"type\":\"webhook\",\"allowPrivate\":\"127.0.0.0/8\",\"url\":\"%s\"}}"
                .formatted(url));
    server =
        DuetimeServer.start(
            ServerSettings.builder()
                .store(store)
                .http(new HostPort("127.0.0.1", 0))
                .set(Setting.TARGETS_FILE, targets)
                .build(),
            time);
    call("PATCH", "/v1/queues/orders", "{\"handOver\":{\"target\":\"shop\"}}");
  }

  private String text(String method, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.http().getPort() + path))
            .method(method, BodyPublishers.ofString(body))
            .header("Content-Type", "application/json")
            .build();
    try {
      HttpResponse<String> answer = HTTP.send(request, BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
      return answer.body();
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(failed);
    }
  }

  private JsonNode call(String method, String path, String body) {
    return JsonTrees.MAPPER.readTree(text(method, path, body));
  }

  @ParameterizedTest
  @ValueSource(strings = {"embedded:", "redis:"})
  void aMessageWhoseLineIsCutIsRedrivenAsAPossibleDuplicate(String engine) throws IOException {
    start(store(engine));
    cutsTheNext.set(true);
    String job = "/v1/queues/orders/jobs/a";
    call("PUT", job + "?maxAttempts=1", "{}");
    Waiting.until("the death", () -> call("GET", job, "").at("/state").asString("").equals("DEAD"));
    assertThat(call("GET", job, "").at("/message").asString(""))
        .endsWith("; the message may have arrived");

    call("POST", "/v1/queues/orders/redrive", "{\"all\":true}");

    Waiting.until("the second message", () -> arrived.size() == 2);
    assertThat(arrived).containsExactly("a", "a duplicate true");
  }

  private String store(String engine) {
    return engine.equals("embedded:")
        ? engine + folder.resolve("store")
        : RedisProcess.shared().uri() + "?prefix=" + UUID.randomUUID();
  }

  @Test
  void handOverAndRecurringJobsGoOnWhenTheStoreIsEmptiedUnderTheServer() throws IOException {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Logger logger = (Logger) LoggerFactory.getLogger("io.duetime.loss");
    logger.addAppender(log);
    try (RedisProcess redis = RedisProcess.start()) {
      start(redis.uri());
      call("PUT", "/v1/queues/orders/recurring/tick", "{\"every\":\"200ms\"}");
      call("PUT", "/v1/queues/plain/recurring/clock", "{\"every\":\"200ms\"}");
      call("PUT", "/v1/queues/orders/jobs/gone", "{\"delay\":\"1h\"}");
      Waiting.until("a tick", () -> arrived.contains("tick"));
      assertThat(losses()).isZero();

      redis.call("FLUSHALL");
      Waiting.until("the metric", () -> losses() == 2);
      arrived.clear();
      Waiting.until("a tick after the loss", () -> arrived.contains("tick"));
      call("PUT", "/v1/queues/orders/jobs/new", "{}");

      Waiting.until("a new job", () -> arrived.contains("new"));
      Waiting.until(
          "a job of the other definition",
          () -> call("GET", "/v1/queues/plain", "").at("/counts/ready").asInt() > 0);
      assertThat(arrived).containsOnly("tick", "new");
      assertThat(log.list)
          .filteredOn(event -> event.getLevel() == Level.ERROR)
          .singleElement()
          .extracting(ILoggingEvent::getFormattedMessage)
          .asString()
          .contains("The store has lost its data of queues orders, plain");
      assertThat(call("GET", "/v1/queues/orders", "").at("/settings/handOver/target").asString())
          .isEqualTo("shop");
      assertThat(text("GET", "/v1/store", "")).contains("queue orders at ");
      server.close();
    } finally {
      logger.detachAppender(log);
    }
  }

  private double losses() {
    return text("GET", "/metrics", "")
        .lines()
        .filter(line -> line.startsWith("duetime_data_losses_total"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
