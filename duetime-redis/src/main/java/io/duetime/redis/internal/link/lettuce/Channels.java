package io.duetime.redis.internal.link.lettuce;

import io.duetime.RetryableException;
import io.duetime.TimeSource;
import io.duetime.redis.internal.link.Node;
import io.duetime.redis.internal.link.RedisLink.ChannelListener;
import io.duetime.redis.internal.link.RedisLink.Subscription;
import io.duetime.redis.internal.link.topology.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Subscribes to channels at all nodes. A channel belongs to the node that has the slot of its name,
 * and moves with the slot. Messages of a node arrive in the order in which they were published
 * there.
 */
final class Channels {
  private static final Logger LOG = LoggerFactory.getLogger(Channels.class);

  /**
   * After this time the driver uses the nodes that it has announced: before Lettuce 7.7 it
   * announced them first.
   */
  private static final Duration USED = Duration.ofMillis(100);

  private final Topology topology;
  private final Executor connectors;
  private final TimeSource time;

  // Guarded by this.
  private final Map<Node, NodeChannels> nodes = new HashMap<>();
  private final Set<Followed> all = new HashSet<>();
  private boolean closed;

  Channels(Topology topology, Executor connectors, TimeSource time) {
    this.topology = topology;
    this.connectors = connectors;
    this.time = time;
  }

  /** Subscribes at the node that has the channel's slot, and follows the slot. */
  Subscription subscribe(byte[] channel, ChannelListener listener) {
    Followed followed = new Followed(channel.clone(), listener);
    synchronized (this) {
      all.add(followed);
    }
    follow(followed);
    return () -> {
      synchronized (this) {
        all.remove(followed);
      }
      followed.leave();
    };
  }

  /** Subscribes at one node. */
  Subscription subscribe(Node node, byte[] channel, ChannelListener listener) {
    return at(node).subscribe(channel.clone(), listener);
  }

  /** Replaces the connection to a node. */
  void renew(Node node) {
    at(node).renew();
  }

  /** Finds the nodes of all channels again: nodes may have changed. */
  void follow() {
    time.after(USED, this::lookNow);
  }

  private void lookNow() {
    try {
      connectors.execute(this::followAll);
    } catch (RejectedExecutionException ended) {
      LOG.debug("The link is closed");
    }
  }

  private void followAll() {
    List<Followed> channels;
    synchronized (this) {
      channels = new ArrayList<>(all);
    }
    channels.forEach(this::follow);
    closeUnused(new HashSet<>(topology.nodes()));
  }

  private void follow(Followed followed) {
    try {
      followed.hearWhereItIs();
    } catch (RetryableException unknownNode) {
      LOG.debug("A channel is heard later", unknownNode);
      time.after(NodeChannels.BETWEEN_ATTEMPTS, () -> follow(followed));
    }
  }

  private synchronized void closeUnused(Set<Node> present) {
    nodes
        .entrySet()
        .removeIf(entry -> {
          boolean isOver = !present.contains(entry.getKey()) && entry.getValue().isUnused();
          if (isOver) {
            CompletableFuture<Void> unused = entry.getValue().closeAsync();
          }
          return isOver;
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
    all.clear();
    return CompletableFuture.allOf(
        nodes.values().stream().map(NodeChannels::closeAsync).toArray(CompletableFuture[]::new));
  }

  /** A channel that follows its slot. */
  private final class Followed {
    private final byte[] channel;
    private final ChannelListener listener;

    // Guarded by this.
    private @Nullable Node node;
    private @Nullable Subscription subscription;
    private boolean left;

    Followed(byte[] channel, ChannelListener listener) {
      this.channel = channel;
      this.listener = listener;
    }

    // The node is asked for under the lock: an earlier answer must not overwrite a later one.
    synchronized void hearWhereItIs() {
      if (left) {
        return;
      }
      Node now = topology.nodeOf(channel);
      if (now.equals(node)) {
        return;
      }
      Subscription before = subscription;
      node = now;
      subscription = at(now).subscribe(channel, listener);
      if (before != null) {
        before.close();
      }
    }

    synchronized void leave() {
      left = true;
      if (subscription != null) {
        subscription.close();
      }
    }
  }
}
