package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

class BatchRoutesTest {
  private static final String JOBS = "/v1/queues/orders/jobs";
  private static final String[] KEYED = {
    "Content-Type", "application/json", "Idempotency-Key", "order-42-paid"
  };

  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void oneJobInJsonIsAnsweredAsByItsOwnPath() {
    TestResponse got =
        server.post(JOBS, "{\"id\":\"a\",\"delay\":\"30m\",\"payload\":{\"n\": 1.50}}");

    assertThat(got.status()).isEqualTo(201);
    assertThat(got.at("/outcome")).isEqualTo("CREATED");
    assertThat(server.get(JOBS + "/a").body())
        .contains("\"payload\":{\"n\": 1.50},\"contentType\":\"application/json\"");
  }

  @Test
  void aJobWithoutAnIdGetsOne() {
    TestResponse got = server.post(JOBS, "{\"payload\":null}");

    assertThat(got.status()).isEqualTo(201);
    assertThat(got.at("/id")).isEqualTo("made-1");
    assertThat(server.get(JOBS + "/made-1").body()).contains("\"payload\":null,");
  }

  @Test
  void aJobWithoutAnIdIsMadeOnceForItsKeyAlsoAfterItHasRun() {
    TestResponse first = keyed("{\"payload\":1}");
    TestResponse again = keyed("{\"payload\":1}");
    ackOne();
    server.advance(Duration.ofHours(24).toMillis() - 1);
    TestResponse late = keyed("{\"payload\":1}");

    assertThat(first.status()).isEqualTo(201);
    assertThat(List.of(again.body(), late.body())).containsOnly(first.body());
    assertThat(server.get("/v1/queues/orders").at("/events/scheduled")).isEqualTo("1");
    assertThat(server.post("/v1/queues/orders/claim", "{}").body()).endsWith("\"jobs\":[]}");
  }

  @Test
  void jobsWithoutIdsOfAKeyedArrayKeepTheirOrderAndAreMadeOnce() {
    String array = "[" + "{},".repeat(11) + "{\"id\":\"mine\"}]";
    TestResponse first = keyed(array);
    TestResponse again = keyed(array);

    List<String> ids =
        first
            .json()
            .at("/results")
            .valueStream()
            .map(result -> result.at("/id").asString())
            .toList();
    assertThat(ids).doesNotHaveDuplicates().hasSize(12).endsWith("mine").isSorted();
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(server.get("/v1/queues/orders").at("/events/scheduled")).isEqualTo("12");
  }

  @Test
  void aKeyMeansOtherJobsInAnotherQueue() {
    String id = keyed("{}").at("/id");
    TestResponse other =
        server.send("POST", "/v1/queues/mails/jobs", BodyPublishers.ofString("{}"), KEYED);

    assertThat(other.status()).isEqualTo(201);
    assertThat(other.at("/id")).isNotEqualTo(id);
  }

  @Test
  void aLongerRetentionOfTheJobOrOfTheQueueIsKept() {
    server.patch("/v1/queues/orders", "{\"retention\":\"2d\"}");
    TestResponse byQueue = keyed("[{},{\"retention\":\"1h\"},{\"retention\":\"3d\"}]");
    for (int i = 0; i < 3; i++) {
      ackOne();
    }

    assertThat(remembered(byQueue, Duration.ofHours(24).minusMillis(1)))
        .isEqualTo("true true true");
    assertThat(remembered(byQueue, Duration.ofMillis(1))).isEqualTo("true false true");
    assertThat(remembered(byQueue, Duration.ofHours(24))).isEqualTo("false false true");
  }

  private String remembered(TestResponse scheduled, Duration after) {
    server.advance(after.toMillis());
    return scheduled
        .json()
        .at("/results")
        .valueStream()
        .map(result -> server.get(JOBS + "/" + result.at("/id").asString()).status() == 200)
        .map(String::valueOf)
        .collect(Collectors.joining(" "));
  }

  private TestResponse keyed(String json) {
    return server.send("POST", JOBS, BodyPublishers.ofString(json), KEYED);
  }

  private void ackOne() {
    TestResponse claimed = server.post("/v1/queues/orders/claim", "{}");
    TestResponse acked =
        server.post(
            "/v1/queues/orders/ack", "{\"leases\":[\"" + claimed.at("/jobs/0/lease") + "\"]}");
    assertThat(acked.at("/results/0/outcome")).isEqualTo("ACKED");
  }

