package io.duetime.redis;

import io.duetime.engine.Engine;
import io.duetime.engine.Finding;
import io.duetime.redis.internal.engine.CheckedRedis;
import io.duetime.redis.internal.engine.RedisEngine;
import io.duetime.redis.internal.link.LettuceLink;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.script.Scripts;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ShardMap;
import io.duetime.redis.internal.store.StoreKeys;
import io.duetime.redis.internal.store.StoreTime;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens engines on clients that the program already has. */
public final class RedisEngines {
  private static final Logger LOG = LoggerFactory.getLogger("io.duetime.redis");

  private RedisEngines() {}

  /**
   * Opens a store over a client's server, or the one that the Sentinels of its URI name. The engine
   * makes connections of its own and closes them; the client stays open.
   *
   * @param options its connect timeout and client name are ignored: those of the client apply
   * @throws io.duetime.RetryableException when no server answers
   * @throws io.duetime.StoreFailureException when the store refuses the user
   */
  public static Engine on(RedisClient client, RedisOptions options) {
    return over(LettuceLink.on(client, options.linkSettings()), options);
  }

  /**
   * Opens a store over a client's cluster; otherwise as {@link #on(RedisClient, RedisOptions)}. The
   * client determines how often the cluster is asked for its nodes.
   */
  public static Engine on(RedisClusterClient client, RedisOptions options) {
    return over(LettuceLink.on(client, options.linkSettings()), options);
  }

  static Engine over(RedisLink link, RedisOptions options) {
    Scripts scripts = new Scripts(Scripts.Time.STORE);
    StoreKeys keys = new StoreKeys(options.prefix());
    RedisStore store =
        new RedisStore(link, scripts, keys, new ShardMap(link, keys), StoreTime.ofServer(link));
    int maxPayload = options.maxPayloadBytes();
    Engine engine = new CheckedRedis(new RedisEngine(store, maxPayload), maxPayload);
    engine.selfCheck().whenComplete(RedisEngines::tell);
    return engine;
  }

  /** Logs misconfigurations once. */
  private static void tell(@Nullable List<Finding> findings, @Nullable Throwable failure) {
    if (findings == null) {
      LOG.debug("The store was not checked, perhaps as it was closed", failure);
      return;
    }
    for (Finding finding : findings) {
      String text = finding.check() + ": " + finding.message() + "; to do: " + finding.remedy();
      switch (finding.verdict()) {
        case FAILURE -> LOG.error("{}", text);
        case WARNING -> LOG.warn("{}", text);
        case UNKNOWN -> LOG.info("{}", text);
        case OK -> LOG.debug("{}", text);
      }
    }
  }
}
