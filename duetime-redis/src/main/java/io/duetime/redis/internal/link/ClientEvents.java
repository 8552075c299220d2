package io.duetime.redis.internal.link;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.cluster.event.ClusterTopologyChangedEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.core.Disposable;

/** Listens to a client for as long as it is used. */
final class ClientEvents implements AutoCloseable {
  private final AbstractRedisClient client;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final RedisConnectionStateListener comebacks = new Comebacks(this::tell);
  private final Disposable changes;

  ClientEvents(AbstractRedisClient client) {
    this.client = client;
    client.addListener(comebacks);
    this.changes =
        client
            .getResources()
            .eventBus()
            .get()
            .filter(ClusterTopologyChangedEvent.class::isInstance)
            .subscribe(change -> tell());
  }

  void onRestored(Runnable listener) {
    listeners.add(listener);
  }

  private void tell() {
    listeners.forEach(Runnable::run);
  }

  @Override
  public void close() {
    client.removeListener(comebacks);
    changes.dispose();
    listeners.clear();
  }
}
