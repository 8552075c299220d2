package io.duetime.bench.peer;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import io.duetime.bench.harness.JobSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Messages that wait in a queue without a consumer until they expire, and go from there to the
 * queue of the consumers. A message expires only at the head of its queue, so delays of different
 * length need queues of their own: here one for each second of delay.
 */
final class RabbitPeer implements Peer {
  private static final int PREFETCH = 100;
  private static final long STEP_MILLIS = 1_000;

  private final Connection connection;
  private final ThreadLocal<Channel> channels = ThreadLocal.withInitial(this::channel);
  private final Map<String, Boolean> declared = new ConcurrentHashMap<>();

  RabbitPeer(Place place) throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(place.uri());
    this.connection = factory.newConnection();
    channels.get().queueDeclare(JobSource.QUEUE, true, false, false, Map.of());
  }

  private Channel channel() {
    try {
      Channel channel = connection.createChannel();
      channel.confirmSelect();
      return channel;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void publish(Channel channel, Job job) throws IOException {
    long seconds = (job.delayMillis() + STEP_MILLIS - 1) / STEP_MILLIS;
    // Days apart share the queues of a few, as an application would have one for each kind of
    // delay.
    String queue = seconds == 0 ? JobSource.QUEUE : "wait-" + Math.min(seconds, 60);
    if (seconds > 0) {
      declared.computeIfAbsent(queue, name -> declare(channel, name));
    }
    BasicProperties.Builder message = new BasicProperties.Builder().deliveryMode(2);
    if (seconds > 0) {
      message.expiration(Long.toString(job.delayMillis()));
    }
    channel.basicPublish("", queue, message.build(), job.bytes());
  }

  private static boolean declare(Channel channel, String queue) {
    try {
      Map<String, Object> ends =
          Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", JobSource.QUEUE);
      channel.queueDeclare(queue, true, false, false, ends);
      return true;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public void schedule(Job job) throws Exception {
    Channel channel = channels.get();
    publish(channel, job);
    channel.waitForConfirmsOrDie();
  }

  @Override
  public void scheduleAll(List<Job> jobs) throws Exception {
    Channel channel = channels.get();
    for (Job job : jobs) {
      publish(channel, job);
    }
    channel.waitForConfirmsOrDie();
  }

  @Override
  public void consume(int consumers, Consumer<Job> handler) throws IOException {
    for (int i = 0; i < Math.min(consumers, 4); i++) {
      Channel own = connection.createChannel();
      own.basicQos(PREFETCH);
      own.basicConsume(
          JobSource.QUEUE,
          false,
          new DefaultConsumer(own) {
            @Override
            public void handleDelivery(
                String tag, Envelope envelope, BasicProperties properties, byte[] body)
                throws IOException {
              handler.accept(Job.of(body));
              own.basicAck(envelope.getDeliveryTag(), false);
            }
          });
    }
  }

  @Override
  public long stepMillis() {
    return STEP_MILLIS;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
