package io.duetime.server.http.call;

import io.duetime.server.access.Token.Secret;
import io.duetime.wire.Problem;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The cookie that has the session of a person, and what calls with it have to say. */
public final class SessionCookie {
  /** The header of calls that change something; pages of other sites cannot send it. */
  public static final String HEADER = "Duetime-Console";

  private static final String NAME = "duetime-session";

  private SessionCookie() {}

  /** The session of a request; null without one. A token has precedence. */
  public static @Nullable Secret of(HttpServerRequest request) {
    Cookie cookie = request.getHeader("Authorization") == null ? request.getCookie(NAME) : null;
    return cookie == null ? null : new Secret(cookie.getValue());
  }

  /** Refuses a call that a page of another site may have made the browser send. */
  public static void check(HttpServerRequest request) {
    HttpMethod method = request.method();
    boolean isRead = method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
    if (!isRead && request.getHeader(HEADER) == null) {
      throw new Refusal(
          Problem.of(
              403,
              "FOREIGN_ORIGIN",
              "A call with a session that changes something needs the header " + HEADER + ": 1"));
    }
  }

  /** The cookie of a session. */
  public static Cookie of(String secret, Duration length, boolean isSecure) {
    return cookie(NAME, secret, "/", length, isSecure);
  }

  /** A cookie that scripts cannot read, and that only links of other sites send. */
  public static Cookie cookie(
      String name, String value, String path, Duration length, boolean isSecure) {
    return Cookie.cookie(name, value)
        .setPath(path)
        .setMaxAge(length.toSeconds())
        .setHttpOnly(true)
        .setSecure(isSecure)
        .setSameSite(CookieSameSite.LAX);
  }
}
