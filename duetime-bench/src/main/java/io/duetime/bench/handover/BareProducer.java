package io.duetime.bench.handover;

import com.rabbitmq.client.Channel;
import io.duetime.bench.Payloads;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Semaphore;

/** Publishes mandatory, persistent messages with confirms, 1,000 of them in flight. */
final class BareProducer {
  private static final int IN_FLIGHT = 1_000;
  private static final int BYTES = 100;

  private final BenchBroker broker;

  BareProducer(BenchBroker broker) {
    this.broker = broker;
  }

  /** Returns messages a second. */
  double rate(int messages) throws Exception {
    try (Channel channel = broker.channel()) {
      Semaphore room = new Semaphore(IN_FLIGHT);
      NavigableSet<Long> open = new ConcurrentSkipListSet<>();
      channel.addConfirmListener(
          (number, multiple) -> room.release(answered(open, number, multiple)),
          (number, multiple) -> {
            throw new IllegalStateException("nack");
          });
      channel.confirmSelect();
      Payloads payloads = new Payloads(BYTES, 1);
      long begin = System.nanoTime();
      for (int i = 0; i < messages; i++) {
        room.acquire();
        open.add(channel.getNextPublishSeqNo());
        channel.basicPublish("", BenchBroker.QUEUE, true, BenchBroker.PERSISTENT, payloads.next());
      }
      room.acquire(IN_FLIGHT);
      return messages * 1e9 / (System.nanoTime() - begin);
    }
  }

  private static int answered(NavigableSet<Long> open, long number, boolean multiple) {
    if (!multiple) {
      return open.remove(number) ? 1 : 0;
    }
    int answered = 0;
    for (Long first = open.pollFirst(); first != null; first = open.pollFirst()) {
      if (first > number) {
        open.add(first);
        return answered;
      }
      answered++;
    }
    return answered;
  }
}
