package io.duetime.server.http.call;

import io.vertx.core.http.HttpServerRequest;
import java.util.UUID;
import java.util.regex.Pattern;

/** Names each request, so that callers and logs can refer to it. */
public final class RequestId {
  /** The header, of requests and of answers. */
  public static final String HEADER = "X-Request-Id";

  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._:/+=@-]{1,128}");

  private RequestId() {}

  /** The caller's id of a request, or a new one if it has none that can be logged as it is. */
  public static String of(HttpServerRequest request) {
    String given = request.getHeader(HEADER);
    return given != null && ALLOWED.matcher(given).matches() ? given : UUID.randomUUID().toString();
  }
}
