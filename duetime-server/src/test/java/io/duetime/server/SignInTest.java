package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.QueueSettings;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.server.Documents.Document;
import io.duetime.handover.IpRange;
import io.duetime.memory.MemoryEngine;
import io.duetime.redis.fixture.Waiting;
import io.duetime.server.access.OpenId;
import io.duetime.server.fixture.TestIssuer;
import io.duetime.server.json.JsonTrees;
import io.duetime.time.Threads;
import io.duetime.time.VirtualTime;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** People sign in with an issuer, at two servers of one store. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SignInTest {
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
  private final MemoryEngine engine = new MemoryEngine(time);
  private final TestIssuer issuer = new TestIssuer(time);
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** The cookies of the browser. */
  private final Map<String, String> cookies = new LinkedHashMap<>();

  private final AtomicInteger reads = new AtomicInteger();
  private DuetimeServer server;
  private DuetimeServer other;

  /** Its issuer is down. */
  private DuetimeServer lonely;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    Path groups = Files.createTempFile(folder, "groups", ".yml");
    Files.writeString(
        groups,
        "groups:\n  - {name: ops, grants: [admin]}\n  - {name: mail, grants: ['read=m*']}\n");
    server = server(issuer.url(), groups);
    other = server(issuer.url(), groups);
    lonely = server("http://127.0.0.1:1", groups);
  }

  private DuetimeServer server(String at, Path groups) {
    ServerSettings settings =
        ServerSettings.builder()
            .store("memory:")
            .http(new HostPort("127.0.0.1", 0))
            .set(Setting.OIDC_ISSUER, URI.create(at))
            .set(Setting.OIDC_CLIENT_ID, TestIssuer.CLIENT)
            .set(Setting.OIDC_GRANTS, groups)
            .set(Setting.TRUSTED_PROXIES, List.of(IpRange.parse("127.0.0.1").orElseThrow()))
            .build();
    return DuetimeServer.over(slow(), settings, time);
  }

  /** Answers later than it is asked, as stores do that are elsewhere. */
  private Engine slow() {
    return new ForwardingEngine(engine) {
      @Override
      public CompletionStage<Optional<Document>> document(String collection, String name) {
        if (collection.equals("sessions")) {
          reads.incrementAndGet();
        }
        return super.document(collection, name);
      }

      @Override
      public CompletionStage<QueueSettings> settings(String queue) {
        return super.settings(queue).thenApplyAsync(found -> found, SignInTest::later);
      }
    };
  }

  private static void later(Runnable task) {
    long from = System.nanoTime();
    Threads.daemons("later")
        .newThread(() -> {
          Waiting.until("a moment", () -> System.nanoTime() - from > 50_000_000);
          task.run();
        })
        .start();
  }

  @BeforeEach
  void useAnotherBrowser() {
    cookies.clear();
    issuer.reset();
  }

  @AfterAll
  void stop() {
    server.close();
    other.close();
    lonely.close();
    issuer.close();
  }

  @Test
  void aPersonSignsInAndIsKnownToAllServers() throws Exception {
    HttpResponse<String> begun = get(server, "/auth/login?return=/%23/queues");
    assertThat(begun.statusCode()).isEqualTo(302);
    assertThat(location(begun))
        .startsWith(issuer.url() + "/authorize?")
        .contains("client_id=duetime", "code_challenge_method=S256", "openid+profile+email");

    HttpResponse<String> done = finish(other, begun);

    assertThat(done.statusCode()).isEqualTo(302);
    assertThat(location(done)).isEqualTo("/#/queues");
    assertThat(done.headers().allValues("Set-Cookie"))
        .anyMatch(cookie ->
            cookie.startsWith("duetime-session=duetime_")
                && cookie.contains("Max-Age=28800")
                && cookie.contains("HTTPOnly")
                && cookie.contains("SameSite=Lax"));
    for (DuetimeServer each : List.of(server, other)) {
      JsonNode caller = json(get(each, "/v1/caller"));
      assertThat(caller.at("/name").asString()).isEqualTo("person:alice");
      assertThat(caller.at("/grants/0/roles/0").asString()).isEqualTo("admin");
      assertThat(Instant.parse(caller.at("/expiresAt").asString()))
          .isEqualTo(time.instant().plus(OpenId.SESSION));
    }
    assertThat(get(server, "/v1/audit").body())
        .contains("\"actor\":\"person:alice\"", "\"action\":\"sign in\"", "4711");
  }

  @Test
  void whoIsNotSignedInIsToldWhereToAlsoOnThisMachine() throws Exception {
    HttpResponse<String> refused = get(server, "/v1/queues");

    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(json(refused).at("/issuer").asString()).isEqualTo(issuer.url());
    assertThat(get(server, "/health/ready").statusCode()).isEqualTo(200);
  }

  @Test
  void signingOutEndsTheSessionOnAllServers() throws Exception {
    signIn();
    String session = cookies.get("duetime-session");
    assertThat(get(other, "/v1/caller").statusCode()).isEqualTo(200);

    HttpResponse<String> out = send(server, "POST", "/auth/logout", "Duetime-Console", "1");

    assertThat(out.body()).isEqualTo("{\"signedOut\":true}");
    assertThat(cookies.get("duetime-session")).isEmpty();
    cookies.put("duetime-session", session);
    assertThat(get(server, "/v1/caller").statusCode()).isEqualTo(401);
    // As every server does by itself every two seconds.
    time.advance(Duration.ofSeconds(2));
    assertThat(get(other, "/v1/caller").statusCode()).isEqualTo(401);
  }

  @Test
  void anAdministratorSeesSessionsAndEndsThemOnAllServers() throws Exception {
    time.advance(Duration.ofSeconds(1));
    signIn();
    String session = cookies.get("duetime-session");
    assertThat(get(other, "/v1/caller").statusCode()).isEqualTo(200);
    cookies.clear();
    issuer.person = Map.of("sub", "2", "email", "carol@example.com", "groups", List.of("mail"));
    signIn();
    assertThat(get(server, "/v1/sessions").statusCode()).isEqualTo(403);
    cookies.put("duetime-session", session);

    JsonNode carol =
        json(get(server, "/v1/sessions"))
            .path("sessions")
            .valueStream()
            .filter(one -> one.at("/name").asString().equals("person:carol@example.com"))
            .findFirst()
            .orElseThrow();
    assertThat(carol.at("/since").asString())
        .isEqualTo(time.instant().toString().replace("Z", ".000Z"));
    assertThat(Instant.parse(carol.at("/until").asString()))
        .isEqualTo(time.instant().plus(OpenId.SESSION));
    assertThat(carol.at("/grants/0/queues/0").asString()).isEqualTo("m*");
    String own = ownId();
    HttpResponse<String> ended =
        send(server, "DELETE", "/v1/sessions/" + own, "Duetime-Console", "1");

    assertThat(ended.body()).isEqualTo("{\"ended\":true}");
    assertThat(get(server, "/v1/caller").statusCode()).isEqualTo(401);
    time.advance(Duration.ofSeconds(2));
    assertThat(get(other, "/v1/caller").statusCode()).isEqualTo(401);
    issuer.reset();
    signIn();
    String log = get(server, "/v1/audit").body();
    assertThat(log).contains("\"session\":\"" + own + "\"", "\"id\":\"" + own + "\"");
    assertThat(send(server, "DELETE", "/v1/sessions/" + own, "Duetime-Console", "1").body())
        .isEqualTo("{\"ended\":false}");
  }

  private String ownId() throws Exception {
    return json(get(server, "/v1/sessions"))
        .path("sessions")
        .valueStream()
        .filter(one -> one.at("/grants/0/roles/0").asString().equals("admin"))
        .map(one -> one.path("id").asString())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aSessionEndsAfterEightHours() throws Exception {
    signIn();
    time.advance(OpenId.SESSION.minusSeconds(4));
    assertThat(get(server, "/v1/caller").statusCode()).isEqualTo(200);

    time.advance(Duration.ofSeconds(4));

    assertThat(get(server, "/v1/caller").statusCode()).isEqualTo(401);
    assertThat(get(other, "/v1/caller").statusCode()).isEqualTo(401);
    signIn();
    assertThat(engine.documents("sessions", null, 10).toCompletableFuture().join()).hasSize(1);
  }

  @Test
  void theStoreHasNoSecretOfASession() throws Exception {
    signIn();

    assertThat(engine.documents("sessions", null, 10).toCompletableFuture().join())
        .extracting(session -> new String(session.content(), StandardCharsets.UTF_8))
        .anySatisfy(stored -> assertThat(stored).contains("person:alice"))
        .noneSatisfy(stored -> assertThat(stored).contains(cookies.get("duetime-session")));
  }

  @Test
  void aPersonMayDoWhatTheGroupsMay() throws Exception {
    issuer.person = Map.of("sub", "1", "email", "bob@example.com", "groups", List.of("mail"));
    signIn();

    assertThat(json(get(server, "/v1/caller")).at("/name").asString())
        .isEqualTo("person:bob@example.com");
    assertThat(get(server, "/v1/queues/mail/jobs").statusCode()).isEqualTo(200);
    assertThat(get(server, "/v1/queues/orders/jobs").statusCode()).isEqualTo(403);
    assertThat(get(server, "/v1/tokens").statusCode()).isEqualTo(403);
  }

  @Test
  void aPersonInNoGroupIsToldSoAndGetsNothing() throws Exception {
    issuer.person = Map.of("sub", "1", "name", "Eve <b>", "groups", List.of("staff"));

    HttpResponse<String> refused =
        finish(server, get(server, "/auth/login"), "Accept", "text/html");

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).contains("person:Eve_&lt;b> is in no group");
    assertThat(cookies).doesNotContainKey("duetime-session");
  }

  @Test
  void anIdTokenThatIsWrongIsRefused() throws Exception {
    refuses("another sign-in (nonce)", claims -> claims.put("nonce", "other"));
    refuses("another sign-in (nonce)", claims -> claims.remove("nonce"));
    refuses("that this server can verify", claims -> claims.put("aud", "another"));
    refuses("another client (aud)", claims -> claims.remove("aud"));
    refuses("another client (azp)", claims -> claims.put("aud", List.of("duetime", "another")));
    refuses("that this server can verify", claims -> claims.put("azp", "another"));
    refuses("that this server can verify", claims -> claims.put("iss", "https://example.com"));
    refuses("expired (exp)", claims -> claims.put("exp", now() - 61));
    refuses("expired (exp)", claims -> claims.remove("exp"));
    refuses("issued later (iat)", claims -> claims.put("iat", now() + 61));
    refuses("not valid yet (nbf)", claims -> claims.put("nbf", now() + 61));
    refuses("about nobody (sub)", claims -> claims.put("sub", ""));
  }

  @Test
  void anIdTokenWithoutAValidSignatureIsRefused() throws Exception {
    issuer.forge =
        token -> {
          String[] parts = token.split("\\.", -1);
          return TestIssuer.part(Map.of("alg", "none")) + "." + parts[1] + ".";
        };
    refuses("that this server can verify", claims -> {});
    issuer.forge =
        token -> {
          String[] parts = token.split("\\.", -1);
          return TestIssuer.part(Map.of("alg", "none")) + "." + parts[1];
        };
    refuses("that this server can verify", claims -> {});
    issuer.forge =
        token -> {
          String[] parts = token.split("\\.", -1);
          String admin = TestIssuer.part(Map.of("sub", "1", "groups", List.of("ops")));
          return parts[0] + "." + admin + "." + parts[2];
        };
    refuses("that this server can verify", claims -> {});
  }

  private void refuses(String why, Consumer<Map<String, Object>> spoil) throws Exception {
    issuer.spoil = spoil;

    HttpResponse<String> refused = finish(server, get(server, "/auth/login"));

    assertThat(refused.statusCode()).as(why).isEqualTo(403);
    assertThat(json(refused).at("/code").asString()).isEqualTo("SIGN_IN_FAILED");
    assertThat(json(refused).at("/detail").asString()).contains(why);
    assertThat(cookies.getOrDefault("duetime-session", "")).isEmpty();
  }

  @Test
  void aStateCountsOnceAndOnlyInTheBrowserThatBegan() throws Exception {
    HttpResponse<String> begun = get(server, "/auth/login");
    Map<String, String> attempt = Map.copyOf(cookies);
    String back = location(raw(location(begun)));
    cookies.clear();
    assertThat(callback(back)).contains("SIGN_IN_FAILED", "not begun in this browser");

    cookies.putAll(attempt);
    assertThat(callback(back.replace("state=", "state=x"))).contains("not begun in this browser");

    cookies.putAll(attempt);
    assertThat(get(server, TestIssuer.pathOf(back)).statusCode()).isEqualTo(302);
    cookies.remove("duetime-session");
    assertThat(callback(back)).contains("not begun in this browser");
    // Somebody who has kept the cookie has no second use of the code.
    cookies.putAll(attempt);
    assertThat(callback(back)).contains("no ID token");
  }

  private String callback(String address) throws Exception {
    return get(server, TestIssuer.pathOf(address)).body();
  }

  @Test
  void signInReturnsOnlyToThisServer() throws Exception {
    for (String elsewhere :
        List.of(
            "https://example.com",
            "//example.com",
            "/%5Cexample.com",
            "%5C%5Cexample.com",
            "x",
            "",
            "/%0A",
            "/%09/example.com",
            "javascript:alert(1)",
            "/" + "x".repeat(1_001))) {
      HttpResponse<String> refused = get(server, "/auth/login?return=" + elsewhere);

      assertThat(refused.statusCode()).as(elsewhere).isEqualTo(400);
      assertThat(json(refused).at("/field").asString()).isEqualTo("return");
      assertThat(refused.headers().firstValue("Location")).isEmpty();
    }
  }

  @Test
  void aChangeWithASessionNeedsTheHeaderThatOtherSitesCannotSend() throws Exception {
    signIn();

    HttpResponse<String> refused = send(server, "PUT", "/v1/queues/q/jobs/a", "X-Other", "1");

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(json(refused).at("/code").asString()).isEqualTo("FOREIGN_ORIGIN");
    assertThat(send(server, "PUT", "/v1/queues/q/jobs/a", "Duetime-Console", "1").statusCode())
        .isEqualTo(201);
    assertThat(send(server, "POST", "/auth/logout", "Origin", "https://example.com").statusCode())
        .isEqualTo(403);
  }

  @Test
  void aSessionThatAnotherServerHasJustBegunChangesWithABody() throws Exception {
    finish(other, get(other, "/auth/login"));

    assertThat(send(server, "PUT", "/v1/queues/q/jobs/b", "Duetime-Console", "1").statusCode())
        .isEqualTo(201);
    assertThat(get(server, "/v1/queues/q/jobs/b").body()).contains("\"payload\":{\"n\":1}");
  }

  @Test
  void noLineOfASessionThatAnotherServerHasJustBegunIsLost() throws Exception {
    finish(other, get(other, "/auth/login"));
    int count = 20_000;
    String line = "{\"dueAt\":\"2030-01-01T00:00:00Z\",\"payload\":\"" + "x".repeat(150) + "\"}\n";

    HttpResponse<String> scheduled =
        send(
            server,
            HttpRequest.newBuilder()
                .POST(BodyPublishers.ofString(line.repeat(count)))
                .header("Content-Type", "application/x-ndjson")
                .header("Idempotency-Key", "lines"),
            "/v1/queues/lines/jobs",
            "Duetime-Console",
            "1");

    assertThat(scheduled.statusCode()).isEqualTo(200);
    assertThat(scheduled.body().lines()).hasSize(count).allMatch(each -> each.contains("\"id\""));
  }

  @Test
  void aTokenIsNoSessionAndASessionNoToken() throws Exception {
    signIn();
    String session = cookies.remove("duetime-session");
    HttpResponse<String> made =
        send(
            server,
            HttpRequest.newBuilder()
                .POST(
                    BodyPublishers.ofString(
                        "{\"name\":\"robot\",\"grants\":[{\"roles\":[\"admin\"],\"queues\":[\"*\"]}]}"))
                .header("Content-Type", "application/json")
                .header("Cookie", "duetime-session=" + session),
            "/v1/tokens",
            "Duetime-Console",
            "1");
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    String token = json(made).at("/token").asString();
    assertThat(get(server, "/v1/caller", "Authorization", "Bearer " + token).statusCode())
        .isEqualTo(200);

    assertThat(get(server, "/v1/caller", "Authorization", "Bearer " + session).statusCode())
        .isEqualTo(401);
    cookies.put("duetime-session", token);
    assertThat(get(server, "/v1/caller").statusCode()).isEqualTo(401);
  }

  @Test
  void anAddressThatSendsUnknownSessionsReadsTheStoreRarely() throws Exception {
    signIn();
    String session = cookies.get("duetime-session");
    String[] from = {"X-Forwarded-For", "192.0.2.1"};
    int before = reads.get();
    for (int i = 0; i < 20; i++) {
      cookies.put("duetime-session", "duetime_guess" + i);
      assertThat(get(server, "/v1/caller", from).statusCode()).isEqualTo(401);
    }
    assertThat(reads.get() - before).isEqualTo(20);
    cookies.put("duetime-session", "duetime_guess");
    HttpResponse<String> refused = get(server, "/v1/caller", from);
    assertThat(json(refused).at("/code").asString()).isEqualTo("TOO_MANY_FAILURES");
    assertThat(reads.get() - before).isEqualTo(20);

    cookies.put("duetime-session", session);
    assertThat(get(server, "/v1/caller", from).statusCode()).isEqualTo(200);
    // Whoever has an old session can sign in again.
    cookies.put("duetime-session", "duetime_guess");
    assertThat(finish(server, get(server, "/auth/login", from), from).statusCode()).isEqualTo(302);
    assertThat(get(server, "/v1/caller", from).statusCode()).isEqualTo(200);
  }

  @Test
  void anAddressMayNotHaveTheIssuerCalledWithoutEnd() throws Exception {
    String[] from = {"X-Forwarded-For", "192.0.2.2"};
    for (int i = 0; i < 20; i++) {
      assertThat(get(server, "/auth/callback?code=x&state=y", from).statusCode()).isEqualTo(403);
    }

    assertThat(get(server, "/auth/callback?code=x&state=y", from).statusCode()).isEqualTo(429);
  }

  @Test
  void withoutItsIssuerAServerSaysSo() throws Exception {
    HttpResponse<String> refused = get(lonely, "/auth/login");

    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(json(refused).at("/code").asString()).isEqualTo("ISSUER_UNAVAILABLE");
  }

  @Test
  void behindAProxyTheIssuerAnswersToTheProxy() throws Exception {
    HttpResponse<String> begun =
        get(server, "/auth/login", "X-Forwarded-Proto", "https", "X-Forwarded-Prefix", "/duetime/");

    String authority = "127.0.0.1:" + server.http().getPort();
    assertThat(URLDecoder.decode(location(begun), StandardCharsets.UTF_8))
        .contains("redirect_uri=https://" + authority + "/duetime/auth/callback");
    assertThat(begun.headers().firstValue("Set-Cookie").orElseThrow()).contains("Secure");
  }

  @Test
  void aFileOfGroupsThatIsWrongIsRefused(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("groups.yml");
    for (String wrong :
        List.of(
            "{}",
            "groups: 1",
            "groups: [{grants: [admin]}]",
            "groups: [{name: a, grants: []}]",
            "groups: [{name: a, grants: [root]}]",
            "groups: [{name: a, grants: [admin]}, {name: a, grants: [read]}]",
            "groups: [{name: a, grant: [admin]}]")) {
      Files.writeString(file, wrong);
      assertThatThrownBy(() -> OpenId.groupsOf(file))
          .as(wrong)
          .isInstanceOf(InvalidRequestException.class);
    }
  }

  @Test
  void settingsBelongTogetherAndTheIssuerNeedsTls() {
    assertThatThrownBy(
            () -> ServerSettings.builder().set(Setting.OIDC_CLIENT_ID, "duetime").build())
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("oidc-issuer is missing");
    assertThatThrownBy(() ->
            ServerSettings.builder().set(Setting.OIDC_ISSUER, URI.create("http://example.com")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("oidc-issuer is 'http://example.com'; allowed: an https URL");
  }

  private void signIn() throws Exception {
    assertThat(finish(server, get(server, "/auth/login")).statusCode()).isEqualTo(302);
  }

  /** What the browser does at the issuer, and its way back to a server. */
  private HttpResponse<String> finish(
      DuetimeServer to, HttpResponse<String> begun, String... headers) throws Exception {
    String back = location(raw(location(begun)));
    // A load balancer may send it to another server than the one that began.
    return get(to, TestIssuer.pathOf(back), headers);
  }

  private HttpResponse<String> raw(String address) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> get(DuetimeServer from, String path, String... headers)
      throws Exception {
    return send(from, HttpRequest.newBuilder().GET(), path, headers);
  }

  private HttpResponse<String> send(DuetimeServer to, String method, String path, String... headers)
      throws Exception {
    boolean hasBody = method.equals("PUT");
    HttpRequest.Builder request =
        HttpRequest.newBuilder()
            .method(
                method, hasBody ? BodyPublishers.ofString("{\"n\":1}") : BodyPublishers.noBody());
    return send(
        to, hasBody ? request.header("Content-Type", "application/json") : request, path, headers);
  }

  private HttpResponse<String> send(
      DuetimeServer to, HttpRequest.Builder request, String path, String... headers)
      throws Exception {
    List<String> sent = new ArrayList<>();
    cookies.forEach((name, value) -> sent.add(name + "=" + value));
    if (!sent.isEmpty()) {
      request.header("Cookie", String.join("; ", sent));
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    HttpResponse<String> answer =
        client.send(
            request.uri(URI.create("http://127.0.0.1:" + to.http().getPort() + path)).build(),
            BodyHandlers.ofString());
    for (String cookie : answer.headers().allValues("Set-Cookie")) {
      String[] pair = cookie.split(";", 2)[0].split("=", 2);
      cookies.put(pair[0], pair[1]);
    }
    return answer;
  }

  private static String location(HttpResponse<String> answer) {
    return answer
        .headers()
        .firstValue("Location")
        .orElseThrow(() -> new AssertionError(answer.body()));
  }

  private static JsonNode json(HttpResponse<String> answer) {
    return JsonTrees.MAPPER.readTree(answer.body());
  }

  private long now() {
    return time.instant().getEpochSecond();
  }
}
