package io.duetime.redis;

import io.duetime.Duetime;
import io.duetime.DuetimeSettings;
import io.duetime.engine.Engine;
import io.duetime.runtime.StoreClient;
import io.duetime.runtime.call.ClientContext;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Opens stores on clients that the program already has. */
public final class RedisStores {
  private RedisStores() {}

  /**
   * Opens a store over a client's server, or the one that the Sentinels of its URI name. The store
   * makes connections of its own and closes them with itself; the client stays open.
   *
   * @param options its connect timeout and client name are ignored: those of the client apply
   * @param change changes the other settings; a URI and options of the engine are ignored
   * @throws io.duetime.RetryableException when no server answers
   * @throws io.duetime.StoreFailureException when the store refuses the user
   */
  public static Duetime open(
      RedisClient client, RedisOptions options, UnaryOperator<DuetimeSettings.Builder> change) {
    return open(() -> RedisEngines.on(client, options), change);
  }

  /**
   * Opens a store over a client's cluster; otherwise as {@link #open(RedisClient, RedisOptions,
   * UnaryOperator)}. The client determines how often the cluster is asked for its nodes.
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
    return StoreClient.over(engine.get(), settings, ClientContext.Pace.NORMAL);
  }
}
