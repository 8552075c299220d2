package io.duetime.server.http;

import io.duetime.server.http.call.Refusal;
import io.duetime.server.json.Problem;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Keeps web pages of other sites out of a server that asks for no credentials. A page can make a
 * browser send requests to the loopback address, also under a name of its own that it points there;
 * so the name asked for has to be a loopback one, and a page's origin has to be this server.
 */
final class BrowserGuard {
  private BrowserGuard() {}

  static void check(HttpServerRequest request) {
    HostAndPort authority = request.authority();
    if (authority == null || !isLoopback(authority.host())) {
      throw new Refusal(
          Problem.of(
              421,
              "MISDIRECTED",
              "This server answers to loopback names alone, such as localhost"));
    }
    String origin = request.getHeader("Origin");
    if (origin != null && !isOf(origin, authority)) {
      throw new Refusal(
          Problem.of(403, "FOREIGN_ORIGIN", "Pages of other sites may not use this server"));
    }
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
    @Nullable URI uri = parsed(origin);
    if (uri == null || uri.getHost() == null) {
      return false;
    }
    int port = uri.getPort() < 0 ? 80 : uri.getPort();
    int own = authority.port() < 0 ? 80 : authority.port();
    return uri.getHost().equalsIgnoreCase(authority.host()) && port == own;
  }

  private static @Nullable URI parsed(String origin) {
    try {
      return new URI(origin);
    } catch (URISyntaxException malformed) {
      return null;
    }
  }
}
