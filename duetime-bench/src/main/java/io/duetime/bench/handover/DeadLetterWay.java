package io.duetime.bench.handover;

import com.rabbitmq.client.Channel;
import io.duetime.bench.Payloads;
import io.duetime.bench.load.LatenessHistogram;
import io.duetime.engine.DueTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;

/**
 * Delays messages in a queue with a time to live, whose dead letters go to the queue of the bench.
 * All have the same delay, as the queue loses only its first message.
 */
final class DeadLetterWay implements OtherWay {
  private static final int BYTES = 100;
  private static final String WAITING = "waiting";

  private final Channel producer;
  private final Channel consumer;
  private final int delayMillis;
  private final Payloads payloads = new Payloads(BYTES, 1);
  private final LatenessHistogram late = new LatenessHistogram();

  DeadLetterWay(BenchBroker broker, int delayMillis) throws IOException {
    this.delayMillis = delayMillis;
    this.producer = broker.channel();
    this.consumer = broker.channel();
    producer.queueDelete(WAITING);
    producer.queueDeclare(
        WAITING,
        true,
        false,
        false,
        Map.of(
            "x-message-ttl",
            delayMillis,
            "x-dead-letter-exchange",
            "",
            "x-dead-letter-routing-key",
            BenchBroker.QUEUE));
  }

  // Messages a second, from the first publish until all have arrived.
  @Override
  public double rate(int messages) throws Exception {
    CountDownLatch left = new CountDownLatch(messages);
    BenchBroker.consume(consumer, left::countDown);
    producer.confirmSelect();
    long begin = System.nanoTime();
    for (int i = 0; i < messages; i++) {
      producer.basicPublish("", WAITING, BenchBroker.PERSISTENT, payloads.next());
    }
    producer.waitForConfirms();
    left.await();
    return messages * 1e9 / (System.nanoTime() - begin);
  }

  @Override
  public void startTimed() throws IOException {
    consumer.basicConsume(
        BenchBroker.QUEUE,
        true,
        (tag, message) -> late.came(ByteBuffer.wrap(message.getBody()).getLong()),
        tag -> {});
  }

  @Override
  public LatenessHistogram log() {
    return late;
  }

  @Override
  public CompletionStage<?> schedule(List<DueTime> dues) {
    byte[] payload = payloads.next();
    ByteBuffer.wrap(payload).putLong(System.currentTimeMillis() + delayMillis);
    try {
      producer.basicPublish("", WAITING, BenchBroker.PERSISTENT, payload);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return CompletableFuture.completedStage(null);
  }

  @Override
  public void close() {
    try {
      producer.abort();
      consumer.abort();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
