package io.duetime.redis;

import io.duetime.Duetime;
import io.duetime.DuetimeSettings;
import io.duetime.engine.Engine;
import io.duetime.internal.client.StoreClient;
import io.duetime.internal.client.call.Pace;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Opens stores on clients that a program has already. */
public final class RedisStores {
  private RedisStores() {}

  /**
   * Opens a store over a client's server, or the one that the Sentinels of its URI name. The store
   * makes connections of its own and closes them with itself; the client stays open.
   *
   * @param options their connect timeout and client name say nothing here: the client has its own
   * @param change sets what else the store is opened with; a URI and options of the engine are not
   *     used
   * @throws io.duetime.RetryableException when nothing answers there
   * @throws io.duetime.StoreFailureException when the store does not let us in
   */
  public static Duetime open(
      RedisClient client, RedisOptions options, UnaryOperator<DuetimeSettings.Builder> change) {
    return open(() -> RedisEngines.on(client, options), change);
  }

  /**
   * Opens a store over a client's cluster; otherwise as {@link #open(RedisClient, RedisOptions,
   * UnaryOperator)}. How often the cluster is asked for its nodes is the client's to say.
   */
  public static Duetime open(
      RedisClusterClient client,
      RedisOptions options,
      UnaryOperator<DuetimeSettings.Builder> change) {
    return open(() -> RedisEngines.on(client, options), change);
  }

  // The settings are checked before anything is opened.
  private static Duetime open(
      Supplier<Engine> engine, UnaryOperator<DuetimeSettings.Builder> change) {
    DuetimeSettings settings = change.apply(Duetime.builder().uri("redis:")).build();
    return StoreClient.over(engine.get(), settings, Pace.NORMAL);
  }
}
