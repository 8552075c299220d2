package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.JobView;
import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class JobRoutesTest {
  private static final String ORDER = "/v1/queues/orders/jobs/order-42";

  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void aNewJobIsAnsweredWith201AndWhatBecameOfIt() {
    TestResponse got =
        server.put(ORDER + "?delay=30m", "{\"order\":42}", "Content-Type", "application/json");

    assertThat(got.status()).isEqualTo(201);
    assertThat(got.contentType()).isEqualTo("application/json");
    assertThat(got.body())
        .isEqualTo(
            "{\"id\":\"order-42\",\"outcome\":\"CREATED\",\"dueAt\":\"2026-11-20T07:30:00.000Z\","
                + "\"durability\":{\"fsynced\":false,\"replicas\":0}}");
  }

  @Test
  void aJobReadsBackAsItWasPut() {
    server.put(
        ORDER + "?delay=30m&priority=7&tag=eu&tag=card&maxAttempts=3",
        "{\"order\": 42}",
        "Content-Type",
        "application/json",
        "Duetime-Header-Trace",
        "abc");

    assertThat(server.get(ORDER).body())
        .isEqualTo(
            "{\"queue\":\"orders\",\"id\":\"order-42\",\"state\":\"DELAYED\","
                + "\"payload\":{\"order\": 42},\"contentType\":\"application/json\","
                + "\"headers\":{\"trace\":\"abc\"},\"dueAt\":\"2026-11-20T07:30:00.000Z\","
                + "\"firstDueAt\":\"2026-11-20T07:30:00.000Z\","
                + "\"scheduledAt\":\"2026-11-20T07:00:00.000Z\",\"priority\":7,"
                + "\"tags\":[\"card\",\"eu\"],"
                + "\"attempt\":0,\"maxAttempts\":3,\"fence\":0,\"history\":[]}");
  }

  @Test
  void textReadsBackAsAStringAndBytesAsBase64() {
    server.put("/v1/queues/q/jobs/text", "grüße\n\"you\"", "Content-Type", "text/plain");
    server.put("/v1/queues/q/jobs/bytes", "raw", "Content-Type", "image/png");
    server.put("/v1/queues/q/jobs/unnamed", "raw");
    server.put("/v1/queues/q/jobs/broken", "{\"half\":", "Content-Type", "application/json");

    assertThat(server.get("/v1/queues/q/jobs/text").at("/payload")).isEqualTo("grüße\n\"you\"");
    assertThat(server.get("/v1/queues/q/jobs/bytes").at("/payloadBase64")).isEqualTo("cmF3");
    assertThat(server.get("/v1/queues/q/jobs/unnamed").at("/payloadBase64")).isEqualTo("cmF3");
    assertThat(server.get("/v1/queues/q/jobs/broken").at("/payloadBase64"))
        .isEqualTo("eyJoYWxmIjo=");
  }

  @Test
  void payloadAsBase64GivesEveryByteBackExactly() {
    server.put(ORDER, " {\"a\":1}\n", "Content-Type", "application/json");

    assertThat(server.get(ORDER).body()).contains("\"payload\": {\"a\":1}\n,");
    assertThat(server.get(ORDER + "?payloadAs=base64").at("/payloadBase64"))
        .isEqualTo("IHsiYSI6MX0K");
  }

  @Test
  void thePayloadIsKeptByteForByteWhateverItIs() {
    byte[] every = new byte[256];
    for (int i = 0; i < every.length; i++) {
      every[i] = (byte) i;
    }

    server.send("PUT", ORDER, BodyPublishers.ofByteArray(every));
    server.send("PUT", "/v1/queues/orders/jobs/none", BodyPublishers.noBody());

    assertThat(find("order-42").body().payload()).isEqualTo(every);
    assertThat(find("none").body().payload()).isEmpty();
  }

  @Test
  void anIdOfAnyCharactersIsOneSegment() {
    String id = "a/b?c=%&ü..";
    String path = "/v1/queues/orders/jobs/a%2Fb%3Fc%3D%25%26%C3%BC..";

    assertThat(server.put(path, "x").status()).isEqualTo(201);

    assertThat(server.get(path).at("/id")).isEqualTo(id);
    assertThat(find(id).id()).isEqualTo(id);
    assertThat(server.put("/v1/queues/orders/jobs/..", "x").at("/id")).isEqualTo("..");
  }

  @Test
  void aQueueNameWithSlashesIsEncoded() {
    assertThat(server.put("/v1/queues/team%2Fmail/jobs/1", "x").status()).isEqualTo(201);
    assertThat(server.get("/v1/queues/team%2Fmail/jobs/1").at("/queue")).isEqualTo("team/mail");
  }

  @Test
  void schedulingAgainKeepsUnlessAskedOtherwise() {
    server.put(ORDER + "?delay=30m", "1");

    TestResponse kept = server.put(ORDER + "?delay=10m", "2");
    TestResponse replaced = server.put(ORDER + "?delay=10m&onConflict=replace", "2");
    TestResponse rejected = server.put(ORDER + "?delay=5m&onConflict=REJECT", "3");

    assertThat(kept.status()).isEqualTo(200);
    assertThat(kept.at("/outcome")).isEqualTo("KEPT");
    assertThat(kept.at("/dueAt")).isEqualTo("2026-11-20T07:30:00.000Z");
    assertThat(replaced.status()).isEqualTo(200);
    assertThat(replaced.at("/outcome")).isEqualTo("REPLACED");
    assertThat(rejected.status()).isEqualTo(409);
    assertThat(rejected.contentType()).isEqualTo("application/problem+json");
    assertThat(rejected.at("/code")).isEqualTo("REJECTED");
    assertThat(rejected.at("/outcome")).isEqualTo("REJECTED");
    assertThat(rejected.at("/dueAt")).isEqualTo("2026-11-20T07:10:00.000Z");
  }

  @Test
  void whatCurlCallsAFormIsText() {
    server.put(ORDER, "{\"n\":1}", "Content-Type", "application/x-www-form-urlencoded");

    assertThat(server.get(ORDER).body())
        .contains("\"payload\":\"{\\\"n\\\":1}\",\"contentType\":\"text/plain\"");
  }

  @Test
  void aRepeatedRequestWithItsKeyGetsItsFirstAnswer() {
    String path = ORDER + "?delay=30m&onConflict=REPLACE";
    server.put(path, "1", "Idempotency-Key", "k1");
    server.advance(1000);

    TestResponse again = server.put(path, "1", "Idempotency-Key", "k1");
    TestResponse other = server.put(path, "1", "Idempotency-Key", "k2");

    assertThat(again.at("/outcome")).isEqualTo("CREATED");
    assertThat(again.at("/dueAt")).isEqualTo("2026-11-20T07:30:00.000Z");
    assertThat(other.at("/outcome")).isEqualTo("REPLACED");
    assertThat(other.at("/dueAt")).isEqualTo("2026-11-20T07:30:01.000Z");
  }

  @Test
  void debounceTakesItsLongestWait() {
    server.put(ORDER + "?delay=2h&onConflict=DEBOUNCE&maxWait=3h", "1");
    server.advance(90 * 60_000);

    TestResponse put = server.put(ORDER + "?delay=2h&onConflict=DEBOUNCE&maxWait=3h", "2");

    assertThat(put.at("/dueAt")).isEqualTo("2026-11-20T10:00:00.000Z");
  }

  @Test
  void aJobIsRescheduledOnACondition() {
    server.put(ORDER + "?delay=30m", "1");

    TestResponse later = server.patch(ORDER, "{\"delay\":\"45m\",\"only\":\"EARLIER\"}");
    TestResponse earlier = server.patch(ORDER, "{\"delay\":\"15m\",\"only\":\"EARLIER\"}");
    TestResponse unless =
        server.patch(
            ORDER, "{\"dueAt\":\"2026-11-20T08:00:00Z\",\"ifDueAt\":\"2026-11-20T07:15:00Z\"}");

    assertThat(later.at("/outcome")).isEqualTo("NOT_MET");
    assertThat(later.at("/dueAt")).isEqualTo("2026-11-20T07:30:00.000Z");
    assertThat(earlier.at("/outcome")).isEqualTo("RESCHEDULED");
    assertThat(earlier.at("/dueAt")).isEqualTo("2026-11-20T07:15:00.000Z");
    assertThat(unless.at("/outcome")).isEqualTo("RESCHEDULED");
    assertThat(server.patch("/v1/queues/orders/jobs/none", "{\"delay\":\"1s\"}").body())
        .isEqualTo("{\"id\":\"none\",\"outcome\":\"UNKNOWN\"}");
  }

  @Test
  void cancellingAnswersWhatBecameOfTheJob() {
    server.put(ORDER + "?delay=30m", "1");

    assertThat(server.delete(ORDER).body())
        .isEqualTo(
            "{\"id\":\"order-42\",\"outcome\":\"CANCELLED\","
                + "\"durability\":{\"fsynced\":false,\"replicas\":0}}");
    assertThat(server.delete(ORDER).body())
        .isEqualTo("{\"id\":\"order-42\",\"outcome\":\"UNKNOWN\"}");
    assertThat(server.get(ORDER).status()).isEqualTo(404);
    assertThat(server.get(ORDER).at("/code")).isEqualTo("NOT_FOUND");
  }

  @Test
  void explainSaysWhyAJobIsNotRunning() {
    server.put(ORDER + "?delay=30m", "1");

    assertThat(server.get(ORDER + "/explain").body())
        .isEqualTo(
            "{\"why\":\"DUE_LATER\",\"attempt\":0,\"dueAt\":\"2026-11-20T07:30:00.000Z\","
                + "\"maxAttempts\":20,\"retriesFor\":\"8h 8m\"}");
    assertThat(server.get("/v1/queues/orders/jobs/none/explain").body())
        .isEqualTo("{\"why\":\"UNKNOWN\"}");
  }

  @Test
  void explainGivesNumbersAndFlagsAsSuch() {
    server.put(ORDER + "?maxAttempts=unlimited", "1");
    server.post("/v1/queues/orders/claim", "{}");

    assertThat(server.get(ORDER + "/explain").body())
        .startsWith("{\"why\":\"LEASED\",\"attempt\":1,\"cancelRequested\":false,")
        .contains("\"maxAttempts\":null");
  }

  @Test
  void dueTimesAreReadInEveryForm() {
    assertThat(due("delay=500ms")).isEqualTo("2026-11-20T07:00:00.500Z");
    assertThat(due("delay=7d")).isEqualTo("2026-11-27T07:00:00.000Z");
    assertThat(due("delay=PT1H30M")).isEqualTo("2026-11-20T08:30:00.000Z");
    assertThat(due("dueAt=1795158000000")).isEqualTo("2026-11-20T07:00:00.000Z");
    assertThat(due("dueAt=2026-11-20T09:00:00%2B01:00")).isEqualTo("2026-11-20T08:00:00.000Z");
    assertThat(due("dueAt=2026-11-20T09:00:00.0001Z")).isEqualTo("2026-11-20T09:00:00.001Z");
    assertThat(due("")).isEqualTo("2026-11-20T07:00:00.000Z");
  }

  @Test
  void aSpreadPutsTheDueTimeOffWithinItsWindowTheSameEachTime() {
    String once = due("dueAt=2026-11-20T09:00:00Z&spread=1h");

    assertThat(once).isBetween("2026-11-20T09:00:00.000Z", "2026-11-20T09:59:59.999Z");
    assertThat(due("dueAt=2026-11-20T09:00:00Z&spread=1h")).isEqualTo(once);
  }

  @Test
  void anExpiredJobIsBuriedOrDropped() {
    server.put("/v1/queues/q/jobs/bury?expiresAfter=1m", "");
    server.put("/v1/queues/q/jobs/drop?expiresAfter=1m&onExpiry=DROP", "");
    server.advance(60_000);
    server.post("/v1/queues/q/claim", "{\"max\":10}");

    assertThat(server.get("/v1/queues/q/jobs/bury").at("/reason")).isEqualTo("EXPIRED");
    assertThat(server.get("/v1/queues/q/jobs/drop").status()).isEqualTo(404);
  }

  private String due(String query) {
    server.delete(ORDER);
    return server.put(ORDER + "?" + query, "x").at("/dueAt");
  }

  private JobView find(String id) {
    return server.engine().find("orders", id).toCompletableFuture().join().orElseThrow();
  }

  @Test
  void headAnswersAsGetDoesWithoutTheBody() {
    server.put(ORDER, new String(new byte[] {'x'}, StandardCharsets.US_ASCII));

    TestResponse head = server.send("HEAD", ORDER, BodyPublishers.noBody());

    assertThat(head.status()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
  }
}
