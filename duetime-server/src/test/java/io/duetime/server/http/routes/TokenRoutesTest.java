package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Making, changing, rotating and revoking tokens, and what holds from then on. */
class TokenRoutesTest {
  private static final String FIRST = "{\"name\":\"root\",\"grants\":[{\"roles\":[\"admin\"]}]}";

  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void fromTheFirstTokenOnEveryCallNeedsOne() {
    assertThat(server.get("/v1/queues").status()).isEqualTo(200);

    TestResponse made = server.post("/v1/tokens", FIRST);

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.at("/token")).startsWith("duetime_").hasSize(51);
    assertThat(made.at("/createdAt")).isEqualTo("2026-11-20T07:00:00.000Z");
    TestResponse refused = server.get("/v1/queues");
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.response().headers().firstValue("WWW-Authenticate"))
        .hasValue("Bearer realm=\"duetime\"");
    assertThat(server.as(made.at("/token"), "GET", "/v1/queues", "").status()).isEqualTo(200);
    assertThat(server.as("duetime_wrong", "GET", "/v1/queues", "").at("/code"))
        .isEqualTo("TOKEN_INVALID");
    assertThat(server.get("/health/live").status()).isEqualTo(200);
  }

  @Test
  void theFirstTokenMustBeAbleToMakeOthers() {
    TestResponse refused =
        server.post(
            "/v1/tokens",
            "{\"name\":\"app\",\"grants\":[{\"roles\":[\"admin\"],\"queues\":[\"orders\"]}]}");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.at("/field")).isEqualTo("grants");
    assertThat(server.get("/v1/queues").status()).isEqualTo(200);
  }

  @Test
  void noAnswerAndNoDocumentHasTheSecretOrItsHash() {
    String root = server.post("/v1/tokens", FIRST).at("/token");

    String list = server.as(root, "GET", "/v1/tokens", "").body();
    String stored =
        new String(
            server
                .engine()
                .document("tokens", "root")
                .toCompletableFuture()
                .join()
                .orElseThrow()
                .content(),
            java.nio.charset.StandardCharsets.UTF_8);

    assertThat(list).contains("\"root\"").doesNotContain("hash", root);
    assertThat(stored).contains("hash").doesNotContain(root);
  }

  @Test
  void theLastUseOfATokenIsKnownToAQuarterOfAnHour() {
    String root = server.post("/v1/tokens", FIRST).at("/token");
    String app = "{\"name\":\"app\",\"grants\":[{\"roles\":[\"read\"]}]}";
    String secret = server.as(root, "POST", "/v1/tokens", app).at("/token");
    assertThat(server.as(root, "GET", "/v1/tokens/app", "").body()).contains("\"lastUsedAt\":null");

    usesAndLooks(secret);
    awaitLastUse(root, "2026-11-20T07:00:00.000Z");
    server.advance(Duration.ofMinutes(14).toMillis());
    usesAndLooks(secret);
    assertThat(server.as(root, "GET", "/v1/tokens/app", "").at("/lastUsedAt"))
        .isEqualTo("2026-11-20T07:00:00.000Z");
    server.advance(Duration.ofMinutes(1).toMillis());
    usesAndLooks(secret);
    awaitLastUse(root, "2026-11-20T07:15:00.000Z");
    assertThat(server.as(root, "GET", "/v1/tokens", "").body())
        .contains("\"lastUsedAt\":\"2026-11-20T07:15:00.000Z\"");

    server.as(root, "DELETE", "/v1/tokens/app", "");
    assertThat(server.engine().document("tokenuses", "app").toCompletableFuture().join()).isEmpty();
  }

  private void usesAndLooks(String secret) {
    assertThat(server.as(secret, "GET", "/v1/queues", "").status()).isEqualTo(200);
    server.tokens().look().toCompletableFuture().join();
  }

  private void awaitLastUse(String root, String at) {
    while (!server.as(root, "GET", "/v1/tokens/app", "").at("/lastUsedAt").equals(at)) {
      Thread.onSpinWait();
    }
  }

  @Test
  void everyJobOfACallCountsForTheRateOfJobs() {
    String root = server.post("/v1/tokens", FIRST).at("/token");
    server.as(root, "PATCH", "/v1/tokens/root", "{\"jobsPerSecond\":2}");
    String jobs = "/v1/queues/q/jobs";

    assertThat(server.as(root, "POST", jobs, "[{\"payload\":1},{\"payload\":2}]").status())
        .isEqualTo(200);
    for (TestResponse refused :
        List.of(
            server.as(root, "POST", jobs, "[{\"payload\":1}]"),
            server.as(root, "POST", jobs, "{\"payload\":1}"),
            server.as(root, "PUT", jobs + "/a", "x"),
            server.as(
                root, "PUT", "/v1/queues/q/recurring/r", "{\"every\":\"1h\",\"payload\":1}"))) {
      assertThat(refused.status()).as(refused.body()).isEqualTo(429);
      assertThat(refused.at("/code")).isEqualTo("TOO_MANY_REQUESTS");
    }
    assertThat(server.as(root, "GET", "/v1/queues/q", "").at("/counts/ready")).isEqualTo("2");

    server.advance(1_000);

    assertThat(
            server
                .as(root, "POST", jobs, "[{\"payload\":1},{\"payload\":2},{\"payload\":3}]")
                .status())
        .isEqualTo(200);
    server.advance(900);
    assertThat(server.as(root, "POST", jobs, "{\"payload\":1}").status()).isEqualTo(429);
    server.advance(200);
    assertThat(server.as(root, "POST", jobs, "{\"payload\":1}").status()).isEqualTo(201);
    assertThat(server.as(root, "GET", "/v1/tokens/root", "").at("/jobsPerSecond")).isEqualTo("2");
  }

  @Test
  void aStreamWaitsForTheRateOfJobs() {
    String root = server.post("/v1/tokens", FIRST).at("/token");
    server.as(root, "PATCH", "/v1/tokens/root", "{\"jobsPerSecond\":2}");
    assertThat(lines(root, 2).join().lines()).hasSize(2).allMatch(line -> line.contains("CREATED"));
    assertThat(server.as(root, "POST", "/v1/queues/q/jobs", "{\"payload\":1}").status())
        .isEqualTo(429);

    CompletableFuture<String> waiting = lines(root, 2);
    server.advance(1_000);

    assertThat(waiting.join().lines()).hasSize(2).allMatch(line -> line.contains("CREATED"));
  }

  private CompletableFuture<String> lines(String token, int count) {
    return HttpClient.newHttpClient()
        .sendAsync(
            HttpRequest.newBuilder(
                    URI.create(
                        "http://127.0.0.1:%d/v1/queues/q/jobs"
                            .formatted(server.address().getPort())))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofString("{\"payload\":1}\n".repeat(count)))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .thenApply(HttpResponse::body);
  }

  @Test
  void aSecretIsNoNameAndIsNotShown() {
    String root = server.post("/v1/tokens", FIRST).at("/token");

    for (TestResponse refused :
        List.of(
            server.as(root, "POST", "/v1/tokens", FIRST.replace("root", root)),
            server.as(root, "PATCH", "/v1/tokens/" + root, "{}"),
            server.as(
                root,
                "PUT",
                "/v1/targets/" + root,
                "{\"type\":\"webhook\",\"url\":\"https://shop.example/\"}"))) {
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.at("/field")).isEqualTo("name");
      assertThat(refused.body()).doesNotContain(root);
    }
  }

  @Test
  void aTakenNameIs409() {
    String root = server.post("/v1/tokens", FIRST).at("/token");

    TestResponse again = server.as(root, "POST", "/v1/tokens", FIRST);

    assertThat(again.status()).isEqualTo(409);
    assertThat(again.at("/code")).isEqualTo("EXISTS");
  }

  @Test
  void aRevokedTokenIsRefusedAndRevokingTwiceIsSafe() {
    String root = server.post("/v1/tokens", FIRST).at("/token");
    String app = server.token("app", "read");

    assertThat(server.as(root, "DELETE", "/v1/tokens/app", "").at("/revoked")).isEqualTo("true");
    assertThat(server.as(root, "DELETE", "/v1/tokens/app", "").at("/revoked")).isEqualTo("false");
    assertThat(server.as(app, "GET", "/v1/queues", "").status()).isEqualTo(401);
  }

  @Test
  void revokingATokenThatThereNeverWasLeavesCallsWithoutOne() {
    assertThat(server.delete("/v1/tokens/nothing").body()).isEqualTo("{\"revoked\":false}");

    assertThat(server.get("/v1/queues").status()).isEqualTo(200);
  }

  @Test
  void afterTheLastTokenIsRevokedCallsStillNeedOne() {
    String root = server.post("/v1/tokens", FIRST).at("/token");

    assertThat(server.as(root, "DELETE", "/v1/tokens/root", "").status()).isEqualTo(200);

    assertThat(server.get("/v1/queues").status()).isEqualTo(401);
  }

  @Test
  void aTokenExpiresByTheClockOfTheStore() {
    String root = server.token("root", "admin");
    String app = server.token("app", "read");
    TestResponse changed = server.as(root, "PATCH", "/v1/tokens/app", "{\"expiresAfter\":\"1h\"}");

    assertThat(changed.at("/expiresAt")).isEqualTo("2026-11-20T08:00:00.000Z");
    assertThat(server.as(app, "GET", "/v1/queues", "").status()).isEqualTo(200);
    server.advance(3_600_000);
    server.tokens().look().toCompletableFuture().join();
    assertThat(server.as(app, "GET", "/v1/queues", "").status()).isEqualTo(401);
    // The client's connection is closed, as the expired token has used it; a GET is sent again.
    assertThat(server.as(root, "GET", "/v1/tokens/app", "").status()).isEqualTo(200);
    assertThat(server.as(root, "PATCH", "/v1/tokens/app", "{\"expiresAt\":null}").at("/expiresAt"))
        .isEqualTo("(nothing)");
    assertThat(server.as(app, "GET", "/v1/queues", "").status()).isEqualTo(200);
  }

  @Test
  void aRotatedTokenHasANewSecretAndTheOldOneForTheOverlap() {
    String root = server.token("root", "admin");
    String old = server.token("app", "read");

    TestResponse rotated =
        server.as(root, "POST", "/v1/tokens/app/rotate", "{\"overlap\":\"10m\"}");

    assertThat(rotated.at("/formerUntil")).isEqualTo("2026-11-20T07:10:00.000Z");
    assertThat(server.as(old, "GET", "/v1/queues", "").status()).isEqualTo(200);
    assertThat(server.as(rotated.at("/token"), "GET", "/v1/queues", "").status()).isEqualTo(200);
    server.advance(600_000);
    server.tokens().look().toCompletableFuture().join();
    assertThat(server.as(old, "GET", "/v1/queues", "").status()).isEqualTo(401);
    assertThat(server.as(rotated.at("/token"), "GET", "/v1/queues", "").status()).isEqualTo(200);
  }

  @Test
  void aTokenWithARateIsRefusedBeyondIt() {
    String root = server.token("root", "admin");
    String app = server.token("app", "read");
    server.as(root, "PATCH", "/v1/tokens/app", "{\"requestsPerSecond\":2}");

    assertThat(server.as(app, "GET", "/v1/queues", "").status()).isEqualTo(200);
    assertThat(server.as(app, "GET", "/v1/queues", "").status()).isEqualTo(200);
    TestResponse third = server.as(app, "GET", "/v1/queues", "");
    assertThat(third.status()).isEqualTo(429);
    assertThat(third.at("/code")).isEqualTo("TOO_MANY_REQUESTS");
    assertThat(third.response().headers().firstValue("Retry-After")).hasValue("1");
    server.advance(500);
    assertThat(server.as(app, "GET", "/v1/queues", "").status()).isEqualTo(200);
  }

  @Test
  void onlyWrongTokensAreSlowed() {
    String root = server.token("root", "admin");

    for (int i = 0; i < 20; i++) {
      assertThat(server.as("duetime_" + i, "GET", "/v1/queues", "").status()).isEqualTo(401);
    }

    assertThat(server.as("duetime_21", "GET", "/v1/queues", "").at("/code"))
        .isEqualTo("TOO_MANY_FAILURES");
    assertThat(server.as(root, "GET", "/v1/queues", "").status())
        .as("a token that was not used before")
        .isEqualTo(200);
    server.advance(1_000);
    assertThat(server.as("duetime_22", "GET", "/v1/queues", "").status()).isEqualTo(401);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"name":"a b","grants":[{"roles":["read"]}]}                                 | name
          {"grants":[{"roles":["read"]}]}                                              | name
          {"name":"a"}                                                                 | grants
          {"name":"a","grants":[]}                                                     | grants
          {"name":"a","grants":[{"roles":[]}]}                                         | roles
          {"name":"a","grants":[{"roles":["write"]}]}                                  | roles
          {"name":"a","grants":[{"roles":["read"],"queues":[]}]}                       | queues
          {"name":"a","grants":[{"roles":["read"],"queues":["a b"]}]}                  | queues
          {"name":"a","grants":[{"roles":["admin"]}],"requestsPerSecond":-1}           | requestsPerSecond
          {"name":"a","grants":[{"roles":["admin"]}],"requestsPerSecond":4294967297}   | requestsPerSecond
          {"name":"a","grants":[{"roles":["admin"]}],"jobsPerSecond":-1}               | jobsPerSecond
          {"name":"a","grants":[{"roles":["admin"]}],"expiresAt":0,"expiresAfter":"1s"}| expiresAfter
          {"name":"a","grants":[{"roles":["admin"]}],"expiresAfter":"-1s"}             | expiresAfter
          {"name":"a","grants":[{"roles":["admin"]}],"expiresAfter":"0s"}              | expiresAfter
          {"name":"a","grants":[{"roles":["admin"]}],"expiresAt":"2026-11-20T07:00:00Z"} | expiresAt
          {"name":"a","grants":[{"roles":["admin"]}],"token":"mine"}                   | field
          """)
  void aTokenThatIsNotAllowedIsRefusedWithItsField(String body, String field) {
    TestResponse refused = server.post("/v1/tokens", body);

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.at("/field")).isEqualTo(field);
  }
}
