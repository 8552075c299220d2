package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

class ClaimRoutesTest {
  private static final String QUEUE = "/v1/queues/orders";

  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void aClaimAnswersDueJobsWithTheirLeases() {
    server.put(QUEUE + "/jobs/a", "{}", "Content-Type", "application/json");
    server.put(QUEUE + "/jobs/later?delay=1h", "x");
    server.advance(250);

    TestResponse got = server.post(QUEUE + "/claim", "{\"max\":10,\"lease\":\"30s\"}");

    assertThat(got.status()).isEqualTo(200);
    assertThat(got.at("/now")).isEqualTo("2026-11-20T07:00:00.250Z");
    assertThat(got.json().at("/jobs").size()).isEqualTo(1);
    JsonNode job = got.json().at("/jobs/0");
    assertThat(job.at("/id").asString()).isEqualTo("a");
    assertThat(job.at("/state").asString()).isEqualTo("RUNNING");
    assertThat(job.at("/payload").toString()).isEqualTo("{}");
    assertThat(job.at("/attempt").asInt()).isEqualTo(1);
    assertThat(job.at("/maxAttempts").asInt()).isEqualTo(20);
    assertThat(job.at("/dueAt").asString()).isEqualTo("2026-11-20T07:00:00.000Z");
    assertThat(job.at("/leaseUntil").asString()).isEqualTo("2026-11-20T07:00:30.250Z");
    assertThat(job.at("/fence").asLong()).isPositive();
  }

  @Test
  void aClaimThatFindsNothingAnswersAnEmptyListAndWhenToComeBack() {
    server.put(QUEUE + "/jobs/later?delay=1h", "x");

    assertThat(server.post(QUEUE + "/claim", "").body())
        .isEqualTo(
            "{\"now\":\"2026-11-20T07:00:00.000Z\",\"next\":\"2026-11-20T08:00:00.000Z\","
                + "\"jobs\":[]}");
    assertThat(server.post("/v1/queues/empty/claim", "{}").json().at("/next").isNull()).isTrue();
  }

  @Test
  void claimingAheadHasToBeAskedFor() {
    server.put(QUEUE + "/jobs/later?delay=1h", "x");

    assertThat(claim("{}")).isEqualTo("(nothing)");
    assertThat(claim("{\"dueBefore\":\"2026-11-20T08:00:00.001Z\"}")).isNotEqualTo("(nothing)");
  }

  @Test
  void payloadsAreGivenAsBase64WhenAskedFor() {
    server.put(QUEUE + "/jobs/a", "{}\n", "Content-Type", "application/json");

    TestResponse got = server.post(QUEUE + "/claim", "{\"payloadAs\":\"base64\"}");

    assertThat(got.at("/jobs/0/payloadBase64")).isEqualTo("e30K");
  }

  @Test
  void theLeaseIsTheQueuesUnlessSaid() {
    server.patch(QUEUE, "{\"defaults\":{\"lease\":\"5m\"}}");
    server.put(QUEUE + "/jobs/a", "x");

    assertThat(server.post(QUEUE + "/claim", "{}").at("/jobs/0/leaseUntil"))
        .isEqualTo("2026-11-20T07:05:00.000Z");
  }

  @Test
  void anAcknowledgedJobIsGoneAndASecondAckIsRefused() {
    server.put(QUEUE + "/jobs/a", "x");
    String lease = claim("{}");

    assertThat(settle("ack", lease, ""))
        .isEqualTo(
            "{\"results\":[{\"lease\":\""
                + lease
                + "\",\"outcome\":\"ACKED\",\"durability\":{\"fsynced\":false,\"replicas\":0}}]}");
    assertThat(settle("ack", lease, "")).contains("\"outcome\":\"LEASE_LOST\"");
    assertThat(server.get(QUEUE + "/jobs/a").status()).isEqualTo(404);
  }

  @Test
  void aRetryComesBackAfterItsDelayWithItsReasonInTheHistory() {
    server.put(QUEUE + "/jobs/a", "x");
    String lease = claim("{}");

    assertThat(settle("retry", lease, ",\"delay\":\"90s\",\"reason\":\"no answer\""))
        .contains("\"outcome\":\"RETRYING\",\"dueAt\":\"2026-11-20T07:01:30.000Z\"");
    JsonNode job = server.get(QUEUE + "/jobs/a").json();
    assertThat(job.at("/state").asString()).isEqualTo("DELAYED");
    assertThat(job.at("/history/0/error").asString()).isEqualTo("no answer");
    assertThat(job.at("/history/0/outcome").asString()).isEqualTo("FAILED");
  }

