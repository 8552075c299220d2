package io.duetime.server.http;

import io.duetime.InvalidRequestException;
import io.duetime.server.access.Authenticator;
import io.duetime.server.access.Authenticator.Login;
import io.duetime.server.access.Caller;
import io.duetime.server.access.Role;
import io.duetime.server.access.Token.Secret;
import io.duetime.server.access.TokenBook.TokenTable;
import io.duetime.server.connection.ConnectionRoom;
import io.duetime.server.connection.ConnectionRoom.OpenConnection;
import io.duetime.server.connection.HeadDecoder;
import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.http.call.Route.RouteTable;
import io.duetime.server.http.call.Rule;
import io.duetime.server.http.call.SessionCookie;
import io.duetime.wire.Problem;
import io.netty.channel.Channel;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.net.HostAndPort;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Admits requests: whether their connection is served, who calls, and whether that caller may call
 * the route. Tells the room of connections what their callers do. Closes connections on which no
 * request is complete for a while, those whose header takes too long, and those that were used with
 * a login that is no longer valid: its token was revoked, has expired, or may do something else.
 * Thread safe.
 */
final class HttpGate {
  private static final String BEARER = "bearer ";

  /** Where the issuer sends people back; the server calls the issuer then. */
  private static final String SIGNED_IN = "/auth/callback";

  /** How often a connection is looked at before its header has taken too long. */
  private static final int LOOKS = 10;

  /** The time for calls under way to be answered. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final Authenticator authenticator;
  private final ConnectionRoom room;
  private final Map<HttpConnection, Map<String, Login.Admitted>> logins = new ConcurrentHashMap<>();
  private final Set<HttpConnection> leaving = ConcurrentHashMap.newKeySet();

  private HttpGate(Authenticator authenticator, ConnectionRoom room) {
    this.authenticator = authenticator;
    this.room = room;
  }

  /** Starts looking at the connections of a room. */
  static HttpGate start(
      Vertx vertx,
      Authenticator authenticator,
      ConnectionRoom room,
      HttpLimits.Connections limits) {
    HttpGate gate = new HttpGate(authenticator, room);
    authenticator.book().listen(gate::closeUnless);
    long pause = Math.max(1, limits.head().toMillis() / LOOKS);
    int quietLooks = (int) Math.max(1, limits.quiet().toMillis() / pause);
    vertx.setPeriodic(pause, again -> room.closeOverdue(quietLooks, LOOKS));
    return gate;
  }

  /** Watches the headers of a connection. */
  void opened(HttpConnection connection) {
    connection.closeHandler(closed -> {
      logins.remove(connection);
      leaving.remove(connection);
    });
    HeadDecoder decoder = new HeadDecoder();
    channel(connection).pipeline().replace("httpDecoder", "httpDecoder", decoder);
    of(connection).decodedBy(decoder);
  }

  private static OpenConnection of(HttpConnection connection) {
    return Objects.requireNonNull(OpenConnection.of(channel(connection)));
  }

  private static Channel channel(HttpConnection connection) {
    return ((HttpServerConnection) connection).channelHandlerContext().channel();
  }

  /** Whether only callers from this machine are admitted, as there is no token. */
  boolean isOnlyForLoopback() {
    return authenticator.isOnlyForLoopback();
  }

  /** Whether a connection is being closed, so that its client must not use it again. */
  boolean isLeaving(HttpServerRequest request) {
    return leaving.contains(request.connection());
  }

  /** Notes a request until its answer has ended; refuses it if there are too many connections. */
  void begin(HttpServerRequest request) {
    OpenConnection connection = of(request.connection());
    connection.begin();
    request.response().endHandler(ended -> connection.end());
    if (connection.isSurplus() && !isAlwaysAnswered(request.path())) {
      throw tooMany(request, "The server has its limit of " + room.most());
    }
  }

  private static boolean isAlwaysAnswered(@Nullable String path) {
    return isHealth(path) || "/metrics".equals(path);
  }