  @Test
  void aPayloadIsJsonTextOrBytesAsItWasGiven() {
    server.post(
        JOBS,
        "[{\"id\":\"text\",\"payload\":\"gr\\u00fc\\u00dfe\"},"
            + "{\"id\":\"json\",\"payload\":\"quoted\",\"contentType\":\"application/json\"},"
            + "{\"id\":\"bytes\",\"payloadBase64\":\"AAEC\"},"
            + "{\"id\":\"none\"}]");

    assertThat(server.get(JOBS + "/text").body())
        .contains("\"payload\":\"grüße\",\"contentType\":\"text/plain\"");
    assertThat(server.get(JOBS + "/json?payloadAs=base64").at("/payloadBase64"))
        .isEqualTo("InF1b3RlZCI=");
    assertThat(server.get(JOBS + "/bytes").at("/payloadBase64")).isEqualTo("AAEC");
    assertThat(server.get(JOBS + "/none").at("/payloadBase64")).isEmpty();
  }

  @Test
  void aListWithoutPayloadsHasTheirTypesAndHeaders() {
    server.post(JOBS, "[{\"id\":\"text\",\"payload\":\"long\",\"headers\":{\"k\":\"v\"}}]");

    assertThat(server.get(JOBS + "?payloadAs=none").body())
        .contains("\"contentType\":\"text/plain\"", "\"headers\":{\"k\":\"v\"}")
        .doesNotContain("long", "\"payload\"", "payloadBase64");
  }

  @Test
  void everyFieldOfAJobInJsonIsTaken() {
    TestResponse got =
        server.post(
            JOBS,
            "{\"queue\":\"orders\",\"id\":\"a\",\"dueAt\":1795158060000,\"priority\":5,"
                + "\"tags\":[\"x\",\"y\"],\"headers\":{\"k\":\"v\"},\"maxAttempts\":3,"
                + "\"backoff\":\"1s,5s\",\"expiresAfter\":\"1h\",\"onExpiry\":\"DROP\","
                + "\"onConflict\":\"REPLACE\",\"retention\":\"1d\",\"payload\":[]}");

    assertThat(got.status()).isEqualTo(201);
    JsonNode job = server.get(JOBS + "/a").json();
    assertThat(job.at("/dueAt").asString()).isEqualTo("2026-11-20T07:01:00.000Z");
    assertThat(job.at("/priority").asInt()).isEqualTo(5);
    assertThat(job.at("/tags").toString()).isEqualTo("[\"x\",\"y\"]");
    assertThat(job.at("/headers/k").asString()).isEqualTo("v");
    assertThat(job.at("/maxAttempts").asInt()).isEqualTo(3);
  }

  @Test
  void anArrayIsAnsweredItemByItemInOrder() {
    TestResponse got =
        server.post(
            JOBS,
            "[{\"id\":\"a\",\"delay\":\"1h\"},{\"id\":\"b\",\"dealy\":\"1h\"},"
                + "{\"id\":\"c\",\"delay\":\"soon\"},{\"id\":\"a\",\"onConflict\":\"REJECT\"},7,"
                + "{\"id\":\"d\"}]");

    assertThat(got.status()).isEqualTo(200);
    assertThat(outcomes(got.json().at("/results")))
        .isEqualTo("CREATED REFUSED REFUSED REJECTED REFUSED CREATED");
    JsonNode unknown = got.json().at("/results/1");
    assertThat(unknown.at("/id").asString()).isEqualTo("b");
    assertThat(unknown.at("/error/code").asString()).isEqualTo("INVALID");
    assertThat(unknown.at("/error/value").asString()).isEqualTo("dealy");
    assertThat(unknown.at("/error/allowed").asString()).endsWith("did you mean delay?");
    assertThat(got.json().at("/results/2/error/field").asString()).isEqualTo("delay");
  }

  @Test
  void anEmptyArrayHasNoResults() {
    assertThat(server.post(JOBS, "[]").body()).isEqualTo("{\"results\":[]}");
  }

  @Test
  void aJobOfAnotherQueueIsRefused() {
    TestResponse got = server.post(JOBS, "{\"queue\":\"mails\",\"id\":\"a\"}");

    assertThat(got.status()).isEqualTo(400);
    assertThat(got.at("/field")).isEqualTo("queue");
  }

