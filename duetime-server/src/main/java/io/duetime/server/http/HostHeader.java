package io.duetime.server.http;

import io.duetime.InvalidRequestException;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;

/** Refuses requests whose host is not clear, as RFC 9112 (section 3.2) demands. */
final class HostHeader {
  private HostHeader() {}

  static void check(HttpServerRequest request) {
    List<String> hosts = request.headers().getAll("Host");
    boolean mayLack = request.version() == HttpVersion.HTTP_1_0;
    boolean isClear = hosts.size() == 1 ? request.authority() != null : hosts.isEmpty() && mayLack;
    if (!isClear) {
      throw new InvalidRequestException(
          "Host", String.join(", ", hosts), "one header, with a name or an address, and a port");
    }
  }
}
