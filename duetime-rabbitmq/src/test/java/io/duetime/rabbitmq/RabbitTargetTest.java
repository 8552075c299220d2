package io.duetime.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import io.duetime.handover.MessageHeaders;
import io.duetime.handover.PublishFailure;
import io.duetime.handover.PublishFailure.Kind;
import io.duetime.handover.Publisher;
import io.duetime.handover.Target;
import io.duetime.handover.TargetProvider;
import io.duetime.handover.TargetSettings;
import io.duetime.rabbitmq.fixture.QpidBroker;
import io.duetime.rabbitmq.fixture.TestJob;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages reach the broker with all their properties, and its refusals reach the job. */
class RabbitTargetTest {
  private static QpidBroker broker;

  private Connection connection;
  private Channel channel;
  private Target target;

  @BeforeAll
  static void startBroker() {
    broker = QpidBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @BeforeEach
  void open() throws Exception {
    connection = broker.connect();
    channel = connection.createChannel();
    target = RabbitTarget.open(new TargetSettings("main", Map.of("uri", broker.uri())));
  }

  @AfterEach
  void close() {
    target.close();
    connection.abort();
  }

  private Publisher toExchange(String name) throws Exception {
    channel.exchangeDeclare(name, "direct");
    String queue = channel.queueDeclare(name, false, false, false, null).getQueue();
    channel.queueBind(queue, name, "timeout");
    return target.publisher(Map.of("exchange", name, "routingKey", "timeout"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static PublishFailure failure(Publisher publisher, TestJob job) {
    return failure(publisher.publish(job));
  }

  private static PublishFailure failure(CompletionStage<?> answer) {
    try {
      answer.toCompletableFuture().join();
      throw new AssertionError("was confirmed");
    } catch (CompletionException failed) {
      return (PublishFailure) failed.getCause();
    }
  }

  @Test
  void aMessageCarriesTheJob() throws Exception {
    Publisher publisher = toExchange("carries");
    Map<String, String> headers = Map.of("traceparent", "00-1-2-01", "käse", "grün ✓");
    TestJob job = new TestJob("order-17", bytes("{}"), Optional.of("application/json"), headers, 2);

    Object where = publisher.publish(job).toCompletableFuture().join();

    assertThat(where).isEqualTo("main: exchange carries, routing key timeout");
    GetResponse got = channel.basicGet("carries", true);
    assertThat(got.getBody()).isEqualTo(bytes("{}"));
    assertThat(got.getProps().getMessageId()).isEqualTo("order-17");
    assertThat(got.getProps().getContentType()).isEqualTo("application/json");
    assertThat(got.getProps().getDeliveryMode()).isEqualTo(2);
    assertThat(got.getProps().getTimestamp()).isEqualTo(Date.from(TestJob.DUE.minusMillis(456)));
    assertThat(got.getEnvelope().getRoutingKey()).isEqualTo("timeout");
    Map<String, String> received = new HashMap<>();
    got.getProps().getHeaders().forEach((name, value) -> received.put(name, value.toString()));
    assertThat(received).isEqualTo(MessageHeaders.of(job));
  }

  @Test
  void theDefaultExchangeRoutesToTheQueueThatATemplateNames() throws Exception {
    channel.queueDeclare("tenant-7", false, false, false, null);
    Publisher publisher =
        target.publisher(
            Map.of("exchange", "", "routingKey", "tenant-{header.tenant}", "persistent", "false"));
    TestJob job = new TestJob("a", bytes("x"), Optional.empty(), Map.of("tenant", "7"), 1);

    Object where = publisher.publish(job).toCompletableFuture().join();

    assertThat(where).isEqualTo("main: queue tenant-7");
    GetResponse got = channel.basicGet("tenant-7", true);
    assertThat(got.getBody()).isEqualTo(bytes("x"));
    assertThat(got.getProps().getDeliveryMode()).isEqualTo(1);
    PublishFailure missing = failure(publisher, TestJob.of("b", bytes("x")));
    assertThat(missing.kind()).isEqualTo(Kind.IMPOSSIBLE);
    assertThat(missing.reason()).isEqualTo("the job has no header tenant");
  }

  @Test
  void aMessageThatNoQueueTakesIsRefusedAndTheOthersAreNot() throws Exception {
    toExchange("routes");
    Publisher publisher =
        target.publisher(Map.of("exchange", "routes", "routingKey", "{header.key}"));
    List<CompletableFuture<?>> confirms = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Map<String, String> headers = Map.of("key", i % 10 == 3 ? "nowhere" : "timeout");
      confirms.add(
          publisher
              .publish(new TestJob("job" + i, bytes("x"), Optional.empty(), headers, 1))
              .toCompletableFuture());
    }

    for (int i = 0; i < 100; i++) {
      CompletableFuture<String> outcome =
          confirms
              .get(i)
              .handle((confirmed, failure) ->
                  failure == null ? "confirmed" : ((PublishFailure) failure.getCause()).reason());
      // Before it sends the message back, this broker refuses it.
      String refused =
          "the broker refused the message (basic.nack), for example as a queue is full";
      assertThat(outcome.join()).isEqualTo(i % 10 == 3 ? refused : "confirmed");
    }
    assertThat(channel.messageCount("routes")).isEqualTo(90);
  }

  @Test
  void aMissingExchangeHitsItsOwnDestinationAlone() throws Exception {
    Publisher good = toExchange("good");
    Publisher bad = target.publisher(Map.of("exchange", "missing", "routingKey", "timeout"));
    good.publish(TestJob.of("a", bytes("x"))).toCompletableFuture().join();

    PublishFailure failure = failure(bad, TestJob.of("b", bytes("x")));

    assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
    assertThat(failure.isOfTarget()).isFalse();
    assertThat(failure.reason()).startsWith("404 ").contains("missing");
    good.publish(TestJob.of("c", bytes("x"))).toCompletableFuture().join();
    channel.exchangeDeclare("missing", "fanout");
    channel.queueBind("good", "missing", "");
    bad.publish(TestJob.of("d", bytes("x"))).toCompletableFuture().join();
    assertThat(channel.messageCount("good")).isEqualTo(3);
  }

  @Test
  void aLookUpTellsWhatIsMissingWithoutAMessage() throws Exception {
    Publisher good = toExchange("looked");
    good.lookUp().toCompletableFuture().join();
    target
        .publisher(Map.of("exchange", "", "routingKey", "looked"))
        .lookUp()
        .toCompletableFuture()
        .join();
    target
        .publisher(Map.of("exchange", "", "routingKey", "{id}"))
        .lookUp()
        .toCompletableFuture()
        .join();

    for (Map<String, String> missing :
        List.of(Map.of("exchange", "nope"), Map.of("exchange", "", "routingKey", "nope"))) {
      PublishFailure failure = failure(target.publisher(missing).lookUp());
      assertThat(failure.isOfDestination()).isTrue();
      assertThat(failure.reason()).startsWith("404 ").contains("nope");
    }
    good.publish(TestJob.of("a", bytes("x"))).toCompletableFuture().join();
    assertThat(channel.messageCount("looked")).isEqualTo(1);
  }

  @Test
  void largeAndEmptyPayloadsArriveUntouched() throws Exception {
    Publisher publisher = toExchange("sizes");
    byte[] large = new byte[10 << 20];
    new SplittableRandom(1).nextBytes(large);

    publisher.publish(TestJob.of("large", large)).toCompletableFuture().join();
    publisher.publish(TestJob.of("empty", new byte[0])).toCompletableFuture().join();

    assertThat(channel.basicGet("sizes", true).getBody()).isEqualTo(large);
    assertThat(channel.basicGet("sizes", true).getBody()).isEmpty();
  }

  @Test
  void aRoutingKeyThatIsTooLongIsImpossible() {
    Publisher publisher =
        target.publisher(Map.of("exchange", "any", "routingKey", "{header.a}{header.a}"));
    Map<String, String> headers = Map.of("a", "ä".repeat(100));

    PublishFailure failure =
        failure(publisher, new TestJob("a", new byte[0], Optional.empty(), headers, 1));

    assertThat(failure.kind()).isEqualTo(Kind.IMPOSSIBLE);
    assertThat(failure.reason()).isEqualTo("the routing key has 400 bytes; AMQP allows 255");
  }

  @Test
  void aClosedTargetSendsNothing() throws Exception {
    Publisher publisher = toExchange("closed");
    target.close();
    target.close();

    PublishFailure failure = failure(publisher, TestJob.of("a", bytes("x")));

    assertThat(failure.kind()).isEqualTo(Kind.NOT_SENT);
    assertThat(failure.reason()).isEqualTo("the target is closed");
  }

  @Test
  void theTypeIsFoundByItsName() {
    List<String> types = new ArrayList<>();
    ServiceLoader.load(TargetProvider.class).forEach(provider -> types.add(provider.type()));

    assertThat(types).containsExactly("rabbitmq");
  }
}
