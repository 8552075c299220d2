package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

class QueueRoutesTest {
  private static final String QUEUE = "/v1/queues/orders";

  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void queuesAreListedWithTheirCounts() {
    server.put("/v1/queues/b/jobs/1?delay=1h", "x");
    server.put("/v1/queues/a/jobs/1", "x");
    server.put("/v1/queues/a/jobs/2?delay=1h", "x");

    JsonNode queues = server.get("/v1/queues").json();

    assertThat(queues.at("/queues/0").toString())
        .isEqualTo(
            "{\"queue\":\"a\",\"counts\":{\"delayed\":1,\"ready\":1,\"running\":0,"
                + "\"dead\":0,\"done\":0,\"cancelled\":0,\"retrying\":0},"
                + "\"oldestReady\":\"2026-11-20T07:00:00.000Z\","
                + "\"nextDue\":\"2026-11-20T08:00:00.000Z\","
                + "\"events\":{\"scheduled\":2,\"claimed\":0,\"acked\":0,\"retried\":0,"
                + "\"leasesLost\":0,\"died\":0,\"deadDropped\":0,\"expired\":0,\"dropped\":0,"
                + "\"cancelled\":0,\"setAside\":0},\"consumerCount\":0,\"lateness\":null,"
                + "\"targetDown\":null,"
                + "\"paused\":false,\"maxRunning\":0,\"rate\":null,\"handOver\":null}");
    assertThat(queues.at("/queues/1/queue").asString()).isEqualTo("b");
    assertThat(queues.at("/queues/1/oldestReady").isNull()).isTrue();
    assertThat(queues.at("/cursor").isNull()).isTrue();
  }

  @Test
  void aListWithoutDetailsHasCountsMomentsPausesAndTargets() {
    server.put(QUEUE + "/jobs/1?delay=1h", "x");

    assertThat(server.get("/v1/queues?details=false").json().at("/queues/0").toString())
        .isEqualTo(
            "{\"queue\":\"orders\",\"counts\":{\"delayed\":1,\"ready\":0,\"running\":0,"
                + "\"dead\":0,\"done\":0,\"cancelled\":0,\"retrying\":0},\"oldestReady\":null,"
                + "\"nextDue\":\"2026-11-20T08:00:00.000Z\",\"targetDown\":null,"
                + "\"paused\":false,\"handOver\":null}");
  }

  @Test
  void aListOfQueuesHasConsumersAndLimits() {
    server.patch(QUEUE, "{\"maxRunning\":5,\"rate\":{\"permits\":2,\"per\":\"1s\"}}");
    server.put(QUEUE + "/jobs/1", "x");
    server.post(QUEUE + "/claim", "{\"consumer\":\"w1\"}");

    JsonNode queue = server.get("/v1/queues").json().at("/queues/0");

    assertThat(queue.at("/consumerCount").asInt()).isEqualTo(1);
    assertThat(queue.at("/events/claimed").asInt()).isEqualTo(1);
    assertThat(queue.at("/maxRunning").asInt()).isEqualTo(5);
    assertThat(queue.at("/rate/permits").asInt()).isEqualTo(2);
  }

  @Test
  void aQueueShowsCountsEventsConsumersAndSettings() {
    server.put(QUEUE + "/jobs/1", "x");
    server.post(QUEUE + "/claim", "{\"consumer\":\"w1\"}");

    JsonNode queue = server.get(QUEUE).json();

    assertThat(queue.at("/counts/running").asInt()).isEqualTo(1);
    assertThat(queue.at("/events/scheduled").asInt()).isEqualTo(1);
    assertThat(queue.at("/events/claimed").asInt()).isEqualTo(1);
    assertThat(queue.at("/consumers/0/name").asString()).isEqualTo("w1");
    assertThat(queue.at("/settings").toString())
        .startsWith("{\"version\":0,\"paused\":false,\"maxRunning\":0,\"rate\":null,\"shards\":1,");
  }

  @Test
  void aWorkerWhoseHandlersAreBusyIsNamedWithItsJobs() {
    server.put(QUEUE + "/jobs/1", "x");
    server.put(QUEUE + "/jobs/2", "x");
    server.post(QUEUE + "/claim", "{\"consumer\":\"W\",\"max\":2,\"lease\":\"10m\"}");
    server.put(QUEUE + "/jobs/3", "x");
    server.advance(120_000);

    JsonNode why = server.get(QUEUE + "/jobs/3/explain").json();
    JsonNode queue = server.get(QUEUE).json();

    assertThat(why.at("/why").asString()).isEqualTo("HANDLERS_BUSY");
    assertThat(why.at("/consumers").asString()).isEqualTo("W");
    assertThat(why.at("/jobs").asString()).isEqualTo("1, 2");
    assertThat(why.at("/running").asInt()).isEqualTo(2);
    assertThat(queue.at("/consumers/0/name").asString()).isEqualTo("W");
    assertThat(queue.at("/consumers/0/running").asInt()).isEqualTo(2);
  }

