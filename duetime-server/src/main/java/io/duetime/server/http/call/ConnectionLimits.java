package io.duetime.server.http.call;

import io.duetime.server.connection.ConnectionPlan;
import java.time.Duration;

/**
 * The limits of connections.
 *
 * @param most those that are served
 * @param surplus those beyond, on which only health and metrics are answered
 * @param quiet how long a connection may be without a complete request, about
 * @param head how long a header may take from its first byte on, about
 */
public record ConnectionLimits(int most, int surplus, Duration quiet, Duration head) {
  private static final Duration QUIET = Duration.ofSeconds(60);
  private static final Duration HEAD = Duration.ofSeconds(10);

  /** The limits of a server. */
  public static ConnectionLimits of(ConnectionPlan plan) {
    return new ConnectionLimits(plan.http(), plan.surplus(), QUIET, HEAD);
  }

  /** The limits of a server with the means of this process that has no other port. */
  public static ConnectionLimits ofProcess() {
    return of(ConnectionPlan.of(ConnectionPlan.Means.ofProcess(), 0));
  }
}
