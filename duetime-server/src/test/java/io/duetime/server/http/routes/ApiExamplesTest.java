package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.ApiDocument;
import io.duetime.server.http.fixture.ApiDocument.Operation;
import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Runs every example of the OpenAPI document, on a store in which it has something to do. */
class ApiExamplesTest {
  private static final ApiDocument DOCUMENT = TestServer.document();
  private static final String QUEUE = "/v1/queues/orders";

  /** What the document writes in place of a lease and of a task of the reader's own. */
  private static final String LEASE = "AQAG…";

  private static final String TASK = "01KAF3V5D0R8";

  @RegisterExtension private final TestServer server = new TestServer();

  private String lease = "";
  private String task = "";

  static Stream<Operation> operations() {
    // These streams do not end, and a sign-in goes on elsewhere: SignInTest.
    return DOCUMENT.operations().stream()
        .filter(one -> !one.path().equals("/v1/events") && !one.path().endsWith("/watch"))
        .filter(one -> !one.path().matches("/auth/(login|callback)"));
  }

  @BeforeEach
  void prepare() {
    server.post(QUEUE + "/jobs", "[{\"id\":\"order-1\"},{\"id\":\"order-2\"}]");
    JsonNode claimed = server.post(QUEUE + "/claim", "{\"max\":2}").json();
    lease = claimed.at("/jobs/0/lease").asString();
    String dead = claimed.at("/jobs/1/lease").asString();
    server.post(QUEUE + "/bury", "{\"leases\":[\"" + dead + "\"],\"reason\":\"no such order\"}");
    server.put(QUEUE + "/jobs/order-42?delay=30m&tag=eu", "{}", "Content-Type", "application/json");
    server.put(QUEUE + "/jobs/order-3", "now");
    server.post(QUEUE + "/numbers", "{\"size\":100}");
    server.post(QUEUE + "/recurring/nothing/pause", "");
    server.send(
        "PUT",
        QUEUE + "/recurring/report",
        BodyPublishers.ofString("{\"every\":\"5m\"}"),
        "Content-Type",
        "application/json");
    server.send(
        "PUT",
        "/v1/targets/main",
        BodyPublishers.ofString("{\"type\":\"rabbitmq\",\"uri\":\"amqp://localhost:5672\"}"),
        "Content-Type",
        "application/json");
    server.judge();
    task = server.delete(QUEUE + "/jobs?tag=none&background=true").at("/id");
  }

  @ParameterizedTest
  @MethodSource("operations")
  void theExampleRunsAndItsAnswerLooksLikeTheOneDescribed(Operation operation) {
    TestResponse got = run(operation);
    if (operation.path().equals("/v1/store/backup")) {
      assertThat(got.at("/code")).isEqualTo("UNSUPPORTED");
      return;
    }

    assertThat(got.status()).as(got.body()).isBetween(200, 299);
    JsonNode content =
        operation
            .node()
            .path("responses")
            .path(String.valueOf(got.status()))
            .path("content")
            .path("application/json");
    if (!operation.path().equals("/openapi.json") && !operation.path().equals("/metrics")) {
      assertThat(content.has("example"))
          .as("%s has an example: %s", operation, got.body())
          .isTrue();
      assertThat(DOCUMENT.wrong(content.path("schema"), content.path("example"))).isEmpty();
      assertThat(names(content.path("example"))).isEqualTo(names(got.json()));
    }
  }

  @Test
  void theExampleOfAQueueHasEachSettingWithItsDefault() {
    JsonNode example =
        operations()
            .filter(one -> one.toString().equals("get /v1/queues/{queue}"))
            .map(one -> one.node().at("/responses/200/content/application~1json/example"))
            .findFirst()
            .orElseThrow();

    assertThat(server.get(QUEUE).json().at("/settings").toString())
        .isEqualTo(example.at("/settings").toString());
  }

  private TestResponse run(Operation operation) {
    String target = target(operation);
    JsonNode content = operation.node().path("requestBody").path("content");
    String method = operation.method().toUpperCase(Locale.ROOT);
    if (content.isMissingNode()) {
      return server.send(method, target, BodyPublishers.noBody(), headers(operation));
    }
    JsonNode example =
        content.has("application/json")
            ? content.path("application/json").path("example")
            : content.path("*/*").path("example");
    assertThat(example.isMissingNode()).as("%s has an example", operation).isFalse();
    String body = example.toString().replace(LEASE, lease);
    return server.send(
        method,
        target,
        BodyPublishers.ofString(body),
        headers(operation, "Content-Type", "application/json"));
  }

  /** The routes of one token need one; then the connections without a token are closed. */
  private String[] headers(Operation operation, String... others) {
    if (!operation.path().startsWith("/v1/tokens/{name}")) {
      return others;
    }
    String token = server.token("root", "admin");
    server.reconnect();
    return Stream.concat(Stream.of("Authorization", "Bearer " + token), Stream.of(others))
        .toArray(String[]::new);
  }

  private String target(Operation operation) {
    String path = operation.path();
    List<String> query = new ArrayList<>();
    for (JsonNode given : operation.node().path("parameters")) {
      JsonNode parameter = DOCUMENT.resolved(given);
      String name = parameter.path("name").asString();
      String example = parameter.path("example").asString("");
      if (parameter.path("in").asString().equals("path")) {
        assertThat(example).as("%s of %s has an example", name, operation).isNotEmpty();
        String own = operation.path().endsWith("/undo") ? shift() : task;
        path = path.replace("{" + name + "}", example.replace(TASK, own));
      } else if (parameter.has("example")) {
        query.add(name + "=" + URLEncoder.encode(example, StandardCharsets.UTF_8));
      }
    }
    return query.isEmpty() ? path : path + "?" + String.join("&", query);
  }

  /** A shift that has ended. */
  private String shift() {
    String id = server.post(QUEUE + "/jobs/shift", "{\"tag\":\"eu\",\"by\":\"1h\"}").at("/id");
    long patience = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (server.get("/v1/tasks/" + id).json().at("/endedAt").isNull()) {
      assertThat(System.nanoTime()).isLessThan(patience);
    }
    return id;
  }

  private static List<String> names(JsonNode object) {
    return object.propertyNames().stream().sorted().toList();
  }
}
