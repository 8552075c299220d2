package io.duetime.kafka;

import io.duetime.handover.MessageTemplate;
import io.duetime.handover.PublishFailure;
import io.duetime.handover.Publisher;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings;
import io.duetime.kafka.KafkaPublisher.KafkaRecords;
import io.duetime.time.Threads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka cluster. Its clients are opened with the first look-up or message, and again after a
 * fatal failure.
 */
final class KafkaTarget implements Target {
  private final KafkaSettings settings;
  private final ExecutorService waiting;

  // Guarded by this.
  private @Nullable KafkaClients current;
  private int opened;
  private boolean closed;

  KafkaTarget(KafkaSettings settings) {
    this.settings = settings;
    this.waiting = Threads.elastic("duetime-kafka-" + settings.name());
  }

  @Override
  public Publisher publisher(Map<String, String> destination) {
    TargetSettings checked = new TargetSettings(settings.name(), destination);
    checked.allow(Set.of("topic", "key"));
    String topic = KafkaRecords.topic(checked.required("topic"));
    Optional<MessageTemplate> key =
        checked.optional("key").map(text -> MessageTemplate.parse("key", text));
    return new KafkaPublisher(this, new KafkaRecords(topic, key));
  }

  String name() {
    return settings.name();
  }

  String bootstrapServers() {
    return settings.bootstrapServers();
  }

  /** Answers clients that know a topic, after a look at the cluster. */
  CompletionStage<KafkaClients> knowing(String topic) {
    return CompletableFuture.supplyAsync(this::clients, waiting)
        .thenCompose(clients -> clients.knowing(topic, waiting));
  }

  private synchronized KafkaClients clients() {
    if (closed) {
      throw PublishFailure.notSent("the target " + settings.name() + " is closed");
    }
    if (current == null) {
      opened++;
      current = KafkaClients.open(settings, "duetime-" + settings.name() + "-" + opened);
    }
    return current;
  }

  /** Closes clients that do not work any more; the next message opens others. */
  void replace(KafkaClients broken) {
    synchronized (this) {
      if (!broken.equals(current)) {
        return;
      }
      current = null;
    }
    waiting.execute(broken::close);
  }

  /** Closes the clients if any: what failed may have been them, or their credentials. */
  void replace() {
    KafkaClients open;
    synchronized (this) {
      open = current;
    }
    if (open != null) {
      replace(open);
    }
  }

  @Override
  public void close() {
    KafkaClients open;
    synchronized (this) {
      closed = true;
      open = current;
      current = null;
    }
    if (open != null) {
      open.close();
    }
    waiting.shutdown();
  }

  /** A producer, and a client that asks whether topics exist; they are replaced together. */
  record KafkaClients(Producer<byte[], byte[]> producer, Admin admin) {

    static KafkaClients open(KafkaSettings settings, String clientId) {
      Map<String, Object> ofAdmin = settings.adminProperties(clientId + "-check");
      Producer<byte[], byte[]> producer =
          new KafkaProducer<>(settings.producerProperties(clientId));
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
}
