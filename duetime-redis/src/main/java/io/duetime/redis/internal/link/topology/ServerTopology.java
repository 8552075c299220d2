package io.duetime.redis.internal.link.topology;

import io.duetime.redis.internal.link.Node;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One server. With Sentinels, the client asks them for the server whenever it connects. */
public final class ServerTopology extends Topology {
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
