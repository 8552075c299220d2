package io.duetime.redis.internal.link;

import io.duetime.TimeSource;
import io.duetime.redis.internal.link.RedisLink.ChannelListener;
import io.duetime.redis.internal.link.RedisLink.Subscription;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who listens to which channel, over one connection that is made for the first of them. */
final class Channels implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Channels.class);
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(250);

  private final Topology topology;
  private final Executor connectors;
  private final TimeSource time;
  private final Map<ChannelName, List<ChannelListener>> listeners = new ConcurrentHashMap<>();

  // Guarded by this.
  private @Nullable StatefulRedisPubSubConnection<byte[], byte[]> connection;
  private boolean connecting;
  private boolean closed;

  Channels(Topology topology, Executor connectors, TimeSource time) {
    this.topology = topology;
    this.connectors = connectors;
    this.time = time;
  }

  Subscription subscribe(byte[] name, ChannelListener listener) {
    byte[] channel = name.clone();
    ChannelName key = new ChannelName(channel);
    listeners.compute(
        key,
        (ignored, others) -> {
          List<ChannelListener> all = others == null ? new CopyOnWriteArrayList<>() : others;
          all.add(listener);
          return all;
        });
    ask(channel);
    return () -> leave(key, listener);
  }

  private void leave(ChannelName key, ChannelListener listener) {
    boolean[] last = {false};
    listeners.computeIfPresent(
        key,
        (ignored, all) -> {
          last[0] = all.remove(listener) && all.isEmpty();
          return all.isEmpty() ? null : all;
        });
    StatefulRedisPubSubConnection<byte[], byte[]> open = connected();
    if (last[0] && open != null) {
      RedisFuture<Void> unused = open.async().unsubscribe(key.bytes());
    }
  }

  /** Asks for a channel; also when others listen to it already, so that the new one is told. */
  private void ask(byte[] channel) {
    StatefulRedisPubSubConnection<byte[], byte[]> open = connected();
    if (open == null) {
      connect();
      return;
    }
    Stages.whenDone(
        open.async().subscribe(channel),
        (done, failure) -> {
          if (failure != null) {
            time.after(BETWEEN_ATTEMPTS, () -> askAgain(channel));
          }
        });
  }

  private void askAgain(byte[] channel) {
    if (listeners.containsKey(new ChannelName(channel)) && !isClosed()) {
      ask(channel);
    }
  }

  private void connect() {
    synchronized (this) {
      if (connecting || closed) {
        return;
      }
      connecting = true;
    }
    try {
      connectors.execute(this::connectNow);
    } catch (RejectedExecutionException ended) {
      LOG.debug("The link is closed");
    }
  }

  private void connectNow() {
    try {
      StatefulRedisPubSubConnection<byte[], byte[]> fresh = topology.connectPubSub();
      fresh.addListener(new Hearing());
      if (!keep(fresh)) {
        Closing.soon(fresh);
        return;
      }
      listeners.keySet().forEach(key -> ask(key.bytes()));
    } catch (RuntimeException failure) {
      LOG.debug("No connection for channels yet; it is tried again", failure);
      stopConnecting();
      time.after(BETWEEN_ATTEMPTS, this::connect);
    }
  }

  private synchronized boolean keep(StatefulRedisPubSubConnection<byte[], byte[]> fresh) {
    connecting = false;
    if (!closed) {
      connection = fresh;
    }
    return !closed;
  }

  private synchronized void stopConnecting() {
    connecting = false;
  }

  private synchronized @Nullable StatefulRedisPubSubConnection<byte[], byte[]> connected() {
    return connection;
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    StatefulRedisPubSubConnection<byte[], byte[]> open;
    synchronized (this) {
      closed = true;
      open = connection;
    }
    listeners.clear();
    if (open != null) {
      open.close();
    }
  }

  private List<ChannelListener> listenersOf(byte[] channel) {
    return listeners.getOrDefault(new ChannelName(channel), List.of());
  }

  /** Passes on what the driver hears. */
  private final class Hearing extends RedisPubSubAdapter<byte[], byte[]> {
    @Override
    public void message(byte[] channel, byte[] payload) {
      listenersOf(channel).forEach(listener -> listener.message(payload));
    }

    @Override
    public void subscribed(byte[] channel, long count) {
      listenersOf(channel).forEach(ChannelListener::subscribed);
    }
  }
}