  @Test
  void aQueueThatDoesNotExistReadsAsAnEmptyOne() {
    TestResponse got = server.get("/v1/queues/none");

    assertThat(got.status()).isEqualTo(200);
    assertThat(got.json().at("/counts/ready").asInt()).isZero();
    assertThat(server.get("/v1/queues").body()).isEqualTo("{\"queues\":[],\"cursor\":null}");
  }

  @Test
  void aChangeOfSettingsChangesWhatItNamesAndNothingElse() {
    server.patch(
        QUEUE,
        "{\"maxRunning\":5,\"retention\":\"1d\",\"deadRetention\":\"30d\",\"maxDead\":1000}");

    TestResponse got =
        server.patch(
            QUEUE,
            "{\"rate\":{\"permits\":100},\"defaults\":{\"maxAttempts\":3,\"backoff\":\"1s,5s\"},"
                + "\"maxRunning\":null,\"deadCopyTo\":\"graveyard\"}");

    assertThat(got.body())
        .contains("\"version\":2,\"paused\":false,\"maxRunning\":0,")
        .contains("\"rate\":{\"permits\":100,\"per\":\"1s\",\"burst\":100}")
        .contains("\"retention\":\"1d\",\"deadRetention\":\"30d\",\"maxDead\":1000,")
        .contains("\"maxAttempts\":3,\"backoff\":\"1s,5s\",\"lease\":\"30s\"}")
        .contains("\"deadCopyTo\":\"graveyard\"");
    assertThat(server.get(QUEUE).json().at("/settings").toString()).isEqualTo(got.body());
  }

  @Test
  void aChangeThatNamesAVersionIsMadeOnlyToSettingsOfThatVersion() {
    TestResponse first = server.patch(QUEUE, "{\"maxRunning\":5,\"version\":0}");
    assertThat(first.status()).isEqualTo(200);
    assertThat(first.at("/version")).isEqualTo("1");

    TestResponse late = server.patch(QUEUE, "{\"maxRunning\":6,\"version\":0}");

    assertThat(late.status()).isEqualTo(409);
    assertThat(late.at("/code")).isEqualTo("CHANGED_MEANWHILE");
    assertThat(late.at("/detail")).contains("their version is now 1");
    assertThat(server.get(QUEUE).at("/settings/maxRunning")).isEqualTo("5");
  }

  @Test
  void theSettingsThatAQueueShowsCanBeSentBack() {
    server.patch(QUEUE, "{\"maxDead\":7,\"deadRetention\":\"12h\"}");
    String shown = server.get(QUEUE).json().at("/settings").toString();

    TestResponse sent = server.patch(QUEUE, shown);

    assertThat(sent.body()).isEqualTo(shown.replace("\"version\":1", "\"version\":2"));
    assertThat(server.patch(QUEUE, "{\"maxDead\":null,\"deadRetention\":null}").at("/maxDead"))
        .isEqualTo("0");
  }

  @Test
  void deadJobsThatAreDroppedAreCounted() {
    server.patch(QUEUE, "{\"maxDead\":1}");
    for (int i = 0; i < 2; i++) {
      server.put(QUEUE + "/jobs/" + i, "x");
      String lease = server.post(QUEUE + "/claim", "{}").at("/jobs/0/lease");
      server.post(QUEUE + "/bury", "{\"leases\":[\"" + lease + "\"]}");
    }

    assertThat(server.get(QUEUE).at("/events/deadDropped")).isEqualTo("1");
    assertThat(server.get(QUEUE).at("/counts/dead")).isEqualTo("1");
  }

  @Test
  void aQueueIsPausedForATimeOrUntilResumed() {
    server.put(QUEUE + "/jobs/1", "x");

    assertThat(server.patch(QUEUE, "{\"pausedFor\":\"10m\"}").at("/pausedUntil"))
        .isEqualTo("2026-11-20T07:10:00.000Z");
    assertThat(claimed()).isZero();
    assertThat(server.get(QUEUE + "/jobs/1/explain").at("/why")).isEqualTo("PAUSED");

    assertThat(server.patch(QUEUE, "{\"paused\":true}").json().at("/pausedUntil").isNull())
        .isTrue();
    assertThat(claimed()).isZero();

    assertThat(server.patch(QUEUE, "{\"paused\":false}").at("/paused")).isEqualTo("false");
    assertThat(claimed()).isEqualTo(1);
  }

