package io.duetime.server.beanstalkd;

import io.duetime.Limits;
import io.duetime.server.http.call.ByteRoom;
import io.duetime.server.http.call.HttpLimits;
import java.time.Duration;

/**
 * The limits of the protocol.
 *
 * @param maxJobSize the largest body in bytes; larger ones are answered with JOB_TOO_BIG
 * @param maxConnections the most open connections; further ones are closed at once
 * @param maxUnread the most bytes of one connection that wait for an earlier command
 * @param patience how long a client may take to send one command or to read answers that wait for
 *     it
 * @param lease how long a reserved job is leased; the server extends the lease while the connection
 *     is open, so that its own death costs no more than this
 * @param tubeRetention after how long an empty tube to which no connection refers is deleted; zero
 *     for never
 */
public record BeanstalkdLimits(
    int maxJobSize,
    int maxConnections,
    int maxUnread,
    Duration patience,
    Duration lease,
    Duration tubeRetention) {
  /** The longest retention of tubes that can be set. */
  public static final Duration LONGEST_RETENTION = Duration.ofDays(365);

  /** The defaults: bodies as in beanstalkd. */
  public static final BeanstalkdLimits DEFAULT =
      new BeanstalkdLimits(
          65_535,
          20_000,
          64 << 10,
          Duration.ofMinutes(5),
          Duration.ofSeconds(10),
          Duration.ofMinutes(10));

  /** The largest body that can be set. */
  private static final int MOST_JOB_SIZE = 16 << 20;

  /** The largest number of connections that can be set. */
  public static final int MOST_CONNECTIONS = 1_000_000;

  /** How long a connection may take to log in where the server needs a token. */
  static final Duration LOGIN = Duration.ofSeconds(10);

  private static final int MOST_BEFORE_LOGIN = 1_000;
  private static final int SHARE_BEFORE_LOGIN = 4;

  public BeanstalkdLimits {
    Limits.count("maxJobSize", maxJobSize, MOST_JOB_SIZE);
    Limits.count("maxConnections", maxConnections, MOST_CONNECTIONS);
    Limits.count("maxUnread", maxUnread, 1 << 30);
    Limits.leaseMillis(lease);
    Limits.within(
        "tubeRetention", tubeRetention, Duration.ZERO, LONGEST_RETENTION, "0 to 365 days");
  }

  /** Makes limits with another largest body, number of connections and retention of tubes. */
  public BeanstalkdLimits with(int otherJobSize, int otherConnections, Duration otherRetention) {
    return new BeanstalkdLimits(
        otherJobSize, otherConnections, maxUnread, patience, lease, otherRetention);
  }

  /** The room for bodies that are not complete or not stored; as large as that of HTTP. */
  ByteRoom.Size bodies() {
    return HttpLimits.of(maxJobSize, Runtime.getRuntime().maxMemory()).bodies();
  }

  /** The most connections of one address that have not logged in. */
  int maxBeforeLogin() {
    return Math.max(1, Math.min(MOST_BEFORE_LOGIN, maxConnections / SHARE_BEFORE_LOGIN));
  }
}
