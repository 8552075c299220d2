package io.duetime.server.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/**
 * Adds to every answer the headers that keep browsers from running or embedding it. There are no
 * headers for CORS, so pages of other sites cannot read answers.
 */
final class SecurityHeaders {
  private SecurityHeaders() {}

  static void add(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    response.putHeader("X-Content-Type-Options", "nosniff");
    response.putHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    response.putHeader("Referrer-Policy", "no-referrer");
    if (request.isSSL()) {
      response.putHeader("Strict-Transport-Security", "max-age=31536000");
    }
  }
}
