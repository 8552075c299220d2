package io.duetime.redis.internal.link;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** How the servers of a store stand together, and connections to them. Thread safe. */
interface Topology extends AutoCloseable {
  /** Makes a connection that takes each command to the node of its first key; waits for it. */
  StatefulConnection<byte[], byte[]> connect();

  /** Makes a connection for the channels of one node; waits for it. */
  StatefulRedisPubSubConnection<byte[], byte[]> connectPubSub(Node node);

  /** The part of a connection that leads to one node. */
  CompletionStage<? extends StatefulConnection<byte[], byte[]>> part(
      StatefulConnection<byte[], byte[]> connection, Node node);

  /** The nodes that take writes. */
  List<Node> nodes();

  /** The node that has a key. */
  Node nodeOf(byte[] key);

  /** The node at a place such as {@code host:port}, if one is known there. */
  Optional<Node> nodeAt(String place);

  /** Whether the node that has a key may be replaced by a replica while others stay. */
  boolean failsOverAlone(byte[] key);

  /** Looks soon where the nodes are: something seems to have changed. */
  void refresh();

  /** Tells of connections that came back and of nodes that changed. */
  void onRestored(Runnable listener);

  /** Ends all connections, and the client if it is our own. */
  @Override
  void close();
}
