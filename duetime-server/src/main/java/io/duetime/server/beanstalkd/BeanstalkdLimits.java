package io.duetime.server.beanstalkd;

import io.duetime.Limits;
import java.time.Duration;

/**
 * The limits of the protocol.
 *
 * @param maxJobSize the largest body in bytes; larger ones are answered with JOB_TOO_BIG
 * @param maxConnections the most open connections; further ones are closed at once
 * @param maxUnread the most bytes of one connection that wait for an earlier command
 * @param lease how long a reserved job is leased; the server extends the lease while the connection
 *     is open, so that its own death costs no more than this
 */
public record BeanstalkdLimits(int maxJobSize, int maxConnections, int maxUnread, Duration lease) {
  /** The defaults: bodies as in beanstalkd. */
  public static final BeanstalkdLimits DEFAULT =
      new BeanstalkdLimits(65_535, 20_000, 64 << 10, Duration.ofSeconds(10));

  /** Checks the ranges. */
  public BeanstalkdLimits {
    Limits.count("maxJobSize", maxJobSize, Limits.DEFAULT_MAX_PAYLOAD_BYTES);
    Limits.count("maxConnections", maxConnections, 1_000_000);
    Limits.count("maxUnread", maxUnread, 1 << 30);
    Limits.leaseMillis(lease);
  }
}
