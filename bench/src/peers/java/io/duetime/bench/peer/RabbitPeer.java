package io.duetime.bench.peer;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.duetime.bench.harness.JobSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Messages that wait in a queue without a consumer until they expire, and go from there to the
 * queue of the consumers. A message expires only at the head of its queue, so delays of different
 * length need queues of their own: here one for each second of delay.
 */
final class RabbitPeer {
  private static final int PREFETCH = 100;
  private static final int CHANNELS = 4;
  private static final long STEP_MILLIS = 1_000;
  private static final Map<String, Object> ENDS =
      Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", JobSource.QUEUE);

  private RabbitPeer() {}

  static Peer open(Place place) throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(place.uri());
    Connection connection = factory.newConnection();
    ThreadLocal<Channel> channels = ThreadLocal.withInitial(() -> channel(connection));
    channels.get().queueDeclare(JobSource.QUEUE, true, false, false, Map.of());
    Set<String> declared = ConcurrentHashMap.newKeySet();
    JavaPeer.Call<List<Job>> schedule =
        jobs -> {
          for (Job job : jobs) {
            publish(channels.get(), declared, job);
          }
          channels.get().waitForConfirmsOrDie();
        };
    return new JavaPeer(
            job -> schedule.make(List.of(job)),
            (consumers, handler) -> {
              for (int i = 0; i < Math.min(consumers, CHANNELS); i++) {
                consume(connection.createChannel(), handler);
              }
            })
        .batches(schedule)
        .step(STEP_MILLIS);
  }

  private static Channel channel(Connection connection) {
    try {
      Channel channel = connection.createChannel();
      channel.confirmSelect();
      return channel;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Declaring a queue again changes nothing. */
  private static void publish(Channel channel, Set<String> declared, Job job) throws IOException {
    BasicProperties.Builder message = new BasicProperties.Builder().deliveryMode(2);
    String queue = JobSource.QUEUE;
    long seconds = (job.delayMillis() + STEP_MILLIS - 1) / STEP_MILLIS;
    if (seconds > 0) {
      // Days apart share the queues of a few, as an application would have one for each kind of
      // delay.
      queue = "wait-" + Math.min(seconds, 60);
      if (!declared.contains(queue)) {
        channel.queueDeclare(queue, true, false, false, ENDS);
        declared.add(queue);
      }
      message.expiration(Long.toString(job.delayMillis()));
    }
    channel.basicPublish("", queue, message.build(), job.bytes());
  }

  private static void consume(Channel channel, Consumer<Job> handler) throws IOException {
    channel.basicQos(PREFETCH);
    channel.basicConsume(
        JobSource.QUEUE,
        false,
        (tag, delivery) -> {
          handler.accept(Job.of(delivery.getBody()));
          channel.basicAck(delivery.getEnvelope().getDeliveryTag(), false);
        },
        tag -> {});
  }
}
