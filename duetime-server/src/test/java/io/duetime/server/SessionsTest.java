package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.access.OpenId;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Sessions of people who have signed in, on all servers of a store. */
class SessionsTest extends SignInServers {
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
}
