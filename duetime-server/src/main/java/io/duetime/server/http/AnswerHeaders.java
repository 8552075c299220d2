package io.duetime.server.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Adds to every answer the id of its request, so that callers and logs can refer to it, and the
 * headers that keep browsers from running or embedding it. There are no headers for CORS, so pages
 * of other sites cannot read answers.
 */
final class AnswerHeaders {
  private static final String REQUEST_ID = "X-Request-Id";
  private static final Pattern LOGGABLE = Pattern.compile("[A-Za-z0-9._:/+=@-]{1,128}");

  private AnswerHeaders() {}

  static void add(HttpServerRequest request) {
    String id = request.getHeader(REQUEST_ID);
    boolean isLoggable = id != null && LOGGABLE.matcher(id).matches();
    HttpServerResponse response = request.response();
    response.putHeader(REQUEST_ID, isLoggable ? id : UUID.randomUUID().toString());
    response.putHeader("X-Content-Type-Options", "nosniff");
    response.putHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    response.putHeader("Referrer-Policy", "no-referrer");
    if (request.isSSL()) {
      response.putHeader("Strict-Transport-Security", "max-age=31536000");
    }
  }

  /** The id of a request: the caller's own, or a new one if that cannot be logged as it is. */
  static String requestId(HttpServerRequest request) {
    return Objects.requireNonNull(request.response().headers().get(REQUEST_ID));
  }
}
