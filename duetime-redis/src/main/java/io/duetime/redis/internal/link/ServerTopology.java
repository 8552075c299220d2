package io.duetime.redis.internal.link;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One server; the one that Sentinels name, if the client asks them at every connecting. */
final class ServerTopology extends Topology {
  private final RedisClient client;
  private final Node node;

  /**
   * On a client.
   *
   * @param place where the server is, for people
   * @param end ends the client, if it is our own
   */
  ServerTopology(RedisClient client, String place, Runnable end) {
    super(client, end);
    this.client = client;
    this.node = new Node("server", place);
  }

  @Override
  StatefulConnection<byte[], byte[]> connect() {
    return client.connect(ByteArrayCodec.INSTANCE);
  }

  @Override
  StatefulRedisPubSubConnection<byte[], byte[]> connectPubSub(Node ofNode) {
    return client.connectPubSub(ByteArrayCodec.INSTANCE);
  }

  @Override
  CompletionStage<StatefulConnection<byte[], byte[]>> part(
      StatefulConnection<byte[], byte[]> connection, Node ofNode) {
    return CompletableFuture.completedFuture(connection);
  }

  @Override
  List<Node> nodes() {
    return List.of(node);
  }

  @Override
  Node nodeOf(byte[] key) {
    return node;
  }

  @Override
  Optional<Node> nodeAt(String place) {
    return Optional.empty();
  }

  @Override
  boolean failsOverAlone(byte[] key) {
    return false;
  }

  @Override
  void refresh() {
    // The next connecting asks where the server is.
  }
}
