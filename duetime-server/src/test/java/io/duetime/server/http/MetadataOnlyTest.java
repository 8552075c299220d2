package io.duetime.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** With the role read alone, nothing shows payloads, headers or error texts. */
class MetadataOnlyTest {
  private static final String ORDERS = "/v1/queues/orders";
  private static final List<String> READS =
      List.of(
          ORDERS,
          ORDERS + "/jobs",
          ORDERS + "/jobs?payloadAs=base64",
          ORDERS + "/jobs/dead",
          ORDERS + "/jobs/dead/explain",
          ORDERS + "/jobs/failed",
          ORDERS + "/jobs/failed/explain",
          ORDERS + "/jobs/running",
          ORDERS + "/dead",
          ORDERS + "/dead?groupBy=reason",
          ORDERS + "/dead?groupBy=fingerprint",
          ORDERS + "/jobs?groupBy=fingerprint",
          ORDERS + "/recurring",
          ORDERS + "/recurring/tick",
          "/v1/queues",
          "/v1/store",
          "/v1/timeline");

  @RegisterExtension private final TestServer server = new TestServer();
  private String root;

  @BeforeEach
  void aQueueWithSecrets() {
    root = server.token("root", "admin");
    put(ORDERS + "/jobs/dead");
    put(ORDERS + "/jobs/failed");
    settle("bury", "\"reason\":\"SECRET-error\"");
    settle("retry", "\"reason\":\"SECRET-error\",\"delay\":\"1h\"");
    put(ORDERS + "/jobs/running");
    settle("extend", "\"note\":\"SECRET-note\"");
    server.as(
        root,
        "PUT",
        ORDERS + "/recurring/tick",
        "{\"every\":\"1h\",\"payload\":\"SECRET\",\"headers\":{\"h\":\"SECRET\"}}");
  }

  private void put(String path) {
    server.send(
        "PUT",
        path,
        BodyPublishers.ofString("SECRET"),
        "Authorization",
        "Bearer " + root,
        "Duetime-Header-h",
        "SECRET");
  }

  private void settle(String verb, String more) {
    TestResponse claimed = server.as(root, "POST", ORDERS + "/claim", "{}");
    assertThat(claimed.body()).contains("SECRET");
    server.as(
        root,
        "POST",
        ORDERS + "/" + verb,
        "{\"leases\":[\"" + claimed.at("/jobs/0/lease") + "\"]," + more + "}");
  }

  @Test
  void readSeesNone() {
    String reader = server.token("reader", "read=ord*");

    for (String path : READS) {
      TestResponse got = server.as(reader, "GET", path, "");
      assertThat(got.status()).as(path).isEqualTo(200);
      assertThat(got.body()).as(path).doesNotContain("SECRET", "U0VDUkVU", "payload\"");
    }
    assertThat(server.as(reader, "GET", ORDERS + "/jobs/dead", "").at("/state")).isEqualTo("DEAD");
  }

  @Test
  void readCannotProbeErrors() {
    String reader = server.token("reader", "read=orders");

    for (String path :
        List.of("/jobs?errorLike=SECRET", "/dead?errorLike=SECRET&groupBy=fingerprint")) {
      TestResponse refused = server.as(reader, "GET", ORDERS + path, "");
      assertThat(refused.status()).as(path).isEqualTo(403);
      assertThat(refused.at("/role")).isEqualTo("payload");
    }
  }

  @Test
  void payloadSeesAll() {
    String reader = server.token("reader", "payload=orders");

    for (String path :
        List.of(READS.get(1), READS.get(3), READS.get(4), READS.get(6), READS.get(12))) {
      assertThat(server.as(reader, "GET", path, "").body()).as(path).contains("SECRET");
    }
  }

  @Test
  void listsHaveOnlyTheQueuesOfTheToken() {
    server.as(root, "PUT", "/v1/queues/mail/jobs/a", "{}");
    String reader = server.token("reader", "read=mail");

    assertThat(server.as(reader, "GET", "/v1/queues", "").body())
        .contains("mail")
        .doesNotContain("orders");
    assertThat(server.as(root, "GET", "/v1/queues", "").body()).contains("mail", "orders");
  }

  @Test
  void aProducerMayCancelButNotPurge() {
    String producer = server.token("producer", "produce=orders");

    assertThat(server.as(producer, "DELETE", ORDERS + "/jobs?all=true", "").status())
        .isEqualTo(200);
    TestResponse purge = server.as(producer, "DELETE", ORDERS + "/jobs?all=true&state=DEAD", "");
    assertThat(purge.status()).isEqualTo(403);
    assertThat(purge.at("/role")).isEqualTo("admin");
    assertThat(server.as(root, "GET", ORDERS + "/jobs/dead", "").status()).isEqualTo(200);
  }
}
