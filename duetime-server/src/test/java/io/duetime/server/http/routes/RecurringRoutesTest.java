package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RecurringRoutesTest {
  private static final String RECURRING = "/v1/queues/mails/recurring";
  private static final String DAILY = RECURRING + "/daily";

  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void aChangeThatNamesAnETagAppliesOnlyToThatDefinition() {
    String tag = tag(put("{\"every\":\"1h\"}"));

    TestResponse changed = putIf("If-Match", tag, "{\"every\":\"2h\"}");
    TestResponse late = putIf("If-Match", tag, "{\"every\":\"3h\"}");

    assertThat(changed.status()).isEqualTo(200);
    assertThat(tag(changed)).isNotEqualTo(tag).isEqualTo(tag(server.get(DAILY)));
    assertThat(tag(changed)).isEqualTo("\"" + changed.at("/version") + "\"");
    assertChangedMeanwhile(late, tag(changed));
    assertThat(server.get(DAILY).body()).isEqualTo(changed.body());
    assertThat(putIf("If-Match", "\"1\", " + tag(changed), "{\"every\":\"3h\"}").status())
        .isEqualTo(200);
    assertThat(putIf("If-Match", "W/" + tag(server.get(DAILY)), "{\"every\":\"4h\"}").status())
        .isEqualTo(412);
    assertThat(putIf("If-Match", "*", "{\"every\":\"4h\"}").status()).isEqualTo(200);
  }

  @Test
  void aPauseAndARemovalMayNameAnETag() {
    String tag = tag(put("{\"every\":\"1h\"}"));

    TestResponse paused = sendIf("POST", DAILY + "/pause", tag);

    assertThat(paused.at("/paused")).isEqualTo("true");
    assertChangedMeanwhile(sendIf("POST", DAILY + "/resume", tag), tag(paused));
    assertChangedMeanwhile(sendIf("DELETE", DAILY, tag), tag(paused));
    TestResponse resumed = sendIf("POST", DAILY + "/resume", tag(paused));
    assertThat(resumed.at("/paused")).isEqualTo("false");
    assertThat(sendIf("DELETE", DAILY, tag(resumed)).at("/removed")).isEqualTo("true");
  }

  @Test
  void theDefinitionsOfAllQueuesTellWhatBecameOfTheirLastTicks() {
    put("{\"every\":\"1h\",\"payload\":\"SECRET\",\"maxAttempts\":1}");
    server.put("/v1/queues/mails/jobs/other", "x");
    for (String name : List.of("a", "b")) {
      server.send(
          "PUT",
          "/v1/queues/reports/recurring/" + name,
          BodyPublishers.ofString("{\"cron\":\"0 8 * * *\"}"),
          "Content-Type",
          "application/json");
    }
    server.advance(3_600_000);
    server.post("/v1/store/maintain", "");
    String claim = "{\"ids\":[\"daily@2026-11-20T08:00:00Z\"]}";
    String lease = server.post("/v1/queues/mails/claim", claim).at("/jobs/0/lease");
    server.post("/v1/queues/mails/retry", "{\"leases\":[\"" + lease + "\"]}");

    TestResponse got = server.get("/v1/recurring?limit=2");

    assertThat(got.body()).doesNotContain("SECRET");
    assertThat(got.at("/recurring/0/queue")).isEqualTo("mails");
    assertThat(got.at("/recurring/0/definition/name")).isEqualTo("daily");
    assertThat(got.at("/recurring/0/lastJob/state")).isEqualTo("DEAD");
    assertThat(got.at("/recurring/0/dead")).isEqualTo("1");
    assertThat(got.at("/recurring/0/lastDead")).isEqualTo("daily@2026-11-20T08:00:00Z");
    assertThat(got.at("/recurring/1/definition/name")).isEqualTo("a");
    assertThat(got.at("/recurring/1/lastJob/state")).isEqualTo("READY");
    assertThat(got.at("/cursor")).isEqualTo("reports,a");
    TestResponse rest = server.get("/v1/recurring?cursor=reports,a");
    assertThat(rest.json().at("/recurring").size()).isEqualTo(1);
    assertThat(rest.at("/recurring/0/definition/name")).isEqualTo("b");
    assertThat(rest.json().at("/cursor").isNull()).isTrue();
  }

  @Test
  void theNextTicksOfAScheduleAreComputedWithoutADefinition() {
    TestResponse got = server.get("/v1/ticks?cron=0%207%20*%20*%20*&zone=Europe/Berlin&count=2");

    assertThat(got.at("/schedule")).isEqualTo("cron 0 7 * * * Europe/Berlin");
    assertThat(got.json().at("/ticks").toString())
        .isEqualTo("[\"2026-11-21T06:00:00.000Z\",\"2026-11-22T06:00:00.000Z\"]");
    assertThat(server.get("/v1/ticks?every=5m&count=101").at("/field")).isEqualTo("count");
    assertThat(server.get("/v1/ticks?cron=nonsense").at("/field")).isEqualTo("cron expression");
    assertThat(server.get("/v1/ticks").status()).isEqualTo(400);
  }

  @Test
  void aListOfManyBytesIsReadPageByPage() {
    String payload = "x".repeat(1_000_000);
    for (String name : List.of("a", "b", "c", "d", "e", "f")) {
      server.send(
          "PUT",
          RECURRING + "/" + name,
          BodyPublishers.ofString("{\"every\":\"1h\",\"payload\":\"" + payload + "\"}"),
          "Content-Type",
          "application/json");
    }

    TestResponse first = server.get(RECURRING);
    TestResponse second = server.get(RECURRING + "?cursor=" + first.at("/cursor"));
    TestResponse bare = server.get(RECURRING + "?payloadAs=none");

    assertThat(first.json().at("/recurring")).hasSize(5);
    assertThat(second.json().at("/recurring")).hasSize(1);
    assertThat(second.at("/recurring/0/name")).isEqualTo("f");
    assertThat(second.json().at("/cursor").isNull()).isTrue();
    assertThat(bare.json().at("/recurring")).hasSize(6);
  }

  @Test
  void aConditionOnADefinitionThatDoesNotExistIsRefused() {
    for (String tag : List.of("\"1\"", "*")) {
      assertThat(putIf("If-Match", tag, "{\"every\":\"1h\"}").status()).isEqualTo(412);
      assertThat(sendIf("DELETE", DAILY, tag).status()).isEqualTo(412);
      assertThat(sendIf("POST", DAILY + "/pause", tag).status()).isEqualTo(404);
    }
    assertThat(server.get("/v1/queues").body()).doesNotContain("mails");
  }

  @Test
  void aDefinitionThatMustNotExistIsCreatedOnce() {
    TestResponse created = putIf("If-None-Match", "*", "{\"every\":\"1h\"}");

    assertThat(created.status()).isEqualTo(200);
    assertChangedMeanwhile(putIf("If-None-Match", "*", "{\"every\":\"2h\"}"), tag(created));
    assertThat(putIf("If-None-Match", "\"1\"", "{\"every\":\"2h\"}").at("/field"))
        .isEqualTo("If-None-Match");
    server.delete(DAILY);
    assertThat(tag(putIf("If-None-Match", "*", "{\"every\":\"1h\"}"))).isNotEqualTo(tag(created));
  }

  @Test
  void anUnchangedDefinitionKeepsItsETag() {
    String tag = tag(put("{\"every\":\"10m\",\"payload\":{\"a\":1},\"tags\":[\"x\"]}"));
    server.advance(600_000);
    server.engine().maintain().toCompletableFuture().join();

    assertThat(tag(server.get(DAILY))).isEqualTo(tag);
    assertThat(tag(put("{\"every\":\"10m\",\"payload\":{\"a\":1},\"tags\":[\"x\"]}")))
        .isEqualTo(tag);
  }

  private static String tag(TestResponse definition) {
    return definition.response().headers().firstValue("ETag").orElseThrow();
  }

  private static void assertChangedMeanwhile(TestResponse answer, String now) {
    assertThat(answer.status()).isEqualTo(412);
    assertThat(answer.at("/code")).isEqualTo("CHANGED_MEANWHILE");
    assertThat(answer.at("/etag")).isEqualTo(now);
  }

  private TestResponse putIf(String header, String tag, String body) {
    return server.send("PUT", DAILY, json(body), "Content-Type", "application/json", header, tag);
  }

  private TestResponse sendIf(String method, String path, String tag) {
    return server.send(method, path, BodyPublishers.noBody(), "If-Match", tag);
  }

  @Test
  void aDefinitionTellsItsNextTicks() {
    TestResponse got =
        server.send(
            "PUT",
            DAILY,
            json("{\"cron\":\"0 9 * * *\",\"zone\":\"Europe/Berlin\",\"payload\":{\"a\":1}}"),
            "Content-Type",
            "application/json");

    assertThat(got.status()).isEqualTo(200);
    assertThat(got.at("/schedule")).isEqualTo("cron 0 9 * * * Europe/Berlin");
    assertThat(got.at("/nextTicks/0")).isEqualTo("2026-11-20T08:00:00.000Z");
    assertThat(got.at("/nextTicks/1")).isEqualTo("2026-11-21T08:00:00.000Z");
    assertThat(got.body()).contains("\"payload\":{\"a\":1}");
    assertThat(server.get(DAILY).body()).isEqualTo(got.body());
    assertThat(server.get(RECURRING).body())
        .isEqualTo("{\"recurring\":[" + got.body() + "],\"cursor\":null}");
  }

  @Test
  void aTickIsOneJob() {
    put("{\"every\":\"10m\",\"payload\":\"x\"}");

    server.engine().maintain().toCompletableFuture().join();

    assertThat(server.get("/v1/queues/mails/jobs").at("/jobs/0/id"))
        .isEqualTo("daily@2026-11-20T07:10:00Z");
  }

  @Test
  void aRemovedDefinitionIsGone() {
    put("{\"every\":\"10m\"}");

    assertThat(server.delete(DAILY).body()).isEqualTo("{\"removed\":true,\"pending\":[]}");
    assertThat(server.delete(DAILY).body()).isEqualTo("{\"removed\":false,\"pending\":[]}");
    assertThat(server.get(DAILY).status()).isEqualTo(404);
  }

  @Test
  void aRemovalMayKeepTheJobsThatWait() {
    put("{\"every\":\"10m\"}");

    assertThat(server.delete(DAILY + "?keepPending=true").body())
        .isEqualTo("{\"removed\":true,\"pending\":[\"daily@2026-11-20T07:10:00Z\"]}");
  }

  @Test
  void aDefinitionTellsWhichOfItsTicksRun() {
    TestResponse stored =
        put(
            "{\"every\":\"10m\",\"missed\":\"NONE\",\"grace\":\"5s\",\"times\":3,"
                + "\"until\":\"2026-11-20T08:00:00Z\",\"firstNow\":true}");

    assertThat(stored.body())
        .contains("\"missed\":\"NONE\",\"grace\":\"5s\",\"until\":\"2026-11-20T08:00:00.000Z\"")
        .contains("\"times\":3,\"firstNow\":true");
    assertThat(server.get("/v1/queues/mails/jobs").at("/jobs/0/id"))
        .isEqualTo("daily@2026-11-20T07:00:00Z");
    assertThat(put("{\"every\":\"10m\",\"times\":-1}").at("/field")).isEqualTo("times");
    assertThat(put("{\"every\":\"10m\",\"grace\":\"0s\"}").at("/field")).isEqualTo("grace");
  }

  @Test
  void aDefinitionIsPausedUntilItIsResumed() {
    put("{\"every\":\"10m\"}");

    assertThat(server.send("POST", DAILY + "/pause", json("")).body())
        .contains("\"paused\":true", "\"nextTicks\":[]", "\"pending\":[]");
    assertThat(put("{\"every\":\"10m\"}").at("/paused")).isEqualTo("true");
    assertThat(server.send("POST", DAILY + "/resume", json("")).body())
        .contains("\"paused\":false", "\"pending\":[\"daily@2026-11-20T07:10:00Z\"]");
    assertThat(server.send("POST", RECURRING + "/none/pause", json("")).status()).isEqualTo(404);
  }

  @Test
  void aChangeWithdrawsThePendingJobUnlessItIsKept() {
    put("{\"every\":\"10m\"}");

    assertThat(put("{\"every\":\"20m\",\"keepPending\":true}").body())
        .contains("\"pending\":[\"daily@2026-11-20T07:10:00Z\",\"daily@2026-11-20T07:20:00Z\"]");
    assertThat(put("{\"every\":\"30m\"}").body())
        .contains("\"pending\":[\"daily@2026-11-20T07:30:00Z\"]");
  }

  @Test
  void aDefinitionRunsOnceNow() {
    put("{\"every\":\"10m\"}");

    TestResponse run = server.send("POST", DAILY + "/run", json(""));

    assertThat(run.status()).isEqualTo(201);
    assertThat(run.at("/id")).isEqualTo("daily@2026-11-20T07:00:00Z");
    assertThat(server.send("POST", RECURRING + "/none/run", json("")).status()).isEqualTo(404);
  }

  @Test
  void whatCannotTickIsRefused() {
    assertThat(put("{}").at("/field")).isEqualTo("cron");
    assertThat(put("{\"cron\":\"* * * * *\",\"every\":\"1m\"}").at("/field")).isEqualTo("cron");
    assertThat(put("{\"cron\":\"0 0 30 2 *\"}").status()).isEqualTo(400);
    assertThat(put("{\"cron\":\"@daily\",\"zone\":\"Mars/Base\"}").at("/field")).isEqualTo("zone");
    assertThat(put("{\"cron\":\"@daily\",\"from\":0}").at("/field")).isEqualTo("from");
    assertThat(put("{\"every\":\"1m\",\"zone\":\"UTC\"}").at("/field")).isEqualTo("zone");
    assertThat(put("{\"every\":\"1m\",\"delay\":\"1s\"}").at("/value")).isEqualTo("delay");
  }

  private TestResponse put(String body) {
    return server.send("PUT", DAILY, json(body), "Content-Type", "application/json");
  }

  private static java.net.http.HttpRequest.BodyPublisher json(String body) {
    return java.net.http.HttpRequest.BodyPublishers.ofString(body);
  }
}
