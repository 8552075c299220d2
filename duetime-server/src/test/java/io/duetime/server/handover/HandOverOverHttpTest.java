package io.duetime.server.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import io.duetime.server.Setting;
import io.duetime.server.json.JsonTrees;
import io.duetime.time.SystemTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Targets and routes set over HTTP take effect at once. */
class HandOverOverHttpTest {
  private static final int GUARD_SECONDS = 30;
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final String box = UUID.randomUUID().toString();
  private final SystemTime time = new SystemTime();
  private final DuetimeServer server =
      DuetimeServer.start(
          ServerSettings.builder()
              .store("memory:")
              .http(new HostPort("127.0.0.1", 0))
              .set(Setting.SHUTDOWN_TIMEOUT, Duration.ofMinutes(10))
              .set(Setting.SECRETS_FOLDER, Path.of(System.getProperty("java.io.tmpdir")))
              .build(),
          time);

  @TempDir Path folder;

  private String token = "";

  @AfterEach
  void close() {
    InboxProvider.confirm(box);
    server.close();
    time.close();
  }

  private record Answer(int status, JsonNode json) {
    String at(String pointer) {
      return json.at(pointer).asString("(nothing)");
    }
  }

  private Answer call(String method, String path, String body) {
    HttpResponse<String> answer = text(method, path, body);
    return new Answer(answer.statusCode(), JsonTrees.MAPPER.readTree(answer.body()));
  }

  private HttpResponse<String> text(String method, String path, String body) {
    URI uri = URI.create("http://127.0.0.1:" + server.http().getPort() + path);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .method(method, BodyPublishers.ofString(body))
            .header("Content-Type", "application/json");
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    try {
      return HTTP.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(failed);
    }
  }

  private void putTarget(String more) {
    Answer put =
        call("PUT", "/v1/targets/main", "{\"type\":\"inbox\",\"box\":\"" + box + "\"" + more + "}");
    assertThat(put.status()).as("%s", put.json).isBetween(200, 201);
  }

  private Answer route(String queue, String json) {
    return call("PATCH", "/v1/queues/" + queue, "{\"handOver\":" + json + "}");
  }

  private void schedule(String queue, String id) {
    assertThat(call("PUT", "/v1/queues/" + queue + "/jobs/" + id, "{}").status()).isEqualTo(201);
  }

  private String received() throws InterruptedException {
    return InboxProvider.box(box).poll(GUARD_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void dueJobsGoToTheTargetOfTheirQueue() throws Exception {
    putTarget("");
    Answer patched = route("orders", "{\"target\":\"main\",\"prefix\":\"timeout-\"}");
    assertThat(patched.at("/handOver/prefix")).as("%s", patched.json).isEqualTo("timeout-");
    schedule("orders", "42");
    schedule("others", "43");

    assertThat(received()).isEqualTo("timeout-42");
    assertThat(call("GET", "/v1/targets/main", "").at("/status/state")).isEqualTo("closed");
    assertThat(call("GET", "/v1/queues/others", "").json.at("/counts/ready").asInt()).isEqualTo(1);
  }

  @Test
  void aChangedRouteAndAChangedTargetApply() throws Exception {
    putTarget("");
    route("orders", "{\"target\":\"main\",\"prefix\":\"a-\"}");
    schedule("orders", "1");
    assertThat(received()).isEqualTo("a-1");

    route("orders", "{\"target\":\"main\",\"prefix\":\"b-\"}");
    schedule("orders", "2");
    String second = received();
    // The change applies within moments, and a job may go the old way until then.
    assertThat(second).matches("[ab]-2");

    Path secret = Files.writeString(folder.resolve("secret"), "s3cret\n");
    putTarget(",\"passwordFile\":\"" + secret + "\"");
    String last = "";
    for (int i = 3; !last.startsWith("s3cret@b-"); i++) {
      schedule("orders", "" + i);
      last = received();
      assertThat(last).isNotNull();
    }
    assertThat(call("GET", "/v1/targets/main", "").json.toString()).doesNotContain("s3cret");
  }

  @Test
  void aTargetThatIsPutAgainReadsItsSecretsAgain() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "old");
    String more = ",\"passwordFile\":\"" + secret + "\"";
    putTarget(more);
    route("orders", "{\"target\":\"main\"}");
    schedule("orders", "0");
    assertThat(received()).isEqualTo("old@0");

    Files.writeString(secret, "new");
    putTarget(more);

    String last = "";
    for (int i = 1; !last.startsWith("new@"); i++) {
      schedule("orders", "" + i);
      last = received();
      assertThat(last).isNotNull();
    }
  }

