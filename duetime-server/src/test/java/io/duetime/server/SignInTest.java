package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.server.access.OpenId;
import io.duetime.server.fixture.TestIssuer;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** People sign in with an issuer, at two servers of one store. */
class SignInTest extends SignInServers {
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
}
