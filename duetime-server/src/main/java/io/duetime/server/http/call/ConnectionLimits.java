package io.duetime.server.http.call;

import java.time.Duration;

/**
 * The limits of connections.
 *
 * @param most those that are served; further ones are refused
 * @param quiet how long a connection may be without a complete request, about
 */
public record ConnectionLimits(int most, Duration quiet) {
  /** The limits of a server. */
  public static final ConnectionLimits DEFAULT =
      new ConnectionLimits(10_000, Duration.ofSeconds(60));
}
