package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** New values for jobs that stay in their places. */
class UpdateRoutesTest {
  private static final String JOBS = "/v1/queues/orders/jobs";
  private static final String ORDER = JOBS + "/order-42";

  @RegisterExtension private final TestServer server = new TestServer();

  private void dead(String token, String id) {
    server.as(token, "PUT", JOBS + "/" + id, "1");
    String lease =
        server.as(token, "POST", "/v1/queues/orders/claim", "{\"max\":1}").at("/jobs/0/lease");
    String bury = "{\"leases\":[\"%s\"],\"reason\":\"r\"}".formatted(lease);
    server.as(token, "POST", "/v1/queues/orders/bury", bury);
    assertThat(server.as(token, "GET", JOBS + "/" + id, "").at("/state")).isEqualTo("DEAD");
  }

  @Test
  void aJobGetsNewValuesInItsPlace() {
    server.put(ORDER + "?delay=30m&tag=eu&tag=vip&expiresAfter=1h", "{}");

    TestResponse updated =
        server.patch(
            ORDER,
            "{\"payload\":{\"order\": 42},\"headers\":{\"h\":\"1\"},\"priority\":7,"
                + "\"addTags\":[\"asia\"],\"removeTags\":[\"eu\"],\"maxAttempts\":3,"
                + "\"expiresAt\":null}");

    assertThat(updated.body())
        .isEqualTo(
            "{\"id\":\"order-42\",\"outcome\":\"UPDATED\","
                + "\"durability\":{\"fsynced\":false,\"replicas\":0}}");
    TestResponse job = server.get(ORDER);
    assertThat(job.body())
        .contains("\"payload\":{\"order\": 42},\"contentType\":\"application/json\"")
        .contains("\"tags\":[\"asia\",\"vip\"]", "\"headers\":{\"h\":\"1\"}");
    assertThat(job.at("/dueAt")).isEqualTo("2026-11-20T07:30:00.000Z");
    assertThat(job.json().at("/priority").asInt()).isEqualTo(7);
    assertThat(job.json().at("/maxAttempts").asInt()).isEqualTo(3);
    assertThat(server.patch(JOBS + "/missing", "{\"priority\":1}").at("/outcome"))
        .isEqualTo("UNKNOWN");
    assertThat(server.get(JOBS + "/missing").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"priority\":1,\"delay\":\"1m\"}; delay",
        "{\"payload\":1,\"ifDueAt\":0}; ifDueAt",
        "{\"contentType\":\"text/plain\"}; contentType",
        "{\"payload\":1,\"payloadBase64\":\"\"}; payloadBase64",
        "{\"priority\":-1}; priority",
        "{\"priority\":null}; priority",
        "{\"tags\":[\"a\"],\"addTags\":[\"b\"]}; tags",
        "{\"addTags\":[]}; change",
        "{\"onlyWaiting\":true}; change",
        "{\"expiresAt\":\"2026-11-20T06:59:59Z\"}; expiresAt",
        "{\"onExpiry\":\"DROP\"}; onExpiry",
        "{\"prio\":1}; field",
      })
  void whatIsNotAllowedIsNamedAndChangesNothing(String body, String field) {
    server.put(ORDER + "?delay=30m", "{}");
    String before = server.get(ORDER).body();

    TestResponse refused = server.patch(ORDER, body);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.at("/field")).isEqualTo(field);
    assertThat(refused.at("/allowed")).isNotEmpty();
    assertThat(server.get(ORDER).body()).isEqualTo(before);
  }

  @Test
  void deadJobsAreUpdatedByAdminsOnly() {
    String root = server.token("root", "admin");
    dead(root, "d");
    server.as(root, "PUT", ORDER + "?delay=30m", "{}");
    String producer = server.token("producer", "produce=orders");
    String change = "{\"priority\":1}";

    TestResponse forbidden = server.as(producer, "PATCH", JOBS + "/d", change);
    assertThat(forbidden.status()).isEqualTo(403);
    assertThat(forbidden.at("/role")).isEqualTo("admin");
    assertThat(
            server
                .as(producer, "PATCH", JOBS + "/d", "{\"priority\":1,\"onlyWaiting\":true}")
                .at("/outcome"))
        .isEqualTo("DEAD");
    assertThat(server.as(producer, "PATCH", ORDER, change).at("/outcome")).isEqualTo("UPDATED");
    TestResponse batch =
        server.as(
            producer,
            "POST",
            JOBS + "/update",
            "[{\"id\":\"d\",\"priority\":1},{\"id\":\"order-42\",\"payload\":\"p\"},"
                + "{\"id\":\"x\"},{\"priority\":1}]");
    assertThat(batch.at("/results/0/error/code")).isEqualTo("FORBIDDEN");
    assertThat(batch.at("/results/1/outcome")).isEqualTo("UPDATED");
    assertThat(batch.at("/results/2/error/field")).isEqualTo("change");
    assertThat(batch.at("/results/3/error/field")).isEqualTo("id");
    String byFilter = "{\"state\":\"DEAD\",\"all\":true,\"priority\":1}";
    assertThat(server.as(producer, "PATCH", JOBS, byFilter).status()).isEqualTo(403);
    assertThat(
            server
                .as(
                    producer,
                    "POST",
                    JOBS + "/change",
                    "{\"change\":\"UPDATE\"," + byFilter.substring(1))
                .status())
        .isEqualTo(403);
    assertThat(server.as(root, "GET", JOBS + "/d", "").json().at("/priority").asInt())
        .isEqualTo(1024);

    assertThat(server.as(root, "PATCH", JOBS + "/d", change).at("/outcome")).isEqualTo("UPDATED");
    assertThat(server.as(root, "PATCH", JOBS, byFilter).json().at("/changed").asInt()).isEqualTo(1);
    TestResponse log = server.as(root, "GET", "/v1/audit", "");
    assertThat(log.at("/entries/0/action")).isEqualTo("PATCH /v1/queues/{queue}/jobs");
    assertThat(log.at("/entries/1/action")).isEqualTo("PATCH /v1/queues/{queue}/jobs/{id}");
    assertThat(log.at("/entries/1/id")).isEqualTo("d");
  }

  @Test
  void payloadsAreNotInTheAuditLog() {
    String root = server.token("root", "admin");
    server.as(root, "PUT", ORDER + "?delay=30m", "{}");

    server.as(root, "PATCH", ORDER, "{\"payload\":\"SECRET\",\"headers\":{\"h\":\"SECRET\"}}");
    server.as(root, "PATCH", ORDER, "{\"payloadBase64\":\"U0VDUkVU\",\"priority\":1}");
    server.as(root, "POST", JOBS + "/update", "[{\"id\":\"order-42\",\"payload\":\"SECRET\"}]");

    assertThat(server.as(root, "GET", "/v1/audit", "").body())
        .doesNotContain("SECRET", "U0VDUkVU")
        .contains("priority");
  }

  @Test
  void jobsThatPassAFilterGetNewValues() {
    server.put(JOBS + "/a?delay=1h&tag=eu", "1");
    server.put(JOBS + "/b?delay=1h", "2");

    assertThat(server.patch(JOBS + "?dryRun=true", "{\"tag\":\"eu\",\"priority\":3}").body())
        .isEqualTo("{\"examined\":1,\"changed\":1,\"dryRun\":true}");
    assertThat(server.get(JOBS + "/a").json().at("/priority").asInt()).isEqualTo(1024);
    assertThat(server.patch(JOBS, "{\"tag\":\"eu\",\"priority\":3}").body())
        .isEqualTo("{\"examined\":1,\"changed\":1,\"dryRun\":false}");
    assertThat(server.get(JOBS + "/a").json().at("/priority").asInt()).isEqualTo(3);
    assertThat(server.get(JOBS + "/b").json().at("/priority").asInt()).isEqualTo(1024);
    assertThat(server.patch(JOBS, "{\"priority\":3}").at("/field")).isEqualTo("filter");
    assertThat(server.patch(JOBS, "{\"all\":true}").at("/field")).isEqualTo("change");
    assertThat(server.patch(JOBS, "{\"all\":true,\"payload\":1}").at("/field")).isEqualTo("field");
    assertThat(
            server
                .patch(JOBS, "{\"state\":\"DEAD,READY\",\"all\":true,\"priority\":1}")
                .at("/field"))
        .isEqualTo("state");
  }

  @Test
  void anUpdateInTheBackgroundIsATaskWithItsValues() {
    server.put(JOBS + "/a?delay=1h&tag=eu", "1");
    String body =
        "{\"tag\":\"eu\",\"priority\":3,\"addTags\":[\"x\"],\"removeTags\":[\"y\"],"
            + "\"maxAttempts\":2,\"backoff\":\"1s\"}";

    TestResponse started = server.patch(JOBS + "?background=true", body);

    assertThat(started.status()).isEqualTo(202);
    assertThat(started.at("/kind")).isEqualTo("UPDATE");
    assertThat(started.body())
        .contains(
            "\"update\":{\"priority\":3,\"maxAttempts\":2,\"backoff\":\"1s\","
                + "\"removeTags\":[\"y\"],\"addTags\":[\"x\"]}");
  }
}
