package io.duetime.server.http.routes;

import io.duetime.DuetimeException;
import io.duetime.InvalidRequestException;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.engine.server.AuditEvent;
import io.duetime.server.access.Authenticator.TrustedProxies;
import io.duetime.server.access.OpenId;
import io.duetime.server.access.OpenId.Person;
import io.duetime.server.access.OpenId.WrongIdToken;
import io.duetime.server.access.Token.Secret;
import io.duetime.server.access.TokenBook;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Route.BodyRule;
import io.duetime.server.http.call.Rule;
import io.duetime.server.http.call.SessionCookie;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Problem;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.auth.oauth2.OAuth2Auth;
import io.vertx.ext.auth.oauth2.OAuth2AuthorizationURL;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signs people in by OpenID Connect (code flow with PKCE), and out. What belongs to a sign-in under
 * way is in a cookie, so any server of the store may go on with it.
 */
final class SignInRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(SignInRoutes.class);
  private static final String ATTEMPT = "duetime-sign-in";
  private static final Duration LONGEST_ATTEMPT = Duration.ofMinutes(10);
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final Engine engine;
  private final TokenBook book;
  private final @Nullable IssuerClient issuer;
  private final SecureRandom random = new SecureRandom();

  SignInRoutes(Engine engine, TokenBook book, Vertx vertx) {
    this.engine = engine;
    this.book = book;
    this.issuer = book.openId().map(openId -> new IssuerClient(vertx, openId)).orElse(null);
  }

  List<Route> routes() {
    return List.of(
        Route.get("/auth/login", Rule.OPEN, this::login).query("return"),
        // What issuers add to the code; a route refuses parameters that it does not declare.
        Route.get("/auth/callback", Rule.OPEN, this::callback)
            .query("code", "state", "error", "error_description", "error_uri")
            .query("iss", "session_state", "scope", "authuser", "hd", "prompt"),
        Route.post("/auth/logout", Rule.ANY.audited(), BodyRule.NONE, this::logout));
  }

  /**
   * What belongs to one sign-in: three secrets, where the issuer answers, and the page after it.
   */
  private record Attempt(
      String state, String nonce, String verifier, String redirectUri, String back) {
    static @Nullable Attempt read(@Nullable Cookie cookie) {
      String[] parts = cookie == null ? new String[0] : cookie.getValue().split("\\.", -1);
      try {
        return parts.length == 5
            ? new Attempt(parts[0], parts[1], parts[2], decoded(parts[3]), local(decoded(parts[4])))
            : null;
      } catch (IllegalArgumentException broken) {
        return null;
      }
    }

    private static String decoded(String text) {
      return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.US_ASCII);
    }

    private static String encoded(String text) {
      return BASE64.encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    String text() {
      return String.join(".", state, nonce, verifier, encoded(redirectUri), encoded(back));
    }

    String challenge() {
      return BASE64.encodeToString(sha256(verifier));
    }
  }

  private OpenId openId() {
    return book.openId()
        .orElseThrow(() -> Refusal.notFound("People do not sign in here: there is no oidc-issuer"));
  }

  private IssuerClient issuer() {
    openId();
    return Objects.requireNonNull(issuer);
  }

  /** Only a path of this server, as browsers understand it: a page must not lead elsewhere. */
  private static String local(@Nullable String asked) {
    String path = Objects.requireNonNullElse(asked, "/");
    if (!path.matches("/(?![/\\\\])[!-\\[\\]-~]{0,1000}")) {
      throw new InvalidRequestException("return", path, "a path of this server, such as /#/queues");
    }
    return path;
  }

  private CompletionStage<HttpAnswer> login(Call call) {
    IssuerClient client = issuer();
    HttpServerRequest request = call.request();
    Attempt attempt =
        new Attempt(
            text(), text(), text(), redirectUri(request), local(call.query().text("return")));
    request.response().addCookie(cookie(attempt.text(), LONGEST_ATTEMPT, request));
    return shown(
        call,
        client
            .discover()
            .map(found -> redirect(authorizeUrl(found, attempt)))
            .toCompletionStage()
            .exceptionallyCompose(failure -> Stages.call(() -> unavailable(failure))));
  }

  private String authorizeUrl(OAuth2Auth found, Attempt attempt) {
    return found.authorizeURL(
        new OAuth2AuthorizationURL()
            .setState(attempt.state)
            .setScopes(Arrays.asList(openId().client().scopes().split(" +")))
            .putAdditionalParameter("redirect_uri", attempt.redirectUri)
            .putAdditionalParameter("nonce", attempt.nonce)
            .putAdditionalParameter("code_challenge", attempt.challenge())
            .putAdditionalParameter("code_challenge_method", "S256"));
  }

  private CompletionStage<HttpAnswer> unavailable(Throwable failure) {
    String why = String.valueOf(Stages.cause(failure));
    LOG.warn("The issuer {} does not answer: {}", openId().client().issuerText(), why);
    throw new Refusal(
        Problem.of(
            503,
            "ISSUER_UNAVAILABLE",
            "The issuer " + openId().client().issuerText() + " does not answer; tokens are valid"));
  }

  private CompletionStage<HttpAnswer> callback(Call call) {
    HttpServerRequest request = call.request();
    Attempt attempt = Attempt.read(request.getCookie(ATTEMPT));
    // An attempt counts once, also one that fails.
    request.response().addCookie(cookie("", Duration.ZERO, request));
    return shown(call, Stages.call(() -> finish(call, attempt)));
  }

  private CompletionStage<HttpAnswer> finish(Call call, @Nullable Attempt attempt) {
    IssuerClient client = issuer();
    String state = call.query().text("state");
    if (attempt == null || state == null || !isEqual(attempt.state, state)) {
      throw failed("This sign-in was not begun in this browser, is over, or took too long");
    }
    String error = call.query().text("error");
    if (error != null) {
      throw failed("The issuer refused: " + error);
    }
    String code = Objects.requireNonNullElse(call.query().text("code"), "");
    boolean isSecure = isSecure(call.request());
    return client
        .claims(code, attempt.verifier, attempt.redirectUri)
        .toCompletionStage()
        .thenCombine(
            engine.nowMillis(), (claims, now) -> openId().person(claims, attempt.nonce, now))
        .exceptionallyCompose(failure -> Stages.call(() -> wrong(failure)))
        .thenCompose(person ->
            person.grants().isEmpty()
                ? refuse(call, person)
                : begin(call, person, isSecure, attempt.back));
  }

  private static CompletionStage<Person> wrong(Throwable failure) {
    Throwable cause = Stages.cause(failure);
    if (cause instanceof DuetimeException ofStore) {
      throw ofStore;
    }
    LOG.warn("A sign-in failed: {}", String.valueOf(cause));
    throw failed(
        cause instanceof WrongIdToken wrong
            ? String.valueOf(wrong.getMessage())
            : "The issuer gave no ID token that this server can verify; see its log");
  }

  private static Refusal failed(String detail) {
    return new Refusal(Problem.of(403, "SIGN_IN_FAILED", detail));
  }

  private CompletionStage<HttpAnswer> refuse(Call call, Person person) {
    return audit(call, person, "refused sign-in", "")
        .thenApply(noted -> {
          throw new Refusal(
              Problem.of(
                  403,
                  "FORBIDDEN",
                  person.name() + " is in no group that may do anything here (oidc-grants)"));
        });
  }

  private CompletionStage<HttpAnswer> begin(
      Call call, Person person, boolean isSecure, String back) {
    return book.sessions()
        .begin(person.name(), person.grants(), OpenId.SESSION)
        .thenCompose(issued ->
            book.lookFor(issued.secret())
                .thenCompose(known -> audit(call, person, "sign in", issued.token().sessionId()))
                .thenApply(noted ->
                    redirect(back)
                        .with(
                            "Set-Cookie",
                            SessionCookie.of(issued.secret().text(), OpenId.SESSION, isSecure)
                                .encode())));
  }

  private CompletionStage<?> audit(Call call, Person person, String action, String session) {
    Map<String, String> details = new HashMap<>();
    details.put("address", call.caller().address());
    details.put("issuer", cut(openId().client().issuerText()));
    details.put("subject", cut(person.subject()));
    if (!session.isEmpty()) {
      details.put("session", session);
    }
    return engine.audit(new AuditEvent(person.name(), action, null, null, details));
  }

  private static String cut(String text) {
    String visible = text.replaceAll("[^ -~]", "?");
    return visible.substring(0, Math.min(visible.length(), 255));
  }

  private CompletionStage<HttpAnswer> logout(Call call) {
    Secret session = SessionCookie.of(call.request());
    boolean isSecure = isSecure(call.request());
    return (session == null ? Stages.done(false) : book.sessions().revoke(session.hash()))
        .thenCompose(ended -> book.look().thenApply(seen -> ended))
        .thenApply(ended ->
            HttpAnswer.ok(JsonShape.object("signedOut", out -> out.writeBoolean(ended)))
                .with("Set-Cookie", SessionCookie.of("", Duration.ZERO, isSecure).encode()));
  }

  /** Browsers show a problem as a page, from which the person can try again. */
  private static CompletionStage<HttpAnswer> shown(Call call, CompletionStage<HttpAnswer> answer) {
    String accepted = Objects.requireNonNullElse(call.header("Accept"), "");
    return accepted.contains("text/html")
        ? answer.exceptionally(failure -> page(Refusal.logged(call.request(), failure)))
        : answer;
  }

  private static HttpAnswer page(Problem problem) {
    String detail =
        problem.detail().replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    String text =
        "<!doctype html><html lang=en><meta charset=utf-8><title>Duetime</title><h1>Not signed in"
            + "</h1><p>"
            + detail
            + "</p><p><a href=\"../\">Back to the console</a></p></html>";
    return HttpAnswer.of(problem.status(), "text/html; charset=utf-8", () -> Buffer.buffer(text));
  }

  private static HttpAnswer redirect(String location) {
    return HttpAnswer.of(302, "text/plain", Buffer::buffer).with("Location", location);
  }

  private Cookie cookie(String value, Duration length, HttpServerRequest request) {
    return SessionCookie.cookie(ATTEMPT, value, "/", length, isSecure(request));
  }

  /** Where the issuer sends the browser: the address by which it has called. */
  private String redirectUri(HttpServerRequest request) {
    String prefix = isFromProxy(request) ? request.getHeader("X-Forwarded-Prefix") : null;
    return (isSecure(request) ? "https://" : "http://")
        + request.getHeader("Host")
        + (prefix == null ? "" : prefix.replaceAll("/+$", ""))
        + "/auth/callback";
  }

  private boolean isSecure(HttpServerRequest request) {
    return request.isSSL()
        || (isFromProxy(request)
            && "https".equalsIgnoreCase(request.getHeader("X-Forwarded-Proto")));
  }

  private boolean isFromProxy(HttpServerRequest request) {
    TrustedProxies proxies = book.openId().map(OpenId::proxies).orElse(TrustedProxies.NONE);
    try {
      return proxies.contains(
          InetAddress.getByName(request.connection().remoteAddress().hostAddress()));
    } catch (UnknownHostException impossible) {
      throw new IllegalStateException("the connection has no IP address", impossible);
    }
  }

  private String text() {
    byte[] bytes = new byte[32];
    random.nextBytes(bytes);
    return BASE64.encodeToString(bytes);
  }

  private static boolean isEqual(String left, String right) {
    return MessageDigest.isEqual(
        left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
