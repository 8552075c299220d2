package io.duetime.redis.internal.link;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import java.net.SocketAddress;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/** Notices connections that were lost and came back, among those that come and go for good. */
final class Comebacks implements RedisConnectionStateListener {
  private final Set<RedisChannelHandler<?, ?>> lost =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
  private final Runnable listener;

  Comebacks(Runnable listener) {
    this.listener = listener;
  }

  @Override
  public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
    lost.add(connection);
  }

  @Override
  public void onRedisConnected(RedisChannelHandler<?, ?> connection, SocketAddress address) {
    if (lost.remove(connection)) {
      listener.run();
    }
  }
}