  @Test
  void jobsAreListedByDueTimePageByPage() {
    hourly(5);

    TestResponse first = server.get(JOBS + "?limit=2");
    TestResponse second = server.get(JOBS + "?limit=2&cursor=" + first.at("/cursor"));
    TestResponse third = server.get(JOBS + "?limit=2&cursor=" + second.at("/cursor"));

    assertThat(ids(first)).isEqualTo("j1 j2");
    assertThat(ids(second)).isEqualTo("j3 j4");
    assertThat(ids(third)).isEqualTo("j5");
    assertThat(third.json().at("/cursor").isNull()).isTrue();
  }

  @Test
  void aListIsNarrowedByRangeStateAndTag() {
    hourly(4);
    server.put(JOBS + "/now?tag=vip", "x");

    assertThat(ids(server.get(JOBS + "?from=2026-11-20T08:00:00Z&to=2026-11-20T10:00:00Z")))
        .isEqualTo("j1 j2");
    assertThat(ids(server.get(JOBS + "?state=ready"))).isEqualTo("now");
    assertThat(ids(server.get(JOBS + "?state=READY,DELAYED&limit=1000")))
        .isEqualTo("now j1 j2 j3 j4");
    assertThat(ids(server.get(JOBS + "?tag=vip"))).isEqualTo("now");
  }

  @Test
  void aRangeIsRemovedAfterACount() {
    hourly(4);
    String range = "?from=2026-11-20T08:00:00Z&to=2026-11-20T10:00:00Z";

    TestResponse dry = server.delete(JOBS + range + "&dryRun=true");
    assertThat(dry.body()).isEqualTo("{\"examined\":2,\"changed\":2,\"dryRun\":true}");
    assertThat(ids(server.get(JOBS))).isEqualTo("j1 j2 j3 j4");

    TestResponse wet = server.delete(JOBS + range);
    assertThat(wet.body()).isEqualTo("{\"examined\":2,\"changed\":2,\"dryRun\":false}");
    assertThat(ids(server.get(JOBS))).isEqualTo("j3 j4");
  }

  @Test
  void changesByAFilterRefuseADurabilityThatTheyCannotPromise() {
    hourly(1);

    TestResponse got =
        server.post(
            JOBS + "/reschedule?durability=fsynced", "{\"tag\": \"vip\", \"delay\": \"1h\"}");

    assertThat(got.status()).isEqualTo(400);
    assertThat(got.at("/field")).isEqualTo("durability");
    assertThat(got.at("/allowed")).isEqualTo("only with ids");
  }

  @Test
  void removingEverythingHasToBeSaid() {
    hourly(3);

    TestResponse unsaid = server.delete(JOBS);
    assertThat(unsaid.status()).isEqualTo(400);
    assertThat(unsaid.at("/allowed")).contains("all=true");

    assertThat(server.delete(JOBS + "?all=true").json().at("/changed").asInt()).isEqualTo(3);
    assertThat(ids(server.get(JOBS))).isEmpty();
  }

  @Test
  void aRemovalOfMoreThanOneStepGoesToItsEnd() {
    hourly(2_500);

    assertThat(server.delete(JOBS + "?all=true").json().at("/changed").asInt()).isEqualTo(2_500);
    assertThat(ids(server.get(JOBS))).isEmpty();
  }

  @Test
  void runningJobsCannotBeRemovedByFilter() {
    TestResponse got = server.delete(JOBS + "?state=RUNNING&all=true");

    assertThat(got.status()).isEqualTo(400);
    assertThat(got.at("/field")).isEqualTo("state");
  }

  @Test
  void filtersCombine() {
    server.put(JOBS + "/t1?delay=1h&tag=a&tag=b", "x");
    server.put(JOBS + "/t2?delay=1h&tag=b", "x");

    assertThat(ids(server.get(JOBS + "?tag=a&tag=b"))).isEqualTo("t1");
    assertThat(server.delete(JOBS + "?tag=a&tag=b").json().at("/changed").asInt()).isEqualTo(1);
    assertThat(ids(server.get(JOBS))).isEqualTo("t2");

    String both = "{\"ids\":[\"t2\"],\"tag\":[\"a\",\"b\"],\"delay\":\"2h\"}";
    assertThat(server.post(JOBS + "/reschedule", both).json().at("/changed").asInt()).isZero();
  }

