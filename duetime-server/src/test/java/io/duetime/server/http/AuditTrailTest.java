package io.duetime.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the audit log says of which calls. */
class AuditTrailTest {
  private static final String ORDERS = "/v1/queues/orders";

  @RegisterExtension private final TestServer server = new TestServer();
  private String root;

  @BeforeEach
  void theFirstToken() {
    root = server.token("root", "admin");
  }

  @Test
  void aChangeIsRecordedWithItsActorRouteQueueAndSettings() {
    server.as(root, "PATCH", ORDERS, "{\"maxRunning\":5}");

    TestResponse log = server.as(root, "GET", "/v1/audit", "");

    assertThat(log.at("/entries/0/actor")).isEqualTo("root");
    assertThat(log.at("/entries/0/action")).isEqualTo("PATCH /v1/queues/{queue}");
    assertThat(log.at("/entries/0/at")).isEqualTo("2026-11-20T07:00:00.000Z");
    assertThat(log.at("/entries/0/queue")).isEqualTo("orders");
    assertThat(log.at("/entries/0/details/status")).isEqualTo("200");
    assertThat(log.at("/entries/0/details/address")).isEqualTo("127.0.0.1");
    assertThat(log.at("/entries/0/details/fields")).isEqualTo("{\"maxRunning\":5}");
    assertThat(log.json().path("cursor").isNull()).isTrue();
  }

  @Test
  void aRedriveInPartsIsRecordedAsItWasAskedFor() {
    String parts = "{\"all\":true,\"first\":\"10%\",\"perSecond\":5,\"stopAtFailures\":\"20%\"}";
    server.as(root, "POST", ORDERS + "/redrive", parts);

    assertThat(server.as(root, "GET", "/v1/audit", "").at("/entries/0/details/fields"))
        .isEqualTo(parts);
  }

  @Test
  void neitherPayloadsNorHeadersNorSecretsAreRecorded() {
    server.as(
        root,
        "PUT",
        ORDERS + "/recurring/tick",
        "{\"every\":\"1h\",\"payload\":\"SECRET\",\"headers\":{\"h\":\"SECRET\"}}");
    String made =
        server
            .as(
                root,
                "POST",
                "/v1/tokens",
                "{\"name\":\"app\",\"grants\":[{\"roles\":[\"read\"]}]}")
            .at("/token");

    TestResponse log = server.as(root, "GET", "/v1/audit", "");

    assertThat(log.body()).doesNotContain("SECRET", made);
    assertThat(log.at("/entries/0/action")).isEqualTo("POST /v1/tokens");
    assertThat(log.at("/entries/0/id")).isEqualTo("app");
    assertThat(log.at("/entries/1/id")).isEqualTo("tick");
    assertThat(log.at("/entries/1/details/fields")).isEqualTo("{\"every\":\"1h\"}");
  }

  @Test
  void readsRefusalsDryRunsAndTheTrafficOfProgramsAreNotRecorded() {
    String producer = server.token("producer", "produce=orders");
    server.as(root, "GET", "/v1/queues", "");
    server.as(root, "PATCH", ORDERS, "{\"colour\":1}");
    server.as(producer, "PATCH", ORDERS, "{\"maxRunning\":1}");
    server.as(root, "DELETE", ORDERS + "/jobs?all=true&dryRun=true", "");
    server.as(producer, "PUT", ORDERS + "/jobs/a?delay=1h", "x");
    server.as(producer, "DELETE", ORDERS + "/jobs/a", "");

    assertThat(server.as(root, "GET", "/v1/audit", "").json().path("entries").isEmpty()).isTrue();
  }