  @Test
  void whileTheTargetIsDownJobsStayAndTheServerSaysSo() throws Exception {
    putTarget("");
    InboxProvider.setDown(box, true);
    route("orders", "{\"target\":\"main\"}");
    schedule("orders", "1");

    awaitText("/v1/targets/main", "/status/state", "open|halfOpen");
    assertThat(call("GET", "/v1/targets/main", "").at("/status/lastFailure"))
        .isEqualTo("the box is closed");
    assertThat(call("GET", "/v1/queues/orders/jobs/1", "").at("/attempt")).isIn("0", "1");

    InboxProvider.setDown(box, false);
    assertThat(received()).isEqualTo("1");
  }

  @Test
  void aTargetTellsWhenItLastConfirmedAMessage() throws Exception {
    putTarget("");
    route("orders", "{\"target\":\"main\"}");
    assertThat(call("GET", "/v1/targets/main", "").json.toString()).doesNotContain("lastSuccess");
    schedule("orders", "1");
    assertThat(received()).isEqualTo("1");
    String last = awaitText("/v1/targets/main", "/status/lastSuccessAt", "20.*");

    InboxProvider.setDown(box, true);
    schedule("orders", "2");

    assertThat(awaitText("/v1/queues/orders", "/targetDown/lastSuccessAt", "20.*")).isEqualTo(last);
  }

  private String awaitText(String path, String pointer, String pattern) {
    String text = call("GET", path, "").at(pointer);
    while (!text.matches(pattern)) {
      text = call("GET", path, "").at(pointer);
    }
    return text;
  }

  @Test
  void theMetricsTellOfConfirmsFailuresAndBreakers() throws Exception {
    putTarget("");
    route("orders", "{\"target\":\"main\"}");
    schedule("orders", "1");
    assertThat(received()).isEqualTo("1");
    awaitMetric("duetime_handover_publish_duration_seconds_count{target=\"main\"} 1");
    awaitMetric("duetime_handover_breaker_open{target=\"main\"} 0.0");
    awaitMetric("duetime_handover_queues_failed 0.0");

    InboxProvider.setDown(box, true);
    schedule("orders", "2");
    awaitMetric("duetime_handover_breaker_open{target=\"main\"} 1.0");
    assertThat(metrics())
        .doesNotContain(
            "duetime_handover_failures_total{outcome=\"not_sent\",target=\"main\"} 0.0");

    InboxProvider.holdConfirms(box);
    InboxProvider.setDown(box, false);
    awaitMetric("duetime_handover_in_flight{target=\"main\"} 1.0");
    InboxProvider.confirm(box);
    awaitMetric("duetime_handover_in_flight{target=\"main\"} 0.0");
    awaitMetric("duetime_handover_breaker_open{target=\"main\"} 0.0");
  }

  @Test
  void aDueJobAndTheStoreTellThatTheTargetIsDown() {
    putTarget("");
    route("orders", "{\"target\":\"main\"}");
    InboxProvider.setDown(box, true);
    schedule("orders", "1");
    Answer explained = call("GET", "/v1/queues/orders/jobs/1/explain", "");
    while (!explained.at("/why").equals("TARGET_DOWN")) {
      Thread.onSpinWait();
      explained = call("GET", "/v1/queues/orders/jobs/1/explain", "");
    }

    assertThat(explained.at("/target")).isEqualTo("main");
    assertThat(explained.at("/failure")).isEqualTo("the box is closed");
    assertThat(explained.at("/since")).startsWith("20");
    assertThat(call("GET", "/v1/targets/main", "").at("/status/failingSince")).startsWith("20");
    assertThat(call("GET", "/v1/store", "").json.toString())
        .contains("the target main fails since", "the box is closed", "(orders)");
    assertThat(call("POST", "/v1/targets/main/probe", "").status()).isEqualTo(200);

    InboxProvider.setDown(box, false);
    while (!call("GET", "/v1/targets/main", "").at("/status/state").equals("closed")) {
      Thread.onSpinWait();
    }
    assertThat(call("GET", "/v1/store", "").json.toString()).doesNotContain("target main");
  }