  @Test
  void aQueueIsShownAsPausedOnlyUntilItsPauseEnds() {
    server.patch(QUEUE, "{\"pausedFor\":\"10m\"}");
    assertThat(server.get("/v1/queues").at("/queues/0/paused")).isEqualTo("true");

    server.advance(600_000);

    assertThat(server.get("/v1/queues").at("/queues/0/paused")).isEqualTo("false");
    assertThat(server.get(QUEUE).at("/settings/paused")).isEqualTo("false");
    assertThat(server.get(QUEUE).at("/settings/pausedUntil")).isEqualTo("2026-11-20T07:10:00.000Z");
    assertThat(server.patch(QUEUE, "{\"maxRunning\":5}").at("/paused")).isEqualTo("false");
  }

  @Test
  void aJitterIsShownWhereItIsNotTheUsualOneAndNullRestoresThat() {
    assertThat(defaults("{\"jitter\":0.5}"))
        .isEqualTo(
            "{\"priority\":1024,\"maxAttempts\":20,\"backoff\":\"1s..1h\",\"jitter\":0.5,"
                + "\"lease\":\"30s\"}");
    assertThat(defaults("{\"maxAttempts\":3}")).contains("\"jitter\":0.5");
    assertThat(defaults("{\"jitter\":null}")).doesNotContain("jitter");
    assertThat(server.patch(QUEUE, "{\"defaults\":{\"jitter\":2}}").status()).isEqualTo(400);
  }

  private String defaults(String change) {
    return server.patch(QUEUE, "{\"defaults\":" + change + "}").json().at("/defaults").toString();
  }

  @Test
  void namesAloneAreListedWithoutCounts() {
    server.patch(QUEUE, "{}");

    assertThat(server.get("/v1/queues?counts=false").body())
        .isEqualTo("{\"queues\":[{\"queue\":\"orders\"}],\"cursor\":null}");
  }

  @Test
  void nullInsideQuotaAndDefaultsTakesOneLimitAway() {
    server.patch(
        QUEUE,
        "{\"quota\":{\"maxWaiting\":5,\"maxAhead\":\"1d\"},\"defaults\":{\"priority\":7,"
            + "\"maxAttempts\":3,\"backoff\":\"5s\",\"lease\":\"1m\"}}");

    server.patch(
        QUEUE,
        "{\"quota\":{\"maxWaiting\":null},\"defaults\":{\"priority\":null,\"backoff\":null}}");
    JsonNode settings =
        server.patch(QUEUE, "{\"defaults\":{\"maxAttempts\":null,\"lease\":null}}").json();

    assertThat(settings.at("/quota/maxWaiting").asInt()).isZero();
    assertThat(settings.at("/quota/maxAhead").asString()).isEqualTo("1d");
    assertThat(settings.at("/defaults"))
        .isEqualTo(server.get("/v1/queues/new").json().at("/settings/defaults"));
  }

  @Test
  void nullEndsAPauseAndTheWrittenFormOfAPauseIsAlsoRead() {
    assertThat(server.patch(QUEUE, "{\"paused\":true,\"pausedUntil\":null}").at("/paused"))
        .isEqualTo("true");
    assertThat(server.patch(QUEUE, "{\"paused\":null}").at("/paused")).isEqualTo("false");
    server.patch(QUEUE, "{\"pausedFor\":\"10m\"}");
    assertThat(server.patch(QUEUE, "{\"pausedUntil\":null}").at("/paused")).isEqualTo("false");
  }

  @Test
  void settingsOutOfRangeAreRefusedAndNothingChanges() {
    assertThat(server.patch(QUEUE, "{\"maxRunning\":5,\"shards\":0}").at("/field"))
        .isEqualTo("shards");
    assertThat(server.patch(QUEUE, "{\"rate\":{\"per\":\"1s\"}}").at("/field"))
        .isEqualTo("rate.permits");
    assertThat(server.patch(QUEUE, "{\"maxRunning\":-1}").at("/field")).isEqualTo("maxRunning");
    assertThat(server.get(QUEUE).json().at("/settings/maxRunning").asInt()).isZero();
  }

