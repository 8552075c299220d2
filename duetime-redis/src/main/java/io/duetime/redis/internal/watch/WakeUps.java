package io.duetime.redis.internal.watch;

import io.duetime.TimeSource;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.engine.support.Watchers;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.store.RedisStore;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the watchers of queues: quickly by messages on the channels of shards, and reliably by the
 * checks of {@link WatchedNodes}. Thread safe.
 */
public final class WakeUps {
  private final RedisStore store;
  private final TimeSource time;
  private final Watchers watchers = new Watchers();
  private final Map<String, WatchedQueue> byQueue = new HashMap<>(); // guarded by itself
  private final WatchedNodes nodes;
  private final RedisLink.Subscription restored;

  public WakeUps(RedisStore store, TimeSource time) {
    this.store = store;
    this.time = time;
    this.nodes = new WatchedNodes(store, time);
    this.restored = store.link().onRestored(nodes::restored);
    store.shards().onChange(this::changed);
  }

  public Watcher.Subscription watch(String queue, Watcher watcher) {
    Watcher.Subscription mine = watchers.add(queue, watcher);
    join(queue);
    AtomicBoolean left = new AtomicBoolean();
    return () -> {
      if (left.compareAndSet(false, true)) {
        mine.close();
        leave(queue);
      }
    };
  }

  private void join(String queue) {
    nodes.start();
    synchronized (byQueue) {
      WatchedQueue watched = byQueue.get(queue);
      if (watched == null) {
        watched = new WatchedQueue(queue, store, nodes, watchers::tell);
        byQueue.put(queue, watched);
        watched.listen();
      }
      watched.count++;
    }
  }

  private void leave(String queue) {
    synchronized (byQueue) {
      WatchedQueue watched = byQueue.get(queue);
      if (watched != null && --watched.count == 0) {
        byQueue.remove(queue);
        watched.close();
      }
    }
  }

  private @Nullable WatchedQueue watched(String queue) {
    synchronized (byQueue) {
      return byQueue.get(queue);
    }
  }

  /**
   * Subscribes to the new shards of a queue, and tells its watchers that the shards have changed.
   */
  private void changed(String queue) {
    WatchedQueue watched = watched(queue);
    if (watched != null) {
      watched.listen();
      watchers.tell(new Watcher.Signal(queue, ShardId.ONLY, Watcher.Kind.SHARDS, 0));
    }
  }

  /** Notes that a consumer claims from a queue; answers whether this process watches the queue. */
  public boolean claimedBy(String queue, String consumer) {
    WatchedQueue watched = watched(queue);
    if (watched != null) {
      watched.claimedBy(consumer, time.nanoTime());
    }
    return watched != null;
  }

  public void close() {
    restored.close();
    nodes.close();
  }
}