  @Test
  void aSingleJobThatAnAdminChangesIsRecorded() {
    server.as(root, "PUT", ORDERS + "/jobs/order-42?delay=1h", "x");
    server.as(root, "DELETE", ORDERS + "/jobs/order-42", "");
    server.as(root, "DELETE", ORDERS + "/jobs?tag=" + "x".repeat(250) + "&tag=second", "");

    TestResponse log = server.as(root, "GET", "/v1/audit?limit=1", "");
    TestResponse next = server.as(root, "GET", "/v1/audit?limit=1&cursor=" + log.at("/cursor"), "");

    assertThat(log.at("/entries/0/details/query")).startsWith("tag=xxx").endsWith("…");
    assertThat(next.at("/entries/0/action")).isEqualTo("DELETE /v1/queues/{queue}/jobs/{id}");
    assertThat(next.at("/entries/0/id")).isEqualTo("order-42");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          change     | {"change":"CANCEL","tag":"eu"}                   | {"change":"CANCEL","tag":"eu"}
          change     | {"change":"MOVE","delay":"1h","all":true}        | {"all":true,"change":"MOVE","delay":"1h"}
          reschedule | {"tag":"eu","delay":"2h"}                        | {"delay":"2h","tag":"eu"}
          reschedule | {"ids":["a"],"tag":"eu","delay":"2h"}            | {"delay":"2h","ids":["a"],"tag":"eu"}
          """)
  void aChangeByAFilterIsRecordedWhoeverMakesIt(String route, String change, String recorded) {
    String producer = server.token("producer", "produce=orders");
    server.as(producer, "POST", ORDERS + "/jobs/" + route, change);

    TestResponse log = server.as(root, "GET", "/v1/audit", "");

    assertThat(log.at("/entries/0/actor")).isEqualTo("producer");
    assertThat(log.at("/entries/0/action")).endsWith("/jobs/" + route);
    assertThat(log.at("/entries/0/details/fields")).isEqualTo(recorded);
  }

  @Test
  void countsAndChangesByIdOfProgramsAreNotRecorded() {
    String producer = server.token("producer", "produce=orders");
    String jobs = ORDERS + "/jobs/";
    server.as(root, "POST", jobs + "change", "{\"change\":\"PURGE\",\"all\":true,\"dryRun\":true}");
    server.as(
        producer,
        "POST",
        jobs + "change",
        "{\"change\":\"CANCEL\",\"tag\":\"eu\",\"dryRun\":true}");
    server.as(producer, "POST", jobs + "reschedule", "{\"ids\":[\"a\"],\"delay\":\"1h\"}");
    server.as(
        producer, "POST", jobs + "reschedule", "{\"changes\":[{\"id\":\"a\",\"delay\":\"1h\"}]}");

    assertThat(server.as(root, "GET", "/v1/audit", "").json().path("entries").isEmpty()).isTrue();
  }

  @Test
  void aDefinitionIsRecordedWithItsScheduleInEveryForm() {
    server.as(root, "PUT", ORDERS + "/recurring/tick", "{\"schedule\":\"cron 0 7 * * * UTC\"}");

    assertThat(server.as(root, "GET", "/v1/audit", "").at("/entries/0/details/fields"))
        .isEqualTo("{\"schedule\":\"cron 0 7 * * * UTC\"}");
  }

  @Test
  void theTaskThatIsCancelledIsNamed() {
    String task =
        server.as(root, "DELETE", ORDERS + "/jobs?all=true&background=true", "").at("/id");
    server.as(root, "DELETE", "/v1/tasks/" + task, "");

    TestResponse log = server.as(root, "GET", "/v1/audit?limit=1", "");

    assertThat(log.at("/entries/0/action")).isEqualTo("DELETE /v1/tasks/{task}");
    assertThat(log.at("/entries/0/id")).isEqualTo(task);
  }

  @Test
  void jobsThatAreRescheduledByIdAreNamedWithTheirTimes() {
    String changes = "{\"changes\":[{\"id\":\"order-42\",\"delay\":\"2h\"}]}";
    server.as(root, "POST", ORDERS + "/jobs/reschedule", changes);

    assertThat(server.as(root, "GET", "/v1/audit", "").at("/entries/0/details/fields"))
        .isEqualTo(changes);
  }

  @Test
  void aBodyThatNoCallReadsPreventsNoEntry() {
    server.as(root, "PUT", ORDERS + "/recurring/tick", "{\"every\":\"1h\"}");

    assertThat(server.as(root, "POST", ORDERS + "/recurring/tick/pause", "[junk").status())
        .isEqualTo(200);

    assertThat(server.as(root, "GET", "/v1/audit", "").at("/entries/0/action")).endsWith("/pause");
  }

  @Test
  void withoutTokensTheActorSaysSo() {
    TestServer open = new TestServer();
    open.beforeEach(null);
    try {
      open.delete("/v1/queues/orders?all=true");
      assertThat(open.get("/v1/audit").at("/entries/0/actor")).isEqualTo("(no token)");
    } finally {
      open.afterEach(null);
    }
  }

  @Test
  void everyAnswerHasTheSecurityHeaders() {
    TestResponse refused = server.get("/v1/queues");

    assertThat(refused.response().headers().firstValue("X-Content-Type-Options"))
        .hasValue("nosniff");
    assertThat(refused.response().headers().firstValue("Content-Security-Policy")).isPresent();
    assertThat(refused.response().headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
  }
}