  @Test
  void aDeletedQueueIsForgottenWithItsJobs() {
    server.put(QUEUE + "/jobs/1", "x");

    TestResponse unsaid = server.delete(QUEUE);
    assertThat(unsaid.status()).isEqualTo(400);
    assertThat(unsaid.at("/detail"))
        .isEqualTo(
            "all is missing; allowed: true, which also deletes its jobs (1) and recurring"
                + " definitions (0)");

    assertThat(server.delete(QUEUE + "?all=true").body()).isEqualTo("{\"deleted\":true}");
    assertThat(server.delete(QUEUE).body()).isEqualTo("{\"deleted\":false}");
    assertThat(server.get(QUEUE + "/jobs/1").status()).isEqualTo(404);
  }

  @Test
  void aQueueWithARecurringDefinitionIsNotEmpty() {
    server.send(
        "PUT",
        QUEUE + "/recurring/hourly",
        HttpRequest.BodyPublishers.ofString("{\"every\":\"1h\",\"payload\":\"x\"}"),
        "Content-Type",
        "application/json");

    assertThat(server.delete(QUEUE).at("/field")).isEqualTo("all");
    assertThat(server.delete(QUEUE + "?all=true").body()).isEqualTo("{\"deleted\":true}");
  }

  @Test
  void theTimelineCountsWhatIsDueWhen() {
    server.put(QUEUE + "/jobs/1?delay=5m", "x");
    server.put(QUEUE + "/jobs/2?delay=40m", "x");
    server.put("/v1/queues/mails/jobs/1?delay=50m", "x");

    assertThat(waiting(server.get(QUEUE + "/timeline?buckets=2"))).containsExactly(1, 1);
    assertThat(waiting(server.get("/v1/timeline?buckets=2"))).containsExactly(1, 2);
    assertThat(
            server
                .get(
                    QUEUE + "/timeline?from=2026-11-20T07:00:00Z&to=2026-11-20T08:00:00Z&buckets=4")
                .at("/buckets/1/from"))
        .isEqualTo("2026-11-20T07:15:00.000Z");
  }

  private static int[] waiting(TestResponse got) {
    return got.json()
        .at("/buckets")
        .valueStream()
        .mapToInt(b -> b.at("/waiting").asInt())
        .toArray();
  }

  private int claimed() {
    return server.post(QUEUE + "/claim", "{}").json().at("/jobs").size();
  }

  @Test
  void queuesAreListedByPages() {
    for (String queue : new String[] {"a", "b", "c", "d", "e"}) {
      server.put("/v1/queues/" + queue + "/jobs/1", "x");
    }

    TestResponse first = server.get("/v1/queues?limit=2");
    TestResponse second = server.get("/v1/queues?limit=2&cursor=" + first.at("/cursor"));
    TestResponse last = server.get("/v1/queues?limit=2&cursor=" + second.at("/cursor"));

    assertThat(first.json().findValuesAsString("queue")).containsExactly("a", "b");
    assertThat(second.json().findValuesAsString("queue")).containsExactly("c", "d");
    assertThat(last.json().findValuesAsString("queue")).containsExactly("e");
    assertThat(last.json().path("cursor").isNull()).isTrue();
    assertThat(server.get("/v1/queues?limit=1001").at("/field")).isEqualTo("limit");
  }

  @Test
  void aChangeThatNamesAnETagAppliesOnlyToThoseSettings() {
    server.patch(QUEUE, "{\"maxRunning\":1}");
    String tag = server.get(QUEUE).response().headers().firstValue("ETag").orElseThrow();

    TestResponse first = patchIf(tag, "{\"maxRunning\":2}");
    TestResponse late = patchIf(tag, "{\"maxRunning\":3}");

    assertThat(tag).isEqualTo("\"1\"");
    assertThat(first.status()).isEqualTo(200);
    assertThat(first.response().headers().firstValue("ETag")).hasValue("\"2\"");
    assertThat(late.status()).isEqualTo(412);
    assertThat(late.at("/code")).isEqualTo("CHANGED_MEANWHILE");
    assertThat(late.at("/etag")).isEqualTo("\"2\"");
    assertThat(patchIf("\"1\", \"2\"", "{\"maxRunning\":4}").status()).isEqualTo(200);
    assertThat(patchIf("W/\"3\"", "{\"maxRunning\":5}").status()).isEqualTo(412);
    assertThat(patchIf("*", "{\"maxRunning\":6}").status()).isEqualTo(200);
  }

  private TestResponse patchIf(String tag, String json) {
    return server.send(
        "PATCH",
        QUEUE,
        java.net.http.HttpRequest.BodyPublishers.ofString(json),
        "Content-Type",
        "application/json",
        "If-Match",
        tag);
  }
}
