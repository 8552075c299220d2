package io.duetime.redis.internal.link.topology;

import io.duetime.redis.internal.link.Node;
import io.duetime.redis.internal.link.RedisLink.Subscription;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The nodes of a store, and connections to them. Thread safe. */
public abstract class Topology implements AutoCloseable {
  private final ClientEvents events;
  private final Runnable end;

  /**
   * On a client.
   *
   * @param end ends the client, if it is our own
   */
  Topology(AbstractRedisClient client, Runnable end) {
    this.events = new ClientEvents(client);
    this.end = end;
  }

  /** Makes a connection that sends each command to the node of its first key; waits for it. */
  public abstract StatefulConnection<byte[], byte[]> connect();

  /** Makes a connection for the channels of one node; waits for it. */
  public abstract StatefulRedisPubSubConnection<byte[], byte[]> connectPubSub(Node node);

  /** The part of a connection that leads to one node. */
  public abstract CompletionStage<? extends StatefulConnection<byte[], byte[]>> part(
      StatefulConnection<byte[], byte[]> connection, Node node);

  /** The nodes that accept writes. */
  public abstract List<Node> nodes();

  /** The node that has a key. */
  public abstract Node nodeOf(byte[] key);

  /** The node at a place such as {@code host:port}, if one is known there. */
  public abstract Optional<Node> nodeAt(String place);

  /** Whether the node that has a key may be replaced by a replica while others stay. */
  public abstract boolean failsOverAlone(byte[] key);

  /** Refreshes the nodes soon, because they seem to have changed. */
  public abstract void refresh();

  /** Calls a listener when connections came back or nodes have changed. */
  public final Subscription onRestored(Runnable listener) {
    return events.onRestored(listener);
  }

  /** Ends all connections, and the client if it is our own. */
  @Override
  public void close() {
    events.close();
    end.run();
  }
}
