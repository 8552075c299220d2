package io.duetime.redis;

import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.redis.internal.link.LettuceLink;
import java.util.Set;

/**
 * Opens stores in Redis and Valkey: {@code redis://HOST}, {@code redis-sentinel://HOST,…?master=…}
 * and {@code redis-cluster://HOST,…}, and the same with {@code rediss} for encrypted connections.
 * Parameters behind the URI's question mark are those of {@link RedisOptions}; the others name the
 * user of the Sentinels and configure encryption.
 */
public final class RedisEngineProvider implements EngineProvider {
  @Override
  public Set<String> schemes() {
    return RedisUri.SCHEMES;
  }

  @Override
  public Engine open(String uri, EngineContext context) {
    RedisUri store = RedisUri.parse(uri, context.options());
    RedisOptions options = store.options();
    return RedisEngines.over(LettuceLink.open(store.address(), options.linkSettings()), options);
  }
}