  @Test
  void aFilterThatIsNullIsRefused() {
    hourly(1);

    TestResponse got = server.post(JOBS + "/reschedule", "{\"tag\":null,\"delay\":\"2h\"}");

    assertThat(got.status()).isEqualTo(400);
    assertThat(got.at("/field")).isEqualTo("tag");
    assertThat(got.at("/detail")).startsWith("tag is missing");
  }

  @Test
  void aStateAloneIsNoFilter() {
    hourly(1);

    assertThat(server.delete(JOBS + "?state=DELAYED").status()).isEqualTo(400);
    assertThat(server.delete(JOBS + "?state=DELAYED&dryRun=true").status()).isEqualTo(200);
    assertThat(ids(server.get(JOBS))).isNotEmpty();
  }

  @Test
  void manyAreCancelledByIdAnsweredIdById() {
    hourly(2);

    TestResponse got = server.post(JOBS + "/cancel", "{\"ids\":[\"j1\",\"none\",\"j2\",\"j1\"]}");

    assertThat(outcomes(got.json().at("/results")))
        .isEqualTo("CANCELLED UNKNOWN CANCELLED UNKNOWN");
    assertThat(got.json().at("/results/1/id").asString()).isEqualTo("none");
  }

  @Test
  void anIdThatCannotBeOneIsRefusedByItself() {
    hourly(2);

    TestResponse cancelled = server.post(JOBS + "/cancel", "{\"ids\":[\"j1\",\"\",\"none\"]}");
    TestResponse moved =
        server.post(JOBS + "/reschedule", "{\"ids\":[\"\",\"j2\"],\"delay\":\"5m\"}");

    assertThat(outcomes(cancelled.json().at("/results"))).isEqualTo("CANCELLED REFUSED UNKNOWN");
    assertThat(cancelled.json().at("/results/1/error/field").asString()).isEqualTo("id");
    assertThat(outcomes(moved.json().at("/results"))).isEqualTo("REFUSED RESCHEDULED");
  }

  @Test
  void manyAreRescheduledByIdOrByFilter() {
    hourly(3);

    TestResponse byId =
        server.post(
            JOBS + "/reschedule",
            "{\"ids\":[\"j1\",\"none\"],\"delay\":\"5m\",\"only\":\"EARLIER\"}");
    TestResponse byFilter =
        server.post(
            JOBS + "/reschedule",
            "{\"from\":\"2026-11-20T09:00:00Z\",\"dueAt\":\"2026-11-21T00:00:00Z\"}");

    assertThat(outcomes(byId.json().at("/results"))).isEqualTo("RESCHEDULED UNKNOWN");
    assertThat(byId.json().at("/results/0/dueAt").asString()).isEqualTo("2026-11-20T07:05:00.000Z");
    assertThat(byFilter.json().at("/changed").asInt()).isEqualTo(2);
    assertThat(server.get(JOBS + "/j3").at("/dueAt")).isEqualTo("2026-11-21T00:00:00.000Z");
  }

  @Test
  void aRescheduleWithoutIdsOrFilterIsRefused() {
    assertThat(server.post(JOBS + "/reschedule", "{\"delay\":\"5m\"}").status()).isEqualTo(400);
    assertThat(server.post(JOBS + "/reschedule", "{\"ids\":[\"a\"]}").status()).isEqualTo(400);
  }

  private void hourly(int count) {
    String jobs =
        IntStream.rangeClosed(1, count)
            .mapToObj(i -> "{\"id\":\"j%d\",\"delay\":\"%dh\"}".formatted(i, i))
            .collect(Collectors.joining(",", "[", "]"));
    assertThat(server.post(JOBS, jobs).status()).isEqualTo(200);
  }

  private static String ids(TestResponse got) {
    return joined(got.json().at("/jobs"), "id");
  }

  private static String outcomes(JsonNode results) {
    return joined(results, "outcome");
  }

  private static String joined(JsonNode elements, String name) {
    return elements
        .valueStream()
        .map(element -> element.path(name).asString())
        .collect(Collectors.joining(" "));
  }

  @Test
  void aKeyThatSaysNothingIsRefused() {
    TestResponse answer =
        server.send(
            "POST",
            "/v1/queues/orders/jobs",
            HttpRequest.BodyPublishers.ofString("{\"payload\":1}"),
            "Content-Type",
            "application/json",
            "Idempotency-Key",
            " ");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.at("/field")).isEqualTo("Idempotency-Key");
  }
}
