package io.duetime.server.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.Engine;
import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import io.duetime.server.json.JsonTrees;
import io.duetime.time.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Each way to add or move jobs over HTTP. */
class QuotasOverHttpTest {
  private static final String QUEUE = "/v1/queues/mail";
  private static final String JSON = "application/json";
  private static final String QUOTAS =
      """
      quotas:
        - queues: [mail, mail-*]
          maxWaiting: 2
          maxAhead: 1h
          maxPayload: 10
          minInterval: 10m
      """;

  @TempDir private Path folder;
  @RegisterExtension private final TestServer server = new TestServer(this::withQuotas);

  private Engine withQuotas(Engine store) {
    try {
      Path file = Files.writeString(folder.resolve("quotas.yml"), QUOTAS);
      return new QuotaEngine(store, file, new VirtualTime(Instant.EPOCH));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Test
  void aJobThatIsPutIsWithinEachLimit() {
    refused(server.put(QUEUE + "/jobs/1", "x".repeat(11)), "payload", "11 bytes");
    assertThat(server.get("/v1/queues").body()).startsWith("{\"queues\":[],");
    refused(server.put(QUEUE + "/jobs/1?delay=61m", "x"), "delay", "61m");
    refused(server.put(QUEUE + "/jobs/1?dueAt=2026-11-20T08:00:01Z", "x"), "dueAt", "2026-11");

    assertThat(server.put(QUEUE + "/jobs/1?delay=1h", "x".repeat(10)).status()).isEqualTo(201);
    assertThat(server.put(QUEUE + "/jobs/2", "x").status()).isEqualTo(201);
    TestResponse full = server.put(QUEUE + "/jobs/3", "x");
    assertThat(full.status()).isEqualTo(429);
    assertThat(full.at("/code")).isEqualTo("QUOTA_EXCEEDED");
    assertThat(server.put(QUEUE + "/jobs/2?onConflict=REPLACE", "y").status()).isEqualTo(200);
    refused(
        server.put(QUEUE + "/jobs/2?onConflict=REPLACE", "y".repeat(11)), "payload", "11 bytes");
  }

  @Test
  void aRefusalNamesThePatternAndWhatIsAllowed() {
    assertThat(server.put("/v1/queues/mail-out/jobs/1", "x".repeat(11)).at("/allowed"))
        .isEqualTo("at most 10 bytes, the server's quota of queues mail-*");
  }

  @Test
  void anAdminIsBoundToo() {
    server.token("root", "admin");
    String admin = server.token("admin", "admin");

    TestResponse got =
        server.send(
            "PUT",
            QUEUE + "/jobs/1",
            BodyPublishers.ofString("x".repeat(11)),
            "Authorization",
            "Bearer " + admin);

    refused(got, "payload", "11 bytes");
  }

  @Test
  void otherQueuesHaveNoQuota() {
    assertThat(server.put("/v1/queues/orders/jobs/1?delay=700d", "x".repeat(1_000)).status())
        .isEqualTo(201);
    assertThat(server.get("/v1/queues/orders").at("/settings/quota/maxWaiting")).isEqualTo("0");
  }

  @Test
  void aBatchIsAnsweredItemByItem() {
    List<String> outcomes =
        server
            .post(QUEUE + "/jobs", "[%s]".formatted(String.join(",", jobs())))
            .json()
            .at("/results")
            .valueStream()
            .map(QuotasOverHttpTest::outcome)
            .toList();

    assertThat(outcomes)
        .containsExactly(
            "CREATED", "INVALID payload", "INVALID delay", "CREATED", "QUOTA_EXCEEDED");
  }

  @Test
  void linesAreAnsweredOneByOne() {
    String answer = server.postLines(QUEUE + "/jobs", String.join("\n", jobs()) + "\n").body();

    assertThat(answer.lines().map(QuotasOverHttpTest::outcome))
        .containsExactly(
            "CREATED", "INVALID payload", "INVALID delay", "CREATED", "QUOTA_EXCEEDED");
  }

  private static List<String> jobs() {
    return List.of(
        "{\"id\":\"1\",\"payload\":\"x\"}",
        "{\"id\":\"2\",\"payload\":\"12345678901\"}",
        "{\"id\":\"3\",\"payload\":\"x\",\"delay\":\"2h\"}",
        "{\"id\":\"4\",\"payload\":\"x\",\"delay\":\"1h\"}",
        "{\"id\":\"5\",\"payload\":\"x\"}");
  }

  private static String outcome(String line) {
    return outcome(JsonTrees.MAPPER.readTree(line));
  }

  private static String outcome(JsonNode result) {
    String code = result.at("/error/code").asString("");
    String field = result.at("/error/field").asString("");
    return code.isEmpty() ? result.at("/outcome").asString() : (code + " " + field).strip();
  }

  @Test
  void aRecurringDefinitionHasAPayloadWithinTheQuota() {
    String tick = QUEUE + "/recurring/tick";
    refused(
        server.put(tick, "{\"every\":\"10m\",\"payload\":\"12345678901\"}", "Content-Type", JSON),
        "payload",
        "11 bytes");
    assertThat(
            server
                .put(tick, "{\"every\":\"10m\",\"payload\":\"x\"}", "Content-Type", JSON)
                .status())
        .isEqualTo(200);
    fill();

    assertThat(server.post(tick + "/run", "{}").at("/code")).isEqualTo("QUOTA_EXCEEDED");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "every":"1ms"             | every PT0.001S
          "every":"599s"            | every PT9M59S
          "cron":"*/5 * * * *"      | cron */5 * * * *
          """)
  void aRecurringJobDoesNotTickMoreOften(String schedule, String value) {
    TestResponse got =
        server.put(
            QUEUE + "/recurring/r", "{%s,\"payload\":1}".formatted(schedule), "Content-Type", JSON);

    refused(got, "schedule", value);
    assertThat(got.at("/allowed"))
        .isEqualTo("ticks at least 10m apart, the server's quota of queues mail");
    assertThat(server.get("/v1/queues").body()).startsWith("{\"queues\":[],");
  }

  @Test
  void aJobIsNotRescheduledFurtherAhead() {
    server.put(QUEUE + "/jobs/1", "x");

    refused(server.patch(QUEUE + "/jobs/1", "{\"delay\":\"2h\"}"), "delay", "2h");
    refused(
        server.post(QUEUE + "/jobs/reschedule", "{\"all\":true,\"delay\":\"2h\"}"), "delay", "2h");
    assertThat(server.patch(QUEUE + "/jobs/1", "{\"delay\":\"30m\"}").status()).isEqualTo(200);
  }

  @Test
  void aTaskThatMovesJobsFurtherAheadFails() {
    server.put(QUEUE + "/jobs/1", "x");
    String task =
        server
            .post(QUEUE + "/jobs/reschedule?background=true", "{\"all\":true,\"delay\":\"2h\"}")
            .at("/id");

    TestResponse ended = ended("/v1/tasks/" + task);

    assertThat(ended.at("/state")).isEqualTo("FAILED");
    assertThat(ended.body()).contains("at most 1h");
  }

  @Test
  void redrivenJobsThatDoNotFitStayDead() {
    for (String id : List.of("1", "2", "3")) {
      bury(id);
    }

    TestResponse redriven = server.post(QUEUE + "/redrive", "{\"all\":true}");

    assertThat(redriven.at("/changed")).isEqualTo("2");
    assertThat(redriven.at("/refused")).isEqualTo("1");
    assertThat(redriven.at("/error/code")).isEqualTo("QUOTA_EXCEEDED");
  }

  @Test
  void theSettingsShowTheQuotaAlsoBeforeTheFirstJob() {
    assertQuotaIsShown();
    assertThat(server.get("/v1/queues").body()).startsWith("{\"queues\":[],");

    server.put(QUEUE + "/jobs/1", "x");

    assertQuotaIsShown();
  }

  private void assertQuotaIsShown() {
    TestResponse queue = server.get(QUEUE);
    assertThat(queue.at("/settings/quota/maxWaiting")).isEqualTo("2");
    assertThat(queue.at("/settings/quota/maxAhead")).isEqualTo("1h");
  }

  @Test
  void settingsChangeWithinTheQuota() {
    assertThat(server.patch(QUEUE, "{\"maxRunning\":5}").at("/quota/maxWaiting")).isEqualTo("2");
    assertThat(server.patch(QUEUE, "{\"quota\":{\"maxWaiting\":1}}").at("/quota/maxWaiting"))
        .isEqualTo("1");
    fill();
    assertThat(server.get(QUEUE).at("/counts/ready")).isEqualTo("1");
    assertThat(server.patch(QUEUE, "{\"quota\":{\"maxWaiting\":2,\"maxAhead\":\"30m\"}}").status())
        .isEqualTo(200);
    refused(server.put(QUEUE + "/jobs/3?delay=31m", "x"), "delay", "31m");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"quota":{"maxWaiting":3}}      | maxWaiting | 3  | 1 to 2, the server's quota of queues mail
          {"quota":{"maxWaiting":0}}      | maxWaiting | 0  | 1 to 2, the server's quota of queues mail
          {"quota":{"maxWaiting":null}}   | maxWaiting | 0  | 1 to 2, the server's quota of queues mail
          {"quota":null}                  | maxWaiting | 0  | 1 to 2, the server's quota of queues mail
          {"quota":{"maxAhead":"2h"}}     | maxAhead   | 2h | 1ms to 1h, the server's quota of queues mail
          {"quota":{"maxAhead":null}}     | maxAhead   | 0s | 1ms to 1h, the server's quota of queues mail
          """)
  void settingsBeyondTheQuotaAreRefused(String json, String field, String value, String allowed) {
    for (TestResponse got :
        List.of(
            server.patch(QUEUE, json),
            server.patch(QUEUE, json.replaceFirst("\\{", "{\"version\":0,")))) {
      refused(got, field, value);
      assertThat(got.at("/allowed")).isEqualTo(allowed);
    }
    assertThat(server.get("/v1/queues").body()).startsWith("{\"queues\":[],");
  }

  @Test
  void aDeletedQueueHasItsQuotaAgain() {
    fill();
    server.delete(QUEUE + "?all=true");

    fill();

    assertThat(server.get(QUEUE).at("/counts/ready")).isEqualTo("2");
  }

  private void fill() {
    for (int i = 0; i < 4; i++) {
      server.put(QUEUE + "/jobs/fill-" + i, "x");
    }
  }

  private void bury(String id) {
    server.put(QUEUE + "/jobs/" + id, "x");
    String lease = server.post(QUEUE + "/claim", "{}").at("/jobs/0/lease");
    server.post(QUEUE + "/bury", "{\"leases\":[\"" + lease + "\"],\"reason\":\"x\"}");
  }

  private TestResponse ended(String task) {
    long guard = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    TestResponse look = server.get(task);
    while (look.json().at("/endedAt").isNull() || look.json().at("/endedAt").isMissingNode()) {
      assertThat(System.nanoTime()).isLessThan(guard);
      look = server.get(task);
    }
    return look;
  }

  private static void refused(TestResponse got, String field, String value) {
    assertThat(got.status()).as(got.body()).isEqualTo(400);
    assertThat(got.at("/code")).isEqualTo("INVALID");
    assertThat(got.at("/field")).isEqualTo(field);
    assertThat(got.at("/value")).startsWith(value);
  }
}