  @Test
  void aTestIsSentToTheDestinationOfTheCallOrOfTheQueue() throws Exception {
    putTarget("");
    route("orders", "{\"target\":\"main\",\"prefix\":\"timeout-\"}");

    Answer sent = call("POST", "/v1/targets/main/test", "{\"queue\":\"orders\"}");
    assertThat(sent.status()).as("%s", sent.json).isEqualTo(200);
    assertThat(sent.at("/outcome")).isEqualTo("CONFIRMED");
    assertThat(sent.at("/message")).isEqualTo("confirmed");
    assertThat(sent.json.at("/millis").isIntegralNumber()).isTrue();
    assertThat(received()).startsWith("timeout-duetime-test-");
    call("POST", "/v1/targets/main/test", "{\"destination\":{\"prefix\":\"other-\"}}");
    assertThat(received()).startsWith("other-duetime-test-");
    assertThat(call("POST", "/v1/targets/main/test", "").at("/outcome")).isEqualTo("CONFIRMED");
    assertThat(received()).startsWith("duetime-test-");

    InboxProvider.setDown(box, true);
    Answer failed = call("POST", "/v1/targets/main/test", "{\"queue\":\"orders\"}");
    assertThat(failed.at("/outcome")).isEqualTo("NOT_SENT");
    assertThat(failed.at("/message")).isEqualTo("the box is closed");
    assertThat(call("GET", "/v1/targets/main", "").at("/status/state")).isNotEqualTo("open");
    assertThat(call("GET", "/v1/audit", "").json.toString())
        .contains("POST /v1/targets/{name}/test");
  }

  @Test
  void aTestThatHasNoDestinationIsRefused() {
    putTarget("");
    for (String wrong :
        List.of(
            "{\"queue\":\"others\"}",
            "{\"queue\":\"\"}",
            "{\"queue\":7}",
            "{\"destination\":{\"suffix\":\"x\"}}",
            "{\"destination\":{\"prefix\":7}}",
            "{\"destination\":[]}",
            "{\"payload\":\"x\"}")) {
      assertThat(call("POST", "/v1/targets/main/test", wrong).status()).as(wrong).isEqualTo(400);
    }
    assertThat(call("POST", "/v1/targets/other/test", "").status()).isEqualTo(404);
    assertThat(InboxProvider.box(box)).isEmpty();
  }

  @Test
  void aDestinationThatIsMissingIsToldWhenItIsSetAndShownBeforeAJobIsDue() {
    putTarget("");
    Answer set = route("orders", "{\"target\":\"main\",\"prefix\":\"nowhere-\"}");
    assertThat(set.status()).isEqualTo(200);
    assertThat(set.at("/warning")).isEqualTo("no such place");

    Answer queue = call("GET", "/v1/queues/orders", "");
    while (queue.json.path("targetDown").isNull()) {
      queue = call("GET", "/v1/queues/orders", "");
    }
    assertThat(queue.at("/targetDown/target")).isEqualTo("main");
    assertThat(queue.at("/targetDown/failure")).isEqualTo("no such place");
    String reader = newToken("read");
    for (String details : new String[] {"false", "true"}) {
      Answer list = call("GET", "/v1/queues?details=" + details, "");
      assertThat(list.at("/queues/0/targetDown/target")).isEqualTo("main");
      assertThat(list.json.at("/queues/0/targetDown").has("failure")).isFalse();
      assertThat(list.at("/queues/0/handOver/target")).isEqualTo("main");
    }

    String admin = token;
    token = reader;
    JsonNode hidden = call("GET", "/v1/queues/orders", "").json.path("targetDown");
    assertThat(hidden.path("target").asString()).isEqualTo("main");
    assertThat(hidden.has("failure")).as("a text of an error").isFalse();
    token = admin;

    Answer corrected = route("orders", "{\"target\":\"main\",\"prefix\":\"here-\"}");
    assertThat(corrected.json.has("warning")).isFalse();
    while (!call("GET", "/v1/queues/orders", "").json.path("targetDown").isNull()) {
      Thread.onSpinWait();
    }
  }

  /** Makes an admin, who calls from now on, and a token with a role. */
  private String newToken(String role) {
    String grants = "\",\"grants\":[{\"roles\":[\"%s\"],\"queues\":[\"*\"]}]}";
    token = call("POST", "/v1/tokens", "{\"name\":\"a" + grants.formatted("admin")).at("/token");
    return call("POST", "/v1/tokens", "{\"name\":\"r" + grants.formatted(role)).at("/token");
  }

