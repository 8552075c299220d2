package io.duetime.redis.internal.link;

import io.duetime.redis.internal.link.Topology.ServerTopology;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;

/** Opens links. */
public final class Links {
  private static final String GIVEN = "the given client's store";

  private Links() {}

  /**
   * Opens a link with a client of its own.
   *
   * @throws io.duetime.RetryableException when no server answers
   * @throws io.duetime.StoreFailureException when the store refuses the user
   */
  public static RedisLink open(Address address, LinkSettings settings) {
    return LettuceLink.open(
        address.toString(), new Clients(address, settings).topology(), settings);
  }

  /** Opens a link with a client of the user, which stays open when the link is closed. */
  public static RedisLink on(RedisClient client, LinkSettings settings) {
    return LettuceLink.open(GIVEN, new ServerTopology(client, GIVEN, () -> {}), settings);
  }

  /** Opens a link with a client of the user, which stays open when the link is closed. */
  public static RedisLink on(RedisClusterClient client, LinkSettings settings) {
    return LettuceLink.open(GIVEN, new ClusterTopology(client, () -> {}), settings);
  }
}