  @Test
  void aBuriedJobIsDeadWithItsReason() {
    server.put(QUEUE + "/jobs/a", "x");

    assertThat(settle("bury", claim("{}"), ",\"reason\":\"no such order\""))
        .contains("\"outcome\":\"DEAD\"");
    JsonNode job = server.get(QUEUE + "/jobs/a").json();
    assertThat(job.at("/state").asString()).isEqualTo("DEAD");
    assertThat(job.at("/reason").asString()).isEqualTo("BURIED");
    assertThat(job.at("/message").asString()).isEqualTo("no such order");
  }

  @Test
  void anExtendedLeaseLastsLongerAndTellsOfACancel() {
    server.put(QUEUE + "/jobs/a", "x");
    String lease = claim("{\"lease\":\"10s\"}");
    server.delete(QUEUE + "/jobs/a");
    server.advance(5_000);

    assertThat(settle("extend", lease, ",\"extendBy\":\"1m\""))
        .contains(
            "\"outcome\":\"EXTENDED\",\"leaseUntil\":\"2026-11-20T07:01:05.000Z\","
                + "\"cancelRequested\":true");
  }

  @Test
  void anExtensionCarriesANoteOfHowFarTheJobsHaveCome() {
    server.put(QUEUE + "/jobs/a", "x");
    String lease = claim("{}");
    server.advance(5_000);

    assertThat(settle("extend", lease, ",\"note\":\"412 of 1,000\"")).contains("EXTENDED");

    JsonNode job = server.get(QUEUE + "/jobs/a").json();
    assertThat(job.at("/note").asString()).isEqualTo("412 of 1,000");
    assertThat(job.at("/notedAt").asString()).isEqualTo("2026-11-20T07:00:05.000Z");
    String tooLong = "x".repeat(1 << 20);
    for (String note : List.of("\"" + tooLong + "\"", "\"\\u0007\"", "\"\"", "7")) {
      assertThat(settle("extend", lease, ",\"note\":" + note))
          .contains("\"field\":\"note\"")
          .hasSizeLessThan(1_000);
    }
  }

  @Test
  void aReleasedJobIsTakenAgainAsIfItHadNotBeen() {
    server.put(QUEUE + "/jobs/a", "x");

    assertThat(settle("release", claim("{}"), ""))
        .contains("\"outcome\":\"RELEASED\",\"dueAt\":\"2026-11-20T07:00:00.000Z\"");
    assertThat(server.post(QUEUE + "/claim", "{}").json().at("/jobs/0/attempt").asInt())
        .isEqualTo(1);
  }

  @Test
  void aLeaseIsLostAtItsDeadline() {
    server.put(QUEUE + "/jobs/a", "x");
    String lease = claim("{\"lease\":\"10s\"}");
    server.advance(10_000);

    assertThat(settle("ack", lease, "")).contains("LEASE_LOST");
    assertThat(server.get(QUEUE + "/jobs/a").status()).isEqualTo(200);
  }

  @Test
  void leasesAreSettledItemByItem() {
    server.put(QUEUE + "/jobs/a", "x");
    server.put("/v1/queues/other/jobs/b", "x");
    String lease = claim("{}");
    String foreign = server.post("/v1/queues/other/claim", "{}").at("/jobs/0/lease");

    TestResponse got =
        server.post(
            QUEUE + "/ack", "{\"leases\":[\"nonsense\",\"" + lease + "\",\"" + foreign + "\"]}");

    assertThat(got.status()).isEqualTo(200);
    assertThat(got.at("/results/0/outcome")).isEqualTo("REFUSED");
    assertThat(got.at("/results/0/error/field")).isEqualTo("lease");
    assertThat(got.at("/results/1/outcome")).isEqualTo("ACKED");
    assertThat(got.at("/results/2/outcome")).isEqualTo("REFUSED");
  }

  @Test
  void leasesHaveToBeGiven() {
    assertThat(server.post(QUEUE + "/ack", "{}").at("/field")).isEqualTo("leases");
    assertThat(server.post(QUEUE + "/ack", "{\"leases\":[1]}").at("/field")).isEqualTo("leases");
  }

  private String claim(String body) {
    return server.post(QUEUE + "/claim", body).at("/jobs/0/lease");
  }

  private String settle(String verb, String lease, String more) {
    return server.post(QUEUE + "/" + verb, "{\"leases\":[\"" + lease + "\"]" + more + "}").body();
  }
}
