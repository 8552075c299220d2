package io.duetime.redis.internal.link;

import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.redis.internal.link.RedisLink.ChannelListener;
import io.duetime.redis.internal.link.RedisLink.Node;
import io.duetime.redis.internal.link.RedisLink.Subscription;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Subscribes to channels at all nodes, over one connection to each. */
final class Channels {
  private final Topology topology;
  private final Executor connectors;
  private final TimeSource time;

  // Guarded by this.
  private final Map<Node, NodeChannels> nodes = new HashMap<>();
  private boolean closed;

  Channels(Topology topology, Executor connectors, TimeSource time) {
    this.topology = topology;
    this.connectors = connectors;
    this.time = time;
  }

  Subscription subscribe(Node node, byte[] channel, ChannelListener listener) {
    Subscription subscription = at(node).subscribe(channel.clone(), listener);
    closeUnused();
    return () -> {
      subscription.close();
      closeUnused();
    };
  }

  void renew(Node node) {
    at(node).renew();
  }

  /** Closes the connections to nodes that are gone, once they have no channels. */
  private synchronized void closeUnused() {
    nodes
        .entrySet()
        .removeIf(entry -> {
          boolean isGone =
              entry.getValue().isUnused() && !topology.nodes().contains(entry.getKey());
          if (isGone) {
            CompletableFuture<Void> unused = entry.getValue().closeAsync();
          }
          return isGone;
        });
  }

  private synchronized NodeChannels at(Node node) {
    NodeChannels channels =
        nodes.computeIfAbsent(
            node, fresh -> new NodeChannels(() -> topology.connectPubSub(fresh), connectors, time));
    if (closed) {
      CompletableFuture<Void> unused = channels.closeAsync();
    }
    return channels;
  }

  /** Closes all connections; answers when they are closed. */
  synchronized CompletableFuture<Void> closeAsync() {
    closed = true;
    return CompletableFuture.allOf(
        nodes.values().stream().map(NodeChannels::closeAsync).toArray(CompletableFuture[]::new));
  }

  /** Subscribes to channels at one node, over a connection that the first channel opens. */
  static final class NodeChannels {
    static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(250);
    private static final int CHANNELS_PER_COMMAND = 500;

    private final RenewableConnection<StatefulRedisPubSubConnection<byte[], byte[]>> line;
    private final TimeSource time;
    private final Map<ByteBuffer, ChannelListener> listeners = new ConcurrentHashMap<>();

    /**
     * Connects later.
     *
     * @param connect makes a connection to the node, waiting for it
     * @param connectors runs connecting, which blocks
     */
    NodeChannels(
        Supplier<StatefulRedisPubSubConnection<byte[], byte[]>> connect,
        Executor connectors,
        TimeSource time) {
      this.line =
          new RenewableConnection<>(
              () -> hearing(connect.get()), connectors, time, Duration.ZERO, this::renewed);
      this.time = time;
    }

    Subscription subscribe(byte[] channel, ChannelListener listener) {
      listeners.put(ByteBuffer.wrap(channel), listener);
      ask(List.of(channel));
      return () -> leave(channel, listener);
    }

    private void leave(byte[] channel, ChannelListener listener) {
      StatefulRedisPubSubConnection<byte[], byte[]> open = line.now();
      if (listeners.remove(ByteBuffer.wrap(channel), listener) && open != null) {
        RedisFuture<Void> unused = open.async().unsubscribe(channel);
      }
    }

    boolean isUnused() {
      return listeners.isEmpty();
    }

    private void ask(List<byte[]> channels) {
      StatefulRedisPubSubConnection<byte[], byte[]> open = line.now();
      if (open == null) {
        connect();
        return;
      }
      Stages.onCompletion(
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
      if (!wanted.isEmpty()) {
        ask(wanted);
      }
    }

    private StatefulRedisPubSubConnection<byte[], byte[]> hearing(
        StatefulRedisPubSubConnection<byte[], byte[]> fresh) {
      fresh.addListener(new Hearing());
      return fresh;
    }

    private void connect() {
      if (line.now() == null && !isUnused()) {
        line.renew();
      }
    }

    /** Replaces the connection, and subscribes to all channels again. */
    void renew() {
      line.renew();
    }

    private void renewed() {
      if (line.now() == null) {
        connect();
      } else {
        askForAll();
      }
    }

    private void askForAll() {
      List<byte[]> all = new ArrayList<>();
      listeners.keySet().forEach(key -> all.add(bytes(key)));
      for (int from = 0; from < all.size(); from += CHANNELS_PER_COMMAND) {
        ask(all.subList(from, Math.min(all.size(), from + CHANNELS_PER_COMMAND)));
      }
    }

    private static byte[] bytes(ByteBuffer key) {
      byte[] bytes = new byte[key.remaining()];
      key.duplicate().get(bytes);
      return bytes;
    }

    /** Forgets all listeners and closes the connections; answers when they are closed. */
    CompletableFuture<Void> closeAsync() {
      listeners.clear();
      return line.closeAsync();
    }

    /** Passes messages of the driver to listeners; some arrive after a subscription was closed. */
    private final class Hearing extends RedisPubSubAdapter<byte[], byte[]> {
      @Override
      public void message(byte[] channel, byte[] payload) {
        ChannelListener listener = listeners.get(ByteBuffer.wrap(channel));
        if (listener != null) {
          listener.message(payload);
        }
      }

      @Override
      public void subscribed(byte[] channel, long count) {
        ChannelListener listener = listeners.get(ByteBuffer.wrap(channel));
        if (listener != null) {
          listener.subscribed();
        }
      }
    }
  }
}
