package io.duetime.redis.internal.engine;

import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.internal.engine.Watchers;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.shard.ShardKeys;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens on the channels of the shards of watched queues. What may have been missed, before the
 * channel was heard or while the connection was gone, is made good by a signal to look at once.
 * Thread safe.
 */
final class WakeUps {
  private static final Logger LOG = LoggerFactory.getLogger(WakeUps.class);

  private final Store store;
  private final Watchers watchers = new Watchers();
  private final Map<String, Listening> byQueue = new HashMap<>(); // guarded by itself

  WakeUps(Store store) {
    this.store = store;
  }

  /** The channel of a queue that somebody watches; guarded by the map. */
  private static final class Listening {
    final RedisLink.Subscription channel;
    int watchers;

    Listening(RedisLink.Subscription channel) {
      this.channel = channel;
    }
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
    synchronized (byQueue) {
      byQueue.computeIfAbsent(queue, name -> new Listening(listen(name))).watchers++;
    }
  }

  private void leave(String queue) {
    synchronized (byQueue) {
      Listening listening = byQueue.get(queue);
      if (listening != null && --listening.watchers == 0) {
        byQueue.remove(queue);
        listening.channel.close();
      }
    }
  }

  private RedisLink.Subscription listen(String queue) {
    ShardKeys shard = store.keys().shard(queue, ShardId.ONLY);
    return store.link().subscribe(shard.channel(), new Ear(shard));
  }

  private void tell(ShardKeys shard, long moment) {
    watchers.tell(new Watcher.Signal(shard.queue(), shard.shard(), Watcher.Kind.EARLIER, moment));
  }

  /** Hears one channel. */
  private final class Ear implements RedisLink.ChannelListener {
    private final ShardKeys shard;

    Ear(ShardKeys shard) {
      this.shard = shard;
    }

    @Override
    public void subscribed() {
      tell(shard, 0);
    }

    @Override
    public void message(byte[] payload) {
      String text = new String(payload, StandardCharsets.US_ASCII);
      if (!text.startsWith("E")) {
        return;
      }
      try {
        tell(shard, Long.parseLong(text.substring(1)));
      } catch (NumberFormatException malformed) {
        LOG.debug("A message on the channel of {} that says nothing: {}", shard.queue(), text);
      }
    }
  }
}
