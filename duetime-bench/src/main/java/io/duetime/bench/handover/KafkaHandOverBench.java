package io.duetime.bench.handover;

import io.duetime.bench.Flags;
import io.duetime.bench.load.JobSource;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings;
import io.duetime.kafka.KafkaTargetProvider;
import io.duetime.kafka.fixture.KafkaCluster;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Measures the hand-over to Kafka beside a bare producer with {@code acks=all}, both with 1,000
 * records in flight, to a broker in the same process.
 */
public final class KafkaHandOverBench {
  private static final String USAGE =
      "usage: handover-kafka [--folder FOLDER] [--repetitions 3] [--jobs 100000] [--seconds 20] [--in-flight 1000]";
  private static final int IN_FLIGHT = 1_000;

  private KafkaHandOverBench() {}

  /** Runs the bench with a broker and a Redis server of its own. */
  public static void main(String... args) throws Exception {
    Flags flags = Flags.parse(USAGE, Contestants.flags(), args);
    try (KafkaCluster cluster = KafkaCluster.start()) {
      String topic = cluster.topic(Map.of());
      Map<String, String> settings = Map.of("bootstrapServers", cluster.bootstrapServers());
      try (Target target = new KafkaTargetProvider().open(new TargetSettings("bench", settings))) {
        new Contestants(
                target.publisher(Map.of("topic", topic)),
                messages -> bareRate(cluster.bootstrapServers(), topic, messages),
                flags)
            .run();
      }
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback has the answer
  private static double bareRate(String servers, String topic, int messages)
      throws InterruptedException {
    Map<String, Object> properties =
        Map.of("bootstrap.servers", servers, "acks", "all", "enable.idempotence", true);
    JobSource source = new JobSource(1);
    CountDownLatch left = new CountDownLatch(messages);
    Semaphore inFlight = new Semaphore(IN_FLIGHT);
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (Producer<byte[], byte[]> producer = new KafkaProducer<>(properties, bytes, bytes)) {
      producer.partitionsFor(topic);
      long begin = System.nanoTime();
      for (int i = 0; i < messages; i++) {
        inFlight.acquire();
        producer.send(
            new ProducerRecord<>(topic, source.nextPayload()),
            (stored, failure) -> {
              inFlight.release();
              left.countDown();
            });
      }
      left.await();
      return messages * 1e9 / (System.nanoTime() - begin);
    }
  }
}
