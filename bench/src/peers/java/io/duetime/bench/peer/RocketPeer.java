package io.duetime.bench.peer;

import io.duetime.bench.harness.JobSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;

/** Timer messages of RocketMQ. */
final class RocketPeer implements Peer {
  private static final int BATCH = 32;

  private final String names;
  private final DefaultMQProducer producer = new DefaultMQProducer("producers");

  /** The broker gives handles for recalling, so the client has to remember them. */
  private final Map<String, String> handles = new ConcurrentHashMap<>();

  RocketPeer(Place place) throws MQClientException {
    this.names = "127.0.0.1:" + place.port();
    producer.setNamesrvAddr(names);
    producer.start();
  }

  @Override
  public void schedule(Job job) throws Exception {
    Message message = new Message(JobSource.QUEUE, job.bytes());
    if (job.delayMillis() > 0) {
      message.setDeliverTimeMs(job.dueMillis());
    }
    SendResult result = producer.send(message);
    if (result.getSendStatus() != SendStatus.SEND_OK) {
      throw new IllegalStateException("the broker has answered " + result);
    }
    if (result.getRecallHandle() != null) {
      handles.put(job.id(), result.getRecallHandle());
    }
  }

  @Override
  public void consume(int consumers, Consumer<Job> handler) throws MQClientException {
    DefaultMQPushConsumer consumer = new DefaultMQPushConsumer("consumers");
    consumer.setNamesrvAddr(names);
    consumer.setConsumeThreadMin(consumers);
    consumer.setConsumeThreadMax(consumers);
    consumer.setPullBatchSize(BATCH);
    consumer.setConsumeMessageBatchMaxSize(BATCH);
    consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
    consumer.subscribe(JobSource.QUEUE, "*");
    consumer.registerMessageListener(
        (MessageListenerConcurrently)
            (messages, context) -> {
              messages.forEach(message -> handler.accept(Job.of(message.getBody())));
              return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
            });
    consumer.start();
  }

  @Override
  public boolean cancel(Job job) throws Exception {
    String handle = handles.remove(job.id());
    return handle != null && producer.recallMessage(JobSource.QUEUE, handle) != null;
  }

  @Override
  public void close() {
    producer.shutdown();
  }
}
