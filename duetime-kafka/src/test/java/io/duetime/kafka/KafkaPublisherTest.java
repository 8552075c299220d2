package io.duetime.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.duetime.JobInfo;
import io.duetime.JobRequest;
import io.duetime.handover.PublishFailure;
import io.duetime.handover.PublishFailure.Kind;
import io.duetime.handover.Publisher;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings;
import io.duetime.kafka.fixture.KafkaCluster;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a topic receives, and why a record is not confirmed. */
@Tag("full")
class KafkaPublisherTest {
  private static KafkaCluster cluster;

  private final ClaimedJobs jobs = new ClaimedJobs();
  private final Target target = open(Map.of());

  @BeforeAll
  static void start() {
    cluster = KafkaCluster.start();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void close() {
    target.close();
    jobs.close();
  }

  private static Target open(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.putIfAbsent("bootstrapServers", cluster.bootstrapServers());
    return new KafkaTargetProvider().open(new TargetSettings("main", all));
  }

  private static PublishFailure failure(CompletionStage<?> confirm) {
    try {
      confirm.toCompletableFuture().join();
    } catch (CompletionException failed) {
      return (PublishFailure) failed.getCause();
    }
    throw new AssertionError("it was confirmed");
  }

  private static Map<String, String> headers(ConsumerRecord<byte[], byte[]> message) {
    Map<String, String> headers = new HashMap<>();
    message.headers().forEach(one -> headers.put(one.key(), new String(one.value(), UTF_8)));
    return headers;
  }

  @Test
  void aRecordHasThePayloadTheKeyAndTheHeadersOfItsJob() throws Exception {
    String topic = cluster.topic(Map.of());
    Publisher publisher =
        target.publisher(Map.of("topic", topic, "key", "{queue}-{header.customer}"));

    Object where =
        publisher
            .publish(jobs.text(JobRequest.builder("Öl").id("größe-1").header("customer", "Zoë")))
            .toCompletableFuture()
            .join();

    assertThat(where).isEqualTo("main: topic " + topic + ", partition 0, offset 0");
    ConsumerRecord<byte[], byte[]> stored = cluster.read(topic).get(0);
    assertThat(stored.value()).isEqualTo("Öl".getBytes(UTF_8));
    assertThat(new String(stored.key(), UTF_8)).isEqualTo("orders-Zoë");
    assertThat(headers(stored))
        .containsOnly(
            entry("customer", "Zoë"),
            entry("content-type", "text/plain;charset=utf-8"),
            entry("duetime-id", "größe-1"),
            entry("duetime-queue", "orders"),
            entry("duetime-attempt", "1"),
            entry("duetime-due-at", "2026-01-01T00:00:00Z"),
            entry("duetime-first-due-at", "2026-01-01T00:00:00Z"),
            entry("duetime-scheduled-at", "2026-01-01T00:00:00Z"));
  }

  @Test
  void withoutAKeySettingRecordsHaveNoKey() throws Exception {
    String topic = cluster.topic(Map.of());

    target
        .publisher(Map.of("topic", topic))
        .publish(jobs.job("a", new byte[0]))
        .toCompletableFuture()
        .join();

    ConsumerRecord<byte[], byte[]> stored = cluster.read(topic).get(0);
    assertThat(stored.key()).isNull();
    assertThat(stored.value()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "lz4"})
  void recordsCanBeCompressed(String compression) throws Exception {
    String topic = cluster.topic(Map.of());
    byte[] payload = "again and ".repeat(1_000).getBytes(UTF_8);
    try (Target compressing = open(Map.of("compression", compression))) {
      compressing
          .publisher(Map.of("topic", topic))
          .publish(jobs.job("a", payload))
          .toCompletableFuture()
          .join();
    }

    assertThat(cluster.read(topic).get(0).value()).isEqualTo(payload);
  }

  @Test
  void recordsOfOneCallerKeepTheirOrder() throws Exception {
    String topic = cluster.topic(Map.of());
    Publisher publisher = target.publisher(Map.of("topic", topic));
    CompletionStage<?> last = null;
    for (int i = 0; i < 200; i++) {
      last = publisher.publish(jobs.job("job" + i, new byte[] {(byte) i}));
    }
    last.toCompletableFuture().join();

    assertThat(cluster.read(topic))
        .hasSize(200)
        .allSatisfy(stored -> assertThat(stored.value()[0]).isEqualTo((byte) stored.offset()));
  }

  @Test
  void aPayloadThatIsTooLargeForTheTopicIsImpossible() throws Exception {
    String topic = cluster.topic(Map.of("max.message.bytes", "1000"));
    Publisher publisher = target.publisher(Map.of("topic", topic));

    PublishFailure failure = failure(publisher.publish(jobs.job("a", new byte[5_000])));

    assertThat(failure.kind()).isEqualTo(Kind.IMPOSSIBLE);
    assertThat(failure.reason())
        .startsWith("the payload of 5000 bytes is too large for topic " + topic + ": The request");
    publisher.publish(jobs.job("b", new byte[10])).toCompletableFuture().join();
  }

  @Test
  void aPayloadThatIsTooLargeForTheProducerIsImpossible() throws Exception {
    String topic = cluster.topic(Map.of());
    try (Target small = open(Map.of("kafka.max.request.size", "2000"))) {
      PublishFailure failure =
          failure(small.publisher(Map.of("topic", topic)).publish(jobs.job("a", new byte[5_000])));

      assertThat(failure.kind()).isEqualTo(Kind.IMPOSSIBLE);
      assertThat(failure.reason()).contains("5000 bytes").contains("2000");
    }
  }

  @Test
  void aMissingTopicIsRefusedUntilItIsThere() throws Exception {
    String topic = "late-topic";
    Publisher publisher = target.publisher(Map.of("topic", topic));
    assertThat(failure(publisher.lookUp()).isOfDestination()).isTrue();

    PublishFailure failure = failure(publisher.publish(jobs.job("a", new byte[1])));
    assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
    assertThat(failure.isOfTarget()).isFalse();
    assertThat(failure.reason()).startsWith("topic late-topic: This server does not host");

    cluster.create(topic, Map.of());
    publisher.lookUp().toCompletableFuture().join();
    publisher.publish(jobs.job("b", new byte[1])).toCompletableFuture().join();

    assertThat(cluster.read(topic)).hasSize(1);
  }

  @Test
  void aRecordThatTheTopicDoesNotAcceptIsRefusedInTheWordsOfTheBroker() throws Exception {
    String topic = cluster.topic(Map.of("cleanup.policy", "compact"));

    PublishFailure failure =
        failure(target.publisher(Map.of("topic", topic)).publish(jobs.job("a", new byte[1])));

    assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
    assertThat(failure.reason()).contains("key");
  }

  @Test
  void aJobWithoutTheHeaderOfTheKeyIsImpossible() throws Exception {
    Publisher publisher =
        target.publisher(Map.of("topic", cluster.topic(Map.of()), "key", "{header.customer}"));

    PublishFailure failure = failure(publisher.publish(jobs.job("a", new byte[1])));

    assertThat(failure.kind()).isEqualTo(Kind.IMPOSSIBLE);
    assertThat(failure.reason()).isEqualTo("the job has no header customer");
  }

  @Test
  void aClosedTargetSendsNothing() throws Exception {
    String topic = cluster.topic(Map.of());
    Publisher publisher = target.publisher(Map.of("topic", topic));
    publisher.publish(jobs.job("a", new byte[1])).toCompletableFuture().join();
    target.close();
    target.close();

    JobInfo<byte[]> job = jobs.job("b", new byte[1]);
    assertThat(failure(publisher.publish(job)).kind()).isEqualTo(Kind.NOT_SENT);
    assertThat(failure(publisher.publish(job)).kind()).isEqualTo(Kind.NOT_SENT);
    assertThat(cluster.read(topic)).hasSize(1);
  }
}