  private static Refusal tooMany(HttpServerRequest request, String limit) {
    // The header alone does not close it.
    request.response().putHeader("Connection", "close");
    request.response().endHandler(ended -> request.connection().close());
    return refusal(503, "TOO_MANY_CONNECTIONS", limit + " connections; retry later");
  }

  /** Closes the connections of logins that a table no longer admits. */
  private void closeUnless(TokenTable table) {
    logins.forEach((connection, known) -> {
      if (!known.values().stream().allMatch(table::admits) && leaving.add(connection)) {
        // The call that changed the tokens may be one of its own.
        connection.shutdown(GRACE);
      }
    });
  }

  /** Looks for a session that this server does not know; null if there is none. */
  @Nullable CompletionStage<?> lookForSession(HttpServerRequest request) {
    Secret session = isPublic(request.path()) ? null : session(request);
    return session == null ? null : authenticator.lookFor(address(request), session);
  }

  /** The session of a request; where people do not sign in, a cookie means nothing. */
  private @Nullable Secret session(HttpServerRequest request) {
    return authenticator.book().openId().isEmpty() ? null : SessionCookie.of(request);
  }

  /** Finds out who calls; refuses callers that are not admitted. Public paths need no token. */
  Caller admit(HttpServerRequest request) {
    InetAddress address = address(request);
    if (isPublic(request.path())) {
      if (SIGNED_IN.equals(request.path()) && !authenticator.maySignIn(address)) {
        throw refusal(429, "TOO_MANY_FAILURES", "Too many sign-ins from this address; retry later");
      }
      return new Caller(Caller.UNNAMED, address.getHostAddress(), List.of());
    }
    Secret session = session(request);
    Login login =
        session == null
            ? authenticator.login(address, secret(request.getHeader("Authorization")))
            : authenticator.loginSession(address, session);
    if (!(login instanceof Login.Admitted admitted)) {
      throw new Refusal(withIssuer(refusal((Login.Refused) login).problem()));
    }
    if (session != null) {
      SessionCookie.check(request);
    }
    logins
        .computeIfAbsent(request.connection(), first -> new ConcurrentHashMap<>(1))
        .putIfAbsent(admitted.hash(), admitted);
    TokenTable now = authenticator.book().table();
    if (!now.admits(admitted)) {
      // Read since the login, when this connection was not known yet.
      closeUnless(now);
    }
    Caller caller = admitted.caller();
    String token = caller.isNamed() ? caller.name() : "";
    if (!caller.grants().isEmpty() && !of(request.connection()).known(token)) {
      throw tooMany(request, "The token has its limit of " + room.mostOfToken());
    }
    return caller;
  }

  /** Refuses a caller that does not have the role that a route needs. */
  void check(Caller caller, RouteTable.Match match) {
    Rule rule = match.route().rule();
    String queue = match.path().getOrDefault("queue", "");
    if (!rule.allows(caller, queue)) {
      Role role = Objects.requireNonNull(rule.role());
      throw rule.scope() == Rule.Scope.SOME_QUEUE
          ? Refusal.forbiddenOnAllQueues(role)
          : Refusal.forbidden(role, queue);
    }
  }

  /** Tells a caller that is not admitted where people sign in. */
  private Problem withIssuer(Problem problem) {
    return authenticator
        .book()
        .openId()
        .filter(openId -> problem.status() == 401)
        .map(openId -> problem.with("issuer", openId.client().issuerText()))
        .orElse(problem);
  }

  private static boolean isHealth(@Nullable String path) {
    return path != null && path.startsWith("/health/");
  }

  private static boolean isPublic(@Nullable String path) {
    return isHealth(path) || "/auth/login".equals(path) || SIGNED_IN.equals(path);
  }

  /** The address of the caller: where the connection comes from, or what a trusted proxy says. */
  private InetAddress address(HttpServerRequest request) {
    try {
      // An IP address, so nothing is looked up.
      InetAddress peer = InetAddress.getByName(request.connection().remoteAddress().hostAddress());
      return authenticator.proxies().caller(peer, request.headers().getAll("X-Forwarded-For"));
    } catch (UnknownHostException impossible) {
      throw new IllegalStateException("the connection has no IP address", impossible);
    }
  }

