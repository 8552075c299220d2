package io.duetime.redis.internal.engine;

import io.duetime.TimeSource;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.internal.engine.Watchers;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.watch.OwnClaim;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Wakes those who watch queues: by messages on the channels of shards, quickly, and by a {@link
 * Heartbeat}, surely. Thread safe.
 */
final class WakeUps {
  private final Store store;
  private final TimeSource time;
  private final Watchers watchers = new Watchers();
  private final Map<String, WatchedQueue> byQueue = new HashMap<>(); // guarded by itself
  private final Heartbeat heartbeat;
  private final RedisLink.Subscription restored;

  WakeUps(Store store, TimeSource time) {
    this.store = store;
    this.time = time;
    this.heartbeat = new Heartbeat(store, time, this::watchedShards);
    this.restored = store.link().onRestored(heartbeat::soon);
    store.shards().onChange(this::changed);
  }

  private List<WatchedShard> watchedShards() {
    List<WatchedQueue> queues;
    synchronized (byQueue) {
      queues = List.copyOf(byQueue.values());
    }
    List<WatchedShard> shards = new ArrayList<>();
    for (WatchedQueue queue : queues) {
      List<WatchedShard> its = queue.shards();
      if (its.isEmpty()) {
        queue.listen();
      }
      shards.addAll(its);
    }
    return shards;
  }

  Watcher.Subscription watch(String queue, Watcher watcher) {
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
    heartbeat.start();
    synchronized (byQueue) {
      WatchedQueue watched = byQueue.get(queue);
      if (watched == null) {
        watched = new WatchedQueue(queue, store, heartbeat::soon, watchers::tell);
        byQueue.put(queue, watched);
        watched.listen();
      }
      watched.watchers++;
    }
  }

  private void leave(String queue) {
    synchronized (byQueue) {
      WatchedQueue watched = byQueue.get(queue);
      if (watched != null && --watched.watchers == 0) {
        byQueue.remove(queue);
        watched.close();
      }
    }
  }

  /** The shards of a queue have changed: whoever watches it listens to the new ones as well. */
  private void changed(String queue) {
    WatchedQueue watched;
    synchronized (byQueue) {
      watched = byQueue.get(queue);
    }
    if (watched != null) {
      watched.listen();
      watchers.tell(new Watcher.Signal(queue, ShardId.ONLY, Watcher.Kind.SHARDS, 0));
    }
  }

  /** A claim from a queue begins. */
  OwnClaim claim(String queue, String consumer) {
    WatchedQueue watched;
    synchronized (byQueue) {
      watched = byQueue.get(queue);
    }
    if (watched == null) {
      return OwnClaim.UNWATCHED;
    }
    watched.claimedBy(consumer, time.nanoTime());
    return watched.watch().claim();
  }

  void close() {
    restored.close();
    heartbeat.close();
  }
}
