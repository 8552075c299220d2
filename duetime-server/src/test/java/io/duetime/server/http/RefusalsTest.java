package io.duetime.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a call, told in the same form everywhere. */
class RefusalsTest {
  private static final String JOBS = "/v1/queues/orders/jobs";

  @RegisterExtension private final TestServer server = new TestServer();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          PUT    | /v1/queues/orders/jobs/a?dealy=1s                     | query parameter | dealy
          PUT    | /v1/queues/orders/jobs/a?delay=1x                     | delay           | 1x
          PUT    | /v1/queues/orders/jobs/a?delay=-1s                    | delay           | -1s
          PUT    | /v1/queues/orders/jobs/a?delay=1s&delay=2s            | delay           | ["1s","2s"]
          PUT    | /v1/queues/orders/jobs/a?delay=40000d                 | delay           | 40000d
          PUT    | /v1/queues/orders/jobs/a?delay=1s&dueAt=0             | dueAt           | 1970-01-01T00:00:00Z
          PUT    | /v1/queues/orders/jobs/a?dueAt=yesterday              | dueAt           | yesterday
          PUT    | /v1/queues/orders/jobs/a?dueAt=-1                     | dueAt           | -1
          PUT    | /v1/queues/orders/jobs/a?dueAt=2300-01-01T00:00:00Z   | dueAt           | 2300-01-01T00:00:00Z
          PUT    | /v1/queues/orders/jobs/a?priority=high                | priority        | high
          PUT    | /v1/queues/orders/jobs/a?priority=4294967296          | priority        | 4294967296
          PUT    | /v1/queues/orders/jobs/a?onConflict=maybe             | onConflict      | maybe
          PUT    | /v1/queues/orders/jobs/a?onConflict=DEBOUNCE          | maxWait         | missing
          PUT    | /v1/queues/orders/jobs/a?maxWait=1h                   | maxWait         | 1h
          PUT    | /v1/queues/orders/jobs/a?maxAttempts=0                | maxAttempts     | 0
          PUT    | /v1/queues/orders/jobs/a?backoff=1s..                 | backoff         | 1s..
          PUT    | /v1/queues/orders/jobs/a?onExpiry=DROP                | onExpiry        | DROP
          PUT    | /v1/queues/orders/jobs/a?backoff=366d                 | backoff         | 366d
          PUT    | /v1/queues/orders/jobs/a?backoff=1s..366d             | backoff         | 1s..366d
          PUT    | /v1/queues/orders/jobs/a?maxAttempts=2&backoff=1s,2s  | backoff         | 2 delays
          PUT    | /v1/queues/orders/jobs/a?spread=0s                    | spread          | 0s
          PUT    | /v1/queues/orders/jobs/a?spread=4233600001ms          | spread          | 4233600001ms
          PUT    | /v1/queues/orders/jobs/a?durability=sure              | durability      | sure
          PUT    | /v1/queues/orders/jobs/a?durability=replicas:101      | replicas        | 101
          PUT    | /v1/queues/or%20ders/jobs/a                           | queue           | or ders
          PUT    | /v1/queues/-orders/jobs/a                             | queue           | -orders
          PUT    | /v1/queues/orders/jobs/a%0A                           | id              | a?
          PUT    | /v1/queues/orders/jobs/%C3                            | path            | %C3
          GET    | /v1/queues/orders/jobs?limit=0                        | limit           | 0
          GET    | /v1/queues/orders/jobs?limit=1001                     | limit           | 1001
          GET    | /v1/queues/orders/jobs?state=SLEEPING                 | state           | SLEEPING
          GET    | /v1/queues/orders/jobs?from=2&to=1                    | from            | 2
          GET    | /v1/queues/orders/jobs/a?payloadAs=hex                | payloadAs       | hex
          GET    | /v1/queues/orders/dead?groupBy=colour                 | groupBy         | colour
          GET    | /v1/queues/orders/timeline?buckets=1001               | buckets         | 1001
          DELETE | /v1/queues/orders/jobs?reason=BORED&state=DEAD        | reason          | BORED
          """)
  void aQueryIsRefusedWithItsFieldAndValue(String method, String path, String field, String value) {
    TestResponse got = server.send(method, path, BodyPublishers.noBody());

    assertThat(got.status()).isEqualTo(400);
    assertThat(got.contentType()).isEqualTo("application/problem+json");
    assertThat(got.at("/code")).isEqualTo("INVALID");
    assertThat(got.at("/type")).isEqualTo("urn:duetime:error:INVALID");
    assertThat(got.at("/status")).isEqualTo("400");
    assertThat(got.at("/field")).isEqualTo(field);
    assertThat(got.at("/value")).isEqualTo(value);
    assertThat(got.at("/allowed")).isNotEmpty();
    assertThat(got.at("/detail")).contains(field, got.at("/allowed"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /v1/queues/orders/jobs            | {                                        | body
          /v1/queues/orders/jobs            | 7                                        | body
          /v1/queues/orders/jobs            | {"id":"a"} x                             | body
          /v1/queues/orders/jobs            | {"id":"a","id":"b"}                      | body
          /v1/queues/orders/jobs            | {"payload":1,"payload":2}                | body
          /v1/queues/orders/jobs            | [{"id":"a"}                              | body
          /v1/queues/orders/jobs            | {"id":5}                                 | id
          /v1/queues/orders/jobs            | {"id":""}                                | id
          /v1/queues/orders/jobs            | {"id":"a","colour":"red"}                | field
          /v1/queues/orders/jobs            | {"id":"a","delay":30}                    | delay
          /v1/queues/orders/jobs            | {"id":"a","dueAt":1.5}                   | dueAt
          /v1/queues/orders/jobs            | {"id":"a","priority":"5"}                | priority
          /v1/queues/orders/jobs            | {"id":"a","priority":1e30}               | priority
          /v1/queues/orders/jobs            | {"id":"a","tags":{"x":1}}                | tags
          /v1/queues/orders/jobs            | {"id":"a","tags":[1]}                    | tags
          /v1/queues/orders/jobs            | {"id":"a","headers":["x"]}               | headers
          /v1/queues/orders/jobs            | {"id":"a","headers":{"x":1}}             | headers.x
          /v1/queues/orders/jobs            | {"id":"a","payloadBase64":"*"}           | payloadBase64
          /v1/queues/orders/jobs            | {"payloadBase64":"","payload":1}         | payloadBase64
          /v1/queues/orders/jobs            | {"id":"a","payload":"\\ud800"}           | payload
          /v1/queues/orders/jobs/cancel     | {}                                       | ids
          /v1/queues/orders/jobs/cancel     | {"ids":["a"],"payload":1}                | field
          /v1/queues/orders/jobs/reschedule | {"ids":["a"]}                            | delay
          /v1/queues/orders/claim           | {"max":0}                                | max
          /v1/queues/orders/claim           | {"max":10001}                            | max
          /v1/queues/orders/claim           | {"lease":"0s"}                           | lease
          /v1/queues/orders/claim           | {"lease":"366d"}                         | lease
          /v1/queues/orders/claim           | {"wait":"6m"}                            | wait
          /v1/queues/orders/claim           | {"maks":1}                               | field
          /v1/queues/orders/extend          | {"leases":["x"],"extendBy":"0s"}         | extendBy
          /v1/queues/orders/redrive         | {"spread":"1s","perSecond":1,"all":true} | perSecond
          """)
  void aBodyIsRefusedWithItsField(String path, String body, String field) {
    TestResponse got = server.post(path, body);

    assertThat(got.status()).isEqualTo(400);
    assertThat(got.at("/code")).isEqualTo("INVALID");
    assertThat(got.at("/field")).isEqualTo(field);
  }

  @Test
  void everyProblemHasTheIdOfItsRequest() {
    server.put(JOBS + "/a?delay=1h", "x");

    assertThat(problem("PUT", JOBS + "/b?delay=36526d", "x")).isEqualTo("INVALID one");
    assertThat(problem("PUT", JOBS + "/a?onConflict=REJECT", "x")).isEqualTo("REJECTED one");
    assertThat(problem("PATCH", "/v1/queues/orders", "{\"version\":7,\"maxRunning\":1}"))
        .isEqualTo("CHANGED_MEANWHILE one");
    assertThat(problem("GET", "/v1/nowhere", "")).isEqualTo("NOT_FOUND one");
  }

  private String problem(String method, String path, String body) {
    TestResponse got =
        server.send(
            method,
            path,
            BodyPublishers.ofString(body),
            "Content-Type",
            "application/json",
            "X-Request-Id",
            "one");
    return got.at("/code") + " " + got.at("/requestId");
  }

  @Test
  void aPathThatLeadsNowhereIs404() {
    TestResponse got = server.get("/v1/queue/orders");

    assertThat(got.status()).isEqualTo(404);
    assertThat(got.at("/code")).isEqualTo("NOT_FOUND");
    assertThat(server.get("/v1/queues/").status()).isEqualTo(404);
    assertThat(server.get("/index.html").status()).isEqualTo(404);
  }

  @Test
  void aMethodThatAPathDoesNotHaveIs405AndNamesThoseItHas() {
    TestResponse got = server.send("POST", JOBS + "/a", BodyPublishers.noBody());

    assertThat(got.status()).isEqualTo(405);
    assertThat(got.at("/code")).isEqualTo("METHOD_NOT_ALLOWED");
    assertThat(got.response().headers().firstValue("Allow")).hasValue("DELETE, GET, PATCH, PUT");
    assertThat(server.send("PUT", "/v1/queues/orders", BodyPublishers.noBody()).status())
        .isEqualTo(405);
  }

  @Test
  void onlyJsonIsTakenForJson() {
    TestResponse form =
        server.send(
            "POST",
            "/v1/queues/orders/claim",
            BodyPublishers.ofString("{}"),
            "Content-Type",
            "application/x-www-form-urlencoded");
    TestResponse unnamed = server.send("POST", JOBS, BodyPublishers.ofString("{}"));

    assertThat(form.status()).isEqualTo(415);
    assertThat(form.at("/code")).isEqualTo("UNSUPPORTED_MEDIA_TYPE");
    assertThat(unnamed.status()).isEqualTo(415);
    assertThat(unnamed.at("/allowed")).isEqualTo("application/json, application/x-ndjson");
    assertThat(
            server
                .send(
                    "POST",
                    JOBS,
                    BodyPublishers.ofString("{}"),
                    "Content-Type",
                    "Application/JSON; charset=utf-8")
                .status())
        .isEqualTo(201);
  }

  @Test
  void aPayloadThatIsTooLargeIs413() {
    TestResponse put = server.put(JOBS + "/a", "x".repeat((1 << 20) + 1));
    TestResponse json =
        server.post(JOBS, "{\"id\":\"a\",\"payload\":\"" + "x".repeat((1 << 20) + 1) + "\"}");
    TestResponse largest = server.put(JOBS + "/a", "x".repeat(1 << 20));

    assertThat(put.status()).isEqualTo(413);
    assertThat(put.at("/code")).isEqualTo("TOO_LARGE");
    assertThat(json.status()).isEqualTo(400);
    assertThat(json.at("/field")).isEqualTo("payload");
    assertThat(largest.status()).isEqualTo(201);
  }

  @Test
  void deepNestingIsRefusedNotFollowed() {
    TestResponse got = server.post(JOBS, "{\"id\":\"a\",\"payload\":" + "[".repeat(100_000) + "}");

    assertThat(got.status()).isEqualTo(400);
    assertThat(got.at("/field")).isEqualTo("body");
  }

  @Test
  void aStoreThatIsAwayIs503() {
    server.engine().close();

    TestResponse got = server.put(JOBS + "/a", "x");

    assertThat(got.status()).isEqualTo(503);
    assertThat(got.at("/code")).isEqualTo("STORE_UNAVAILABLE");
    assertThat(got.response().headers().firstValue("Retry-After")).hasValue("1");
  }

  @Test
  void aQuotaThatIsUsedUpIs429() {
    server.patch("/v1/queues/orders", "{\"quota\":{\"maxWaiting\":1}}");
    server.put(JOBS + "/a?delay=1h", "x");

    TestResponse got = server.put(JOBS + "/b?delay=1h", "x");

    assertThat(got.status()).isEqualTo(429);
    assertThat(got.at("/code")).isEqualTo("QUOTA_EXCEEDED");
    assertThat(got.at("/id")).isEqualTo("b");
  }

  @Test
  void tooManyOrTooLongHeadersAndTagsAreRefused() {
    String[] headers = new String[66];
    for (int i = 0; i < headers.length; i += 2) {
      headers[i] = "Duetime-Header-" + i;
      headers[i + 1] = "v";
    }
    String tags = "?tag=1&tag=2&tag=3&tag=4&tag=5&tag=6&tag=7&tag=8&tag=9&tag=10&tag=11&tag=12";

    assertThat(server.put(JOBS + "/a", "x", headers).at("/field")).isEqualTo("headers");
    assertThat(
            server
                .put(JOBS + "/a" + tags + "&tag=13&tag=14&tag=15&tag=16&tag=17", "x")
                .at("/field"))
        .isEqualTo("tags");
    assertThat(server.put(JOBS + "/a?tag=" + "x".repeat(256), "x").at("/field")).isEqualTo("tag");
  }
}
