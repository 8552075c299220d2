package io.duetime.redis.internal.link;

import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.async.Stages;
import io.duetime.redis.internal.link.RedisLink.Node;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Several servers, each with some of the slots. */
public final class ClusterTopology extends Topology {
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
  public CompletionStage<? extends StatefulConnection<byte[], byte[]>> part(
      StatefulConnection<byte[], byte[]> connection, Node node) {
    return ((StatefulRedisClusterConnection<byte[], byte[]>) connection)
        .getConnectionAsync(node.id());
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
