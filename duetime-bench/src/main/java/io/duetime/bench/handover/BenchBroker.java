package io.duetime.bench.handover;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.duetime.bench.ScratchFolder;
import io.duetime.rabbitmq.fixture.RabbitBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A RabbitMQ of the bench's own, with a durable queue that all ways publish to. */
final class BenchBroker implements AutoCloseable {
  static final String QUEUE = "out";

  /** Of a persistent message without headers. */
  static final BasicProperties PERSISTENT = new BasicProperties.Builder().deliveryMode(2).build();

  private final ScratchFolder folder;
  private final RabbitBroker broker;
  private final Connection connection;

  BenchBroker(Path root, Path scratch) throws Exception {
    System.setProperty(RabbitBroker.PROPERTY, root.toString());
    folder = ScratchFolder.in(scratch);
    broker = RabbitBroker.start(folder.path());
    connection = broker.connect();
    try (Channel channel = connection.createChannel()) {
      channel.queueDeclare(QUEUE, true, false, false, Map.of());
    }
  }

  String uri() {
    return broker.uri();
  }

  Channel channel() throws IOException {
    return connection.createChannel();
  }

  /** Empties the queue. */
  void empty() throws Exception {
    try (Channel channel = channel()) {
      channel.queuePurge(QUEUE);
    }
  }

  /** Calls back for each message that arrives; the consumer ends with the channel. */
  static void consume(Channel channel, Runnable arrival) throws IOException {
    channel.basicConsume(QUEUE, true, (tag, message) -> arrival.run(), tag -> {});
  }

  @Override
  public void close() {
    connection.abort();
    broker.close();
    folder.close();
  }
}