  /** The secret of a bearer token; null without the header. */
  private static @Nullable Secret secret(@Nullable String header) {
    if (header == null) {
      return null;
    }
    boolean isBearer = header.toLowerCase(Locale.ROOT).startsWith(BEARER);
    return new Secret(isBearer ? header.substring(BEARER.length()).strip() : "");
  }

  private static Refusal refusal(Login.Refused refused) {
    return switch (refused) {
      case MISSING ->
          refusal(401, "TOKEN_MISSING", "This server needs a token: Authorization: Bearer TOKEN");
      case INVALID -> refusal(401, "TOKEN_INVALID", "The token is unknown, revoked or expired");
      case TOO_MANY_FAILURES ->
          refusal(429, "TOO_MANY_FAILURES", "Too many calls with wrong tokens from this address");
      case TOO_MANY_REQUESTS ->
          refusal(429, "TOO_MANY_REQUESTS", "The token has made too many requests; retry later");
    };
  }

  private static Refusal refusal(int status, String code, String detail) {
    return new Refusal(Problem.of(status, code, detail));
  }

  /**
   * Refuses requests whose host is not clear, and calls from web pages of other sites. A page can
   * make a browser send requests to the loopback address, also by a host name that resolves to it.
   * So the origin of a page must be this server, and while callers from this machine need no token,
   * the host must be a loopback name. Browsers send no origin with some requests that read, but say
   * whether a page of another site makes them: such a page may only lead its user here by a link.
   */
  static final class BrowserGuard {
    private BrowserGuard() {}

    static void check(HttpServerRequest request, boolean onlyLoopback) {
      checkHost(request);
      HostAndPort authority = request.authority();
      if (onlyLoopback && (authority == null || !isLoopback(authority.host()))) {
        throw new Refusal(
            Problem.of(
                421,
                "MISDIRECTED",
                "The host is not a loopback name; allowed: localhost, 127.0.0.1 or [::1]"));
      }
      String origin = request.getHeader("Origin");
      boolean isForeign = origin != null && (authority == null || !isOf(origin, authority));
      if (isForeign || (isFromOtherSite(request) && !isLink(request))) {
        throw new Refusal(
            Problem.of(
                403, "FOREIGN_ORIGIN", "Calls from web pages of other sites are not allowed"));
      }
    }

    /** As RFC 9112 (section 3.2) demands. */
    private static void checkHost(HttpServerRequest request) {
      List<String> hosts = request.headers().getAll("Host");
      boolean mayLack = request.version() == HttpVersion.HTTP_1_0;
      boolean isClear =
          hosts.size() == 1 ? request.authority() != null : hosts.isEmpty() && mayLack;
      if (!isClear) {
        throw new InvalidRequestException(
            "Host", String.join(", ", hosts), "one header, with a name or an address, and a port");
      }
    }

    private static boolean isFromOtherSite(HttpServerRequest request) {
      String site = request.getHeader("Sec-Fetch-Site");
      return site != null && !site.equals("same-origin") && !site.equals("none");
    }

    private static boolean isLink(HttpServerRequest request) {
      return request.method().equals(HttpMethod.GET)
          && "navigate".equals(request.getHeader("Sec-Fetch-Mode"))
          && "document".equals(request.getHeader("Sec-Fetch-Dest"));
    }

    private static boolean isLoopback(String host) {
      String name = host.toLowerCase(Locale.ROOT);
      return name.equals("localhost")
          || name.endsWith(".localhost")
          || name.matches("127(\\.[0-9]{1,3}){3}")
          || name.equals("::1")
          || name.equals("[::1]");
    }

    private static boolean isOf(String origin, HostAndPort authority) {
      try {
        URI uri = new URI(origin);
        int port = uri.getPort() < 0 ? 80 : uri.getPort();
        int own = authority.port() < 0 ? 80 : authority.port();
        return authority.host().equalsIgnoreCase(uri.getHost()) && port == own;
      } catch (URISyntaxException malformed) {
        return false;
      }
    }
  }
}
