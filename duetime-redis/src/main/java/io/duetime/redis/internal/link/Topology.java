package io.duetime.redis.internal.link;

import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.async.Stages;
import io.duetime.redis.internal.link.RedisLink.Node;
import io.duetime.redis.internal.link.RedisLink.Subscription;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.event.ClusterTopologyChangedEvent;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.net.SocketAddress;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.Disposable;

/** The nodes of a store, and connections to them. Thread safe. */
public abstract class Topology implements RedisConnectionStateListener, AutoCloseable {
  private final AbstractRedisClient client;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final Set<RedisChannelHandler<?, ?>> lost =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
  private final Disposable changes;
  private final Runnable end;

  /**
   * Listens to a client: to connections that were lost and came back, and to changes of the nodes.
   *
   * @param end ends the client, if it is our own
   */
  Topology(AbstractRedisClient client, Runnable end) {
    this.client = client;
    this.end = end;
    this.changes =
        client
            .getResources()
            .eventBus()
            .get()
            .filter(ClusterTopologyChangedEvent.class::isInstance)
            .subscribe(change -> tell());
    client.addListener(this);
  }

  /** Makes a connection that sends each command to the node of its first key; waits for it. */
  public abstract StatefulConnection<byte[], byte[]> connect();

  /** Makes a connection for the channels of one node; waits for it. */
  public abstract StatefulRedisPubSubConnection<byte[], byte[]> connectPubSub(Node node);

  /** The part of a connection that leads to one node. */
  public abstract CompletionStage<StatefulConnection<byte[], byte[]>> part(
      StatefulConnection<byte[], byte[]> connection, Node node);

  public abstract List<Node> nodes();

  public abstract Node nodeOf(byte[] key);

  public abstract Optional<Node> nodeAt(String place);

  /** Whether the node that has a key may be replaced by a replica while others stay. */
  public abstract boolean failsOverAlone(byte[] key);

  /** Refreshes the nodes soon, because they seem to have changed. */
  public abstract void refresh();

  /** Calls a listener when connections came back or nodes have changed. */
  public final Subscription onRestored(Runnable listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /** Ends all connections, and the client if it is our own. */
  @Override
  public void close() {
    client.removeListener(this);
    changes.dispose();
    listeners.clear();
    end.run();
  }

  @Override
  public final void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
    lost.add(connection);
  }

  @Override
  public final void onRedisConnected(RedisChannelHandler<?, ?> connection, SocketAddress address) {
    if (lost.remove(connection)) {
      tell();
    }
  }

  private void tell() {
    listeners.forEach(Runnable::run);
  }

  /** One server. With Sentinels, the client asks them for the server whenever it connects. */
  public static final class ServerTopology extends Topology {
    private final RedisClient client;
    private final Node node;

    /**
     * On a client.
     *
     * @param place where the server is, for messages
     * @param end ends the client, if it is our own
     */
    public ServerTopology(RedisClient client, String place, Runnable end) {
      super(client, end);
      this.client = client;
      this.node = new Node("server", place);
    }

    @Override
    public StatefulConnection<byte[], byte[]> connect() {
      return client.connect(ByteArrayCodec.INSTANCE);
    }

    @Override
    public StatefulRedisPubSubConnection<byte[], byte[]> connectPubSub(Node ofNode) {
      return client.connectPubSub(ByteArrayCodec.INSTANCE);
    }

    @Override
    public CompletionStage<StatefulConnection<byte[], byte[]>> part(
        StatefulConnection<byte[], byte[]> connection, Node ofNode) {
      return CompletableFuture.completedFuture(connection);
    }

    @Override
    public List<Node> nodes() {
      return List.of(node);
    }

    @Override
    public Node nodeOf(byte[] key) {
      return node;
    }

    @Override
    public Optional<Node> nodeAt(String place) {
      return Optional.empty();
    }

    @Override
    public boolean failsOverAlone(byte[] key) {
      return false;
    }

    @Override
    public void refresh() {
      // The next connection asks where the server is.
    }
  }

  /** Several servers, each with some of the slots. */
  public static final class ClusterTopology extends Topology {
    private static final int END_SECONDS = 5;

    private final RedisClusterClient client;

    /** Connects to single nodes. */
    private final RedisClient single;

    private final AtomicBoolean refreshing = new AtomicBoolean();

    /**
     * On a client.
     *
     * @param end ends the client, if it is our own
     */
    public ClusterTopology(RedisClusterClient client, Runnable end) {
      super(client, end);
      this.client = client;
      this.single = RedisClient.create(client.getResources());
      single.setOptions(client.getOptions());
    }

    @Override
    public StatefulConnection<byte[], byte[]> connect() {
      return client.connect(ByteArrayCodec.INSTANCE);
    }

    @Override
    public StatefulRedisPubSubConnection<byte[], byte[]> connectPubSub(Node node) {
      RedisClusterNode known = client.getPartitions().getPartitionByNodeId(node.id());
      if (known == null) {
        throw new RetryableException(
            ErrorCode.STORE_UNAVAILABLE, node + " is no node of the cluster any more");
      }
      return single.connectPubSub(ByteArrayCodec.INSTANCE, known.getUri());
    }

    @Override
    public CompletionStage<StatefulConnection<byte[], byte[]>> part(
        StatefulConnection<byte[], byte[]> connection, Node node) {
      return ((StatefulRedisClusterConnection<byte[], byte[]>) connection)
          .getConnectionAsync(node.id())
          .thenApply(part -> part);
    }

    @Override
    public List<Node> nodes() {
      return client.getPartitions().stream()
          .filter(node -> node.getRole().isUpstream() && !node.hasNoSlots())
          .map(ClusterTopology::node)
          .toList();
    }

    @Override
    public Node nodeOf(byte[] key) {
      int slot = SlotHash.getSlot(key);
      RedisClusterNode node = client.getPartitions().getPartitionBySlot(slot);
      if (node == null) {
        throw new RetryableException(
            ErrorCode.STORE_UNAVAILABLE, "no node of the cluster is known to have slot " + slot);
      }
      return node(node);
    }

    private static Node node(RedisClusterNode node) {
      return new Node(node.getNodeId(), node.getUri().getHost() + ":" + node.getUri().getPort());
    }

    @Override
    public Optional<Node> nodeAt(String place) {
      return client.getPartitions().stream()
          .map(ClusterTopology::node)
          .filter(node -> node.place().equals(place))
          .findFirst();
    }

    /** A replica that the cluster considers failed replaces no master. */
    @Override
    public boolean failsOverAlone(byte[] key) {
      String master = nodeOf(key).id();
      return client.getPartitions().stream()
          .anyMatch(node -> master.equals(node.getSlaveOf()) && !node.is(NodeFlag.FAIL));
    }

    @Override
    public void refresh() {
      if (refreshing.compareAndSet(false, true)) {
        Stages.onCompletion(
            client.refreshPartitionsAsync(), (done, failure) -> refreshing.set(false));
      }
    }

    @Override
    public void close() {
      single.shutdown(0, END_SECONDS, TimeUnit.SECONDS);
      super.close();
    }
  }
}