  @Test
  void aQueueThatCannotBeHandedOverIsCounted() {
    String worn = "{\"type\":\"inbox\",\"opens\":2,\"box\":\"" + box + "\"}";
    assertThat(call("PUT", "/v1/targets/worn", worn).status()).isEqualTo(201);
    assertThat(route("a", "{\"target\":\"worn\"}").status()).isEqualTo(200);
    awaitMetric("duetime_handover_queues_failed 1.0");

    assertThat(route("a", "null").status()).isEqualTo(200);
    awaitMetric("duetime_handover_queues_failed 0.0");
  }

  private void awaitMetric(String line) {
    while (!metrics().contains(line + "\n")) {
      Thread.onSpinWait();
    }
  }

  private String metrics() {
    return text("GET", "/metrics", "").body();
  }

  @Test
  void aRouteThatWasRemovedStopsTheHandOver() throws Exception {
    putTarget("");
    route("orders", "{\"target\":\"main\"}");
    schedule("orders", "1");
    assertThat(received()).isEqualTo("1");
    assertThat(call("DELETE", "/v1/targets/main", "").at("/code")).isEqualTo("IN_USE");

    assertThat(route("orders", "null").status()).isEqualTo(200);
    while (!call("GET", "/v1/targets/main", "").at("/status/state").equals("unused")) {
      Thread.onSpinWait();
    }
    schedule("orders", "2");

    assertThat(call("GET", "/v1/queues/orders", "").json.at("/counts/ready").asInt()).isEqualTo(1);
    assertThat(call("DELETE", "/v1/targets/main", "").status()).isEqualTo(200);
    assertThat(call("GET", "/v1/targets/main", "").status()).isEqualTo(404);
  }

  @Test
  void aQueueThatWaitsForItsConfirmsDoesNotHoldBackOthers() throws Exception {
    putTarget("");
    InboxProvider.holdConfirms(box);
    route("orders", "{\"target\":\"main\"}");
    schedule("orders", "1");
    assertThat(received()).isEqualTo("1");
    assertThat(route("orders", "null").status()).isEqualTo(200);

    route("mails", "{\"target\":\"main\"}");
    schedule("mails", "2");

    assertThat(received()).isEqualTo("2");
  }

  @Test
  void aTargetThatFailsInAnUnknownWayDoesNotHoldBackOthers() throws Exception {
    String worn = UUID.randomUUID().toString();
    String twice = "{\"type\":\"inbox\",\"opens\":2,\"box\":\"" + worn + "\"}";
    assertThat(call("PUT", "/v1/targets/worn", twice).status()).isEqualTo(201);
    assertThat(route("a", "{\"target\":\"worn\"}").status()).isEqualTo(200);
    putTarget("");
    route("b", "{\"target\":\"main\"}");
    schedule("b", "1");

    assertThat(received()).isEqualTo("1");
    assertThat(call("GET", "/v1/targets/worn", "").at("/status/problems/a")).contains("worn out");
  }

  @Test
  void whatIsWrongIsRefusedAndNamed() {
    putTarget("");

    assertThat(call("PUT", "/v1/targets/x", "{}").at("/field")).isEqualTo("type");
    assertThat(call("PUT", "/v1/targets/x", "{\"type\":\"fax\"}").at("/detail")).contains("inbox");
    assertThat(call("PUT", "/v1/targets/x", "{\"type\":\"inbox\"}").at("/field")).isEqualTo("box");
    assertThat(call("PUT", "/v1/targets/a%20b", "{\"type\":\"inbox\"}").status()).isEqualTo(400);
    Answer secret =
        call("PUT", "/v1/targets/x", "{\"type\":\"inbox\",\"box\":\"b\",\"password\":\"hush\"}");
    assertThat(secret.at("/detail")).contains("passwordFile").doesNotContain("hush");
    Answer other =
        call("PUT", "/v1/targets/x", "{\"type\":\"inbox\",\"trustStorePassword\":\"hush\"}");
    assertThat(other.at("/detail")).contains("trustStorePasswordFile").doesNotContain("hush");
    assertThat(route("q", "{\"target\":\"nowhere\"}").at("/field")).isEqualTo("handOver.target");
    assertThat(route("q", "{\"prefix\":\"x\"}").at("/field")).isEqualTo("handOver.target");
    assertThat(route("q", "{\"target\":\"main\",\"topic\":\"x\"}").at("/field"))
        .isEqualTo("handOver.prefix");
    assertThat(route("q", "{\"target\":\"main\",\"inFlight\":\"0\"}").at("/field"))
        .isEqualTo("handOver.inFlight");
    assertThat(route("q", "\"main\"").at("/field")).isEqualTo("handOver");
  }
}
