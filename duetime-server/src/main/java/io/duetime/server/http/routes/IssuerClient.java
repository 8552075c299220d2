package io.duetime.server.http.routes;

import io.duetime.server.access.OpenId;
import io.duetime.server.http.call.Refusal;
import io.duetime.wire.Problem;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.oauth2.OAuth2Auth;
import io.vertx.ext.auth.oauth2.OAuth2FlowType;
import io.vertx.ext.auth.oauth2.OAuth2Options;
import io.vertx.ext.auth.oauth2.Oauth2Credentials;
import io.vertx.ext.auth.oauth2.providers.OpenIDConnectAuth;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Calls the issuer of OpenID Connect. Its addresses and keys are read when they are needed and used
 * for a minute, so that a server starts without its issuer and learns of new keys. Thread safe.
 */
final class IssuerClient {
  private static final long KNOWN_MILLIS = 60_000;
  private static final int CONNECT_MILLIS = 5_000;
  private static final int ANSWER_SECONDS = 10;

  /** Anybody can have the server call the issuer, so few calls may be under way at once. */
  private static final int MOST_CALLS = 20;

  private final Vertx vertx;
  private final OpenId openId;
  private final Semaphore calls = new Semaphore(MOST_CALLS);
  private @Nullable Future<OAuth2Auth> known;

  IssuerClient(Vertx vertx, OpenId openId) {
    this.vertx = vertx;
    this.openId = openId;
  }

  /** Reads the addresses and keys of the issuer, once for all who ask at the same time. */
  synchronized Future<OAuth2Auth> discover() {
    Future<OAuth2Auth> current = known;
    if (current == null) {
      current =
          vertx
              .executeBlocking(this::options)
              .compose(options -> OpenIDConnectAuth.discover(vertx, options))
              .timeout(ANSWER_SECONDS, TimeUnit.SECONDS);
      known = current;
      current.onSuccess(this::forgetLater).onFailure(gone -> forget());
    }
    return current;
  }

  private synchronized void forget() {
    known = null;
  }

  /** Sign-ins that have begun with it end before it is closed. */
  private void forgetLater(OAuth2Auth issuer) {
    vertx.setTimer(KNOWN_MILLIS, old -> forget());
    vertx.setTimer(2 * KNOWN_MILLIS, unused -> issuer.close());
  }

  private OAuth2Options options() {
    OpenId.Client client = openId.client();
    return new OAuth2Options()
        .setSite(client.issuerText())
        .setClientId(client.id())
        .setClientSecret(client.secret())
        .setHttpClientOptions(
            new HttpClientOptions()
                .setConnectTimeout(CONNECT_MILLIS)
                .setIdleTimeout(ANSWER_SECONDS));
  }

  /**
   * Gives the code of a sign-in for an ID token; its claims, once its signature is checked. Refused
   * while too many others wait for the issuer.
   */
  Future<Map<String, Object>> claims(String code, String verifier, String redirectUri) {
    if (!calls.tryAcquire()) {
      throw new Refusal(
          Problem.of(
              503, "ISSUER_UNAVAILABLE", "Too many sign-ins wait for the issuer; try again"));
    }
    return exchange(code, verifier, redirectUri).onComplete(done -> calls.release());
  }

  private Future<Map<String, Object>> exchange(String code, String verifier, String redirectUri) {
    return discover()
        .compose(issuer ->
            issuer.authenticate(
                new Oauth2Credentials()
                    .setFlow(OAuth2FlowType.AUTH_CODE)
                    .setCode(code)
                    .setCodeVerifier(verifier)
                    .setRedirectUri(redirectUri)))
        .timeout(2 * ANSWER_SECONDS, TimeUnit.SECONDS)
        .map(person -> {
          // Only there if a key of the issuer has signed it.
          JsonObject claims = person.attributes().getJsonObject("idToken");
          if (claims == null) {
            throw new IllegalStateException("no ID token with a valid signature of the issuer");
          }
          return new JsonObject(claims.encode()).getMap();
        });
  }
}
