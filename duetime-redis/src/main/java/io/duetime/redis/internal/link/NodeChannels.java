package io.duetime.redis.internal.link;

import io.duetime.TimeSource;
import io.duetime.redis.internal.link.RedisLink.ChannelListener;
import io.duetime.redis.internal.link.RedisLink.Subscription;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The channels that are heard at one node, over a connection that is made for the first of them.
 */
final class NodeChannels implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeChannels.class);
  static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(250);
  private static final int CHANNELS_PER_COMMAND = 500;

  private final Supplier<StatefulRedisPubSubConnection<byte[], byte[]>> connect;
  private final Executor connectors;
  private final TimeSource time;
  private final Map<ByteBuffer, List<ChannelListener>> listeners = new ConcurrentHashMap<>();

  // Guarded by this.
  private @Nullable StatefulRedisPubSubConnection<byte[], byte[]> connection;
  private boolean connecting;
  private boolean closed;

  /**
   * Connects later.
   *
   * @param connect makes a connection to the node, waiting for it
   * @param connectors what may wait
   */
  NodeChannels(
      Supplier<StatefulRedisPubSubConnection<byte[], byte[]>> connect,
      Executor connectors,
      TimeSource time) {
    this.connect = connect;
    this.connectors = connectors;
    this.time = time;
  }

  Subscription subscribe(byte[] channel, ChannelListener listener) {
    ByteBuffer key = ByteBuffer.wrap(channel);
    listeners.compute(
        key,
        (ignored, others) -> {
          List<ChannelListener> all = others == null ? new CopyOnWriteArrayList<>() : others;
          all.add(listener);
          return all;
        });
    // Also when another listener has the channel already, so that the new one is told.
    ask(List.of(channel));
    return () -> leave(key, listener);
  }

  private void leave(ByteBuffer key, ChannelListener listener) {
    boolean[] last = {false};
    listeners.computeIfPresent(
        key,
        (ignored, all) -> {
          last[0] = all.remove(listener) && all.isEmpty();
          return all.isEmpty() ? null : all;
        });
    StatefulRedisPubSubConnection<byte[], byte[]> open = connected();
    if (last[0] && open != null) {
      RedisFuture<Void> unused = open.async().unsubscribe(key.array());
    }
  }

  boolean isUnused() {
    return listeners.isEmpty();
  }

  private void ask(List<byte[]> channels) {
    StatefulRedisPubSubConnection<byte[], byte[]> open = connected();
    if (open == null) {
      connect();
      return;
    }
    Stages.whenDone(
        open.async().subscribe(channels.toArray(byte[][]::new)),
        (done, failure) -> {
          if (failure != null) {
            time.after(BETWEEN_ATTEMPTS, () -> askAgain(channels));
          }
        });
  }

  private void askAgain(List<byte[]> channels) {
    List<byte[]> wanted =
        channels.stream().filter(name -> listeners.containsKey(ByteBuffer.wrap(name))).toList();
    if (!wanted.isEmpty() && !isClosed()) {
      ask(wanted);
    }
  }

  private void connect() {
    if (connected() == null && !isUnused()) {
      renew();
    }
  }

  /** Puts another connection in the place of this one, and asks it for all channels. */
  void renew() {
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
      StatefulRedisPubSubConnection<byte[], byte[]> fresh = connect.get();
      fresh.addListener(new Hearing());
      keep(fresh);
      askForAll();
    } catch (RuntimeException failure) {
      LOG.debug("No connection for channels yet; it is tried again", failure);
      stopConnecting();
      time.after(BETWEEN_ATTEMPTS, this::connect);
    }
  }

  private void askForAll() {
    List<byte[]> all = new ArrayList<>();
    listeners.keySet().forEach(key -> all.add(key.array()));
    for (int from = 0; from < all.size(); from += CHANNELS_PER_COMMAND) {
      ask(all.subList(from, Math.min(all.size(), from + CHANNELS_PER_COMMAND)));
    }
  }

  private synchronized void keep(StatefulRedisPubSubConnection<byte[], byte[]> fresh) {
    connecting = false;
    StatefulRedisPubSubConnection<byte[], byte[]> worse = closed ? fresh : connection;
    if (!closed) {
      connection = fresh;
    }
    if (worse != null) {
      CompletableFuture<Void> unused = worse.closeAsync();
    }
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
    return listeners.getOrDefault(ByteBuffer.wrap(channel), List.of());
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
