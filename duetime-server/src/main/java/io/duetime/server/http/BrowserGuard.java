package io.duetime.server.http;

import io.duetime.InvalidRequestException;
import io.duetime.server.http.call.Refusal;
import io.duetime.wire.Problem;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;

/**
 * Refuses requests whose host is not clear, and calls from web pages of other sites. A page can
 * make a browser send requests to the loopback address, also by a host name that resolves to it. So
 * the origin of a page must be this server, and while callers from this machine need no token, the
 * host must be a loopback name. Browsers send no origin with some requests that read, but say
 * whether a page of another site makes them: such a page may only lead its user here by a link.
 */
final class BrowserGuard {
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
          Problem.of(403, "FOREIGN_ORIGIN", "Calls from web pages of other sites are not allowed"));
    }
  }

  /** As RFC 9112 (section 3.2) demands. */
  private static void checkHost(HttpServerRequest request) {
    List<String> hosts = request.headers().getAll("Host");
    boolean mayLack = request.version() == HttpVersion.HTTP_1_0;
    boolean isClear = hosts.size() == 1 ? request.authority() != null : hosts.isEmpty() && mayLack;
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
