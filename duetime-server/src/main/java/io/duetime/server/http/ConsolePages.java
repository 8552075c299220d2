package io.duetime.server.http;

import io.duetime.console.ConsoleFile;
import io.duetime.server.http.call.HttpAnswer;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/**
 * Serves the files of the console, without a token: they hold no data, and the page asks for the
 * token that its calls need.
 */
final class ConsolePages {
  private static final String KEPT = "public, max-age=31536000, immutable";

  private ConsolePages() {}

  static Optional<HttpAnswer> answer(HttpServerRequest request) {
    String path = request.path();
    boolean isRead =
        request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
    return isRead && path != null
        ? ConsoleFile.at(path).map(ConsolePages::answer)
        : Optional.empty();
  }

  private static HttpAnswer answer(ConsoleFile file) {
    return HttpAnswer.of(200, file.mediaType(), () -> Buffer.buffer(file.content()))
        .with("Content-Security-Policy", ConsoleFile.CONTENT_SECURITY_POLICY)
        .with("Cache-Control", file.neverChanges() ? KEPT : "no-cache");
  }
}
