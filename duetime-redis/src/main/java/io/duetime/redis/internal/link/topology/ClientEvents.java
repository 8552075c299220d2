package io.duetime.redis.internal.link.topology;

import io.duetime.redis.internal.link.RedisLink.Subscription;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.cluster.event.ClusterTopologyChangedEvent;
import java.net.SocketAddress;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.core.Disposable;

/**
 * Listens to a client: to connections that were lost and came back, and to changes of the nodes.
 */
final class ClientEvents implements RedisConnectionStateListener, AutoCloseable {
  private final AbstractRedisClient client;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final Set<RedisChannelHandler<?, ?>> lost =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
  private final Disposable changes;

  ClientEvents(AbstractRedisClient client) {
    this.client = client;
    this.changes =
        client
            .getResources()
            .eventBus()
            .get()
            .filter(ClusterTopologyChangedEvent.class::isInstance)
            .subscribe(change -> tell());
    client.addListener(this);
  }

  Subscription onRestored(Runnable listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  @Override
  public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
    lost.add(connection);
  }

  @Override
  public void onRedisConnected(RedisChannelHandler<?, ?> connection, SocketAddress address) {
    if (lost.remove(connection)) {
      tell();
    }
  }

  private void tell() {
    listeners.forEach(Runnable::run);
  }

  @Override
  public void close() {
    client.removeListener(this);
    changes.dispose();
    listeners.clear();
  }
}
