package io.duetime.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;

/** A producer, and a client that asks whether topics exist; they are replaced together. */
record KafkaClients(Producer<byte[], byte[]> producer, Admin admin) {

  static KafkaClients open(KafkaSettings settings, String clientId) {
    Map<String, Object> ofAdmin = settings.adminProperties(clientId + "-check");
    Producer<byte[], byte[]> producer = new KafkaProducer<>(settings.producerProperties(clientId));
    try {
      return new KafkaClients(producer, Admin.create(ofAdmin));
    } catch (RuntimeException | Error failure) {
      producer.close(Duration.ZERO);
      throw failure;
    }
  }

  /** Asks the cluster, not the cache of the producer; then the producer will not have to wait. */
  CompletionStage<KafkaClients> knowing(String topic, Executor waiting) {
    return admin
        .describeTopics(List.of(topic))
        .allTopicNames()
        .toCompletionStage()
        .thenApplyAsync(
            found -> {
              producer.partitionsFor(topic);
              return this;
            },
            waiting);
  }

  void close() {
    admin.close(Duration.ZERO);
    producer.close(Duration.ZERO);
  }
}
