package io.duetime.redis.internal.link;

import java.time.Duration;

/**
 * Settings of a link.
 *
 * @param timeout how long one sending waits for its answer
 * @param connectTimeout how long connecting may take
 * @param patience for how long a call is sent again while the store says that it did nothing
 * @param topologyRefresh how often a cluster is asked for its nodes, also after every sign of a
 *     change
 * @param alwaysFsynced whether the store is declared to fsync before it answers
 * @param clientName the name that the store shows for the connections
 */
public record LinkSettings(
    Duration timeout,
    Duration connectTimeout,
    Duration patience,
    Duration topologyRefresh,
    boolean alwaysFsynced,
    String clientName) {
  /** The defaults. */
  public static final LinkSettings DEFAULT =
      new LinkSettings(
          Duration.ofSeconds(5),
          Duration.ofSeconds(3),
          Duration.ofSeconds(5),
          Duration.ofSeconds(15),
          false,
          "duetime");

  public LinkSettings within(Duration newTimeout, Duration newPatience) {
    return new LinkSettings(
        newTimeout, connectTimeout, newPatience, topologyRefresh, alwaysFsynced, clientName);
  }
}
