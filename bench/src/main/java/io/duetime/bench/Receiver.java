package io.duetime.bench;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.duetime.bench.harness.JobSource;
import io.duetime.bench.harness.Rows;
import io.duetime.bench.harness.Scratch;
import io.duetime.handover.Publisher;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings;
import io.duetime.kafka.KafkaTargetProvider;
import io.duetime.kafka.fixture.KafkaCluster;
import io.duetime.rabbitmq.RabbitTarget;
import io.duetime.rabbitmq.fixture.RabbitBroker;
import io.duetime.webhook.WebhookTargetProvider;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.PoolOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Semaphore;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Where messages are handed over to, on this machine.
 *
 * @param publisher of Duetime
 * @param bare sends messages by a bare client, with a bounded number in flight
 * @param inFlight how many the bare client has in flight; 0 if there is none
 * @param rabbit the connections to a RabbitMQ, where it is one
 */
record Receiver(Publisher publisher, Bare bare, int inFlight, List<Connection> rabbit) {
  private static final String QUEUE = "out";
  private static final BasicProperties PERSISTENT =
      new BasicProperties.Builder().deliveryMode(2).build();

  /** Opens a receiver for the rows of a group. */
  @FunctionalInterface
  interface Opener {
    Receiver open(Rows rows) throws Exception;
  }

  /** Sends so many messages, after taking a permit each, which is returned with the confirm. */
  @FunctionalInterface
  interface Bare {
    void send(int messages, Semaphore permits) throws Exception;
  }

  /** Sends messages by the bare client until all are confirmed. */
  void sendBare(int messages) throws Exception {
    Semaphore permits = new Semaphore(inFlight);
    bare.send(messages, permits);
    permits.acquire(inFlight);
  }

  /** Removes what a turn has left in the queue of RabbitMQ. */
  void clean() throws Exception {
    for (Connection connection : rabbit) {
      try (Channel channel = connection.createChannel()) {
        channel.queuePurge(QUEUE);
      }
    }
  }

  /** Confirms at once. */
  static Receiver nothing(Rows rows) {
    return new Receiver(
        job -> CompletableFuture.completedFuture(null), (messages, permits) -> {}, 0, List.of());
  }

  /** A Kafka broker in the same process. The bare producer has {@code acks=all}, as ours. */
  @SuppressWarnings("FutureReturnValueIgnored") // the callback has the answer
  static Receiver kafka(Rows rows) throws Exception {
    KafkaCluster cluster = rows.manage(KafkaCluster.start());
    String servers = cluster.bootstrapServers();
    String topic = cluster.topic(Map.of());
    TargetSettings settings = new TargetSettings("bench", Map.of("bootstrapServers", servers));
    Target target = rows.manage(new KafkaTargetProvider().open(settings));
    Map<String, Object> properties =
        Map.of("bootstrap.servers", servers, "acks", "all", "enable.idempotence", true);
    ByteArraySerializer bytes = new ByteArraySerializer();
    Producer<byte[], byte[]> producer = rows.manage(new KafkaProducer<>(properties, bytes, bytes));
    JobSource source = new JobSource(1);
    return new Receiver(
        target.publisher(Map.of("topic", topic)),
        (messages, permits) -> {
          for (int i = 0; i < messages; i++) {
            permits.acquire();
            ProducerRecord<byte[], byte[]> message =
                new ProducerRecord<>(topic, source.nextPayload());
            producer.send(message, (stored, failure) -> permits.release());
          }
        },
        rows.sizes.inFlight,
        List.of());
  }

  /** An HTTP endpoint in the same process. The bare client has 50 connections. */
  static Receiver webhook(Rows rows) {
    Vertx vertx = Vertx.vertx();
    rows.manage(() -> vertx.close().toCompletionStage().toCompletableFuture().join());
    HttpServer endpoint =
        vertx
            .createHttpServer()
            .requestHandler(request -> request.end().onSuccess(end -> request.response().end()));
    String local = "127.0.0.1";
    endpoint.listen(0, local).toCompletionStage().toCompletableFuture().join();
    int port = endpoint.actualPort();
    Map<String, String> settings =
        Map.of("url", "http://" + local + ":" + port + "/hooks", "allowPrivate", local);
    Target target =
        rows.manage(new WebhookTargetProvider().open(new TargetSettings("bench", settings)));
    HttpClient client = vertx.createHttpClient(new PoolOptions().setHttp1MaxSize(50));
    JobSource source = new JobSource(1);
    return new Receiver(
        target.publisher(Map.of()),
        (messages, permits) -> {
          for (int i = 0; i < messages; i++) {
            permits.acquire();
            Buffer body = Buffer.buffer(source.nextPayload());
            client
                .request(HttpMethod.POST, port, local, "/hooks")
                .compose(request -> request.send(body))
                .compose(response -> response.end())
                .onComplete(ended -> permits.release());
          }
        },
        50,
        List.of());
  }

  /** A RabbitMQ of the bench's own. The bare client publishes as ours: mandatory, persistent. */
  static Receiver rabbitmq(Rows rows) throws Exception {
    Path root = rows.sizes.rabbitmq;
    if (!Files.exists(root.resolve("usr/lib/rabbitmq"))) {
      throw new Rows.MissingPeerException("RabbitMQ");
    }
    System.setProperty(RabbitBroker.PROPERTY, root.toString());
    Path folder = rows.manage(Scratch.in(rows.sizes.folder)).path();
    RabbitBroker broker = rows.manage(RabbitBroker.start(folder));
    Connection connection = rows.manage(broker.connect());
    try (Channel channel = connection.createChannel()) {
      channel.queueDeclare(QUEUE, true, false, false, Map.of());
    }
    TargetSettings settings = new TargetSettings("bench", Map.of("uri", broker.uri()));
    Target target = rows.manage(RabbitTarget.open(settings));
    return new Receiver(
        target.publisher(Map.of("exchange", "", "routingKey", QUEUE)),
        (messages, permits) -> publish(connection.createChannel(), messages, permits),
        rows.sizes.inFlight,
        List.of(connection));
  }

  private static void publish(Channel channel, int messages, Semaphore permits) throws Exception {
    NavigableSet<Long> open = new ConcurrentSkipListSet<>();
    channel.addConfirmListener(
        (number, multiple) -> {
          NavigableSet<Long> confirmed = open.subSet(multiple ? 0 : number, true, number, true);
          for (Long next = confirmed.pollFirst(); next != null; next = confirmed.pollFirst()) {
            permits.release();
          }
        },
        (number, multiple) -> {
          throw new IllegalStateException("nack");
        });
    channel.confirmSelect();
    JobSource source = new JobSource(1);
    for (int i = 0; i < messages; i++) {
      permits.acquire();
      open.add(channel.getNextPublishSeqNo());
      channel.basicPublish("", QUEUE, true, PERSISTENT, source.nextPayload());
    }
  }
}
