package io.duetime.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP.Queue.DeclareOk;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import io.duetime.handover.MessageHeaders;
import io.duetime.handover.PublishFailure;
import io.duetime.handover.PublishFailure.Kind;
import io.duetime.handover.Publisher;
import io.duetime.handover.TargetSettings;
import io.duetime.rabbitmq.fixture.RabbitBroker;
import io.duetime.rabbitmq.fixture.TestJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The words of RabbitMQ reach the job. */
@EnabledIfSystemProperty(named = RabbitBroker.PROPERTY, matches = ".+")
class RabbitBrokerTest {
  @TempDir private static Path folder;
  private static RabbitBroker broker;

  private Connection connection;
  private Channel channel;
  private RabbitTarget target;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = RabbitBroker.start(folder);
  }

  @AfterAll
  static void stopBroker() throws Exception {
    broker.close();
  }

  @BeforeEach
  void open() throws Exception {
    connection = broker.connect();
    channel = connection.createChannel();
    target = open("uri", broker.uri());
  }

  @AfterEach
  void close() {
    target.close();
    connection.abort();
  }

  private static RabbitTarget open(String... settings) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      values.put(settings[i], settings[i + 1]);
    }
    return RabbitTarget.open(new TargetSettings("main", values));
  }

  private Publisher toQueue(String name, Map<String, Object> arguments) throws Exception {
    DeclareOk declared = channel.queueDeclare(name, true, false, false, arguments);
    return target.publisher(Map.of("exchange", "", "routingKey", declared.getQueue()));
  }

  private static CompletableFuture<?> publish(Publisher publisher, String id, int bytes) {
    return publisher.publish(TestJob.of(id, new byte[bytes])).toCompletableFuture();
  }

  private static PublishFailure failure(CompletableFuture<?> confirm) {
    try {
      confirm.join();
      throw new AssertionError("was confirmed");
    } catch (CompletionException failed) {
      return (PublishFailure) failed.getCause();
    }
  }

  @Test
  void aMessageCarriesTheJob() throws Exception {
    Publisher publisher = toQueue("carries", Map.of());
    Map<String, String> headers = Map.of("traceparent", "00-1-2-01", "käse", "grün ✓");
    TestJob job =
        new TestJob("order-17 ✓", new byte[] {1, 2}, Optional.of("text/plain"), headers, 2);

    publisher.publish(job).toCompletableFuture().join();

    GetResponse got = channel.basicGet("carries", true);
    assertThat(got.getBody()).containsExactly(1, 2);
    assertThat(got.getProps().getMessageId()).isEqualTo("order-17 ✓");
    assertThat(got.getProps().getContentType()).isEqualTo("text/plain");
    Map<String, String> received = new HashMap<>();
    got.getProps().getHeaders().forEach((name, value) -> received.put(name, value.toString()));
    assertThat(received).isEqualTo(MessageHeaders.of(job));
  }

  @Test
  void headersThatTheBrokerWouldInterpretHurtNoMessage() throws Exception {
    Publisher publisher = toQueue("interprets", Map.of());
    List<CompletableFuture<?>> confirms = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Map<String, String> headers = i % 10 == 3 ? Map.of("CC", "other", "BCC", "other") : Map.of();
      TestJob job = new TestJob("job" + i, new byte[9], Optional.empty(), headers, 1);
      confirms.add(publisher.publish(job).toCompletableFuture());
    }

    confirms.forEach(CompletableFuture::join);

    assertThat(channel.messageCount("interprets")).isEqualTo(100);
  }

  @Test
  void aMessageThatNoQueueTakesIsRefusedAndTheOthersAreNot() throws Exception {
    toQueue("routes", Map.of());
    Publisher publisher = target.publisher(Map.of("exchange", "", "routingKey", "{header.key}"));
    List<CompletableFuture<?>> confirms = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      Map<String, String> headers = Map.of("key", i % 10 == 3 ? "nowhere" : "routes");
      TestJob job = new TestJob("job" + i, new byte[9], Optional.empty(), headers, 1);
      confirms.add(publisher.publish(job).toCompletableFuture());
    }

    for (int i = 0; i < 1_000; i++) {
      if (i % 10 == 3) {
        PublishFailure failure = failure(confirms.get(i));
        assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
        assertThat(failure.isOfTarget()).isFalse();
        assertThat(failure.reason())
            .isEqualTo("unroutable: 312 NO_ROUTE exchange= routingKey=nowhere");
      } else {
        confirms.get(i).join();
      }
    }
    assertThat(channel.messageCount("routes")).isEqualTo(900);
  }

  @Test
  void aFullQueueRefuses() throws Exception {
    Publisher publisher =
        toQueue("full", Map.of("x-max-length", 1, "x-overflow", "reject-publish"));
    publish(publisher, "a", 1).join();

    PublishFailure failure = failure(publish(publisher, "b", 1));

    assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
    assertThat(failure.isOfTarget()).isFalse();
    assertThat(failure.reason()).contains("basic.nack");
  }

  @Test
  void aMissingExchangeHitsItsOwnDestinationAlone() throws Exception {
    Publisher good = toQueue("good", Map.of());
    Publisher bad = target.publisher(Map.of("exchange", "missing"));
    good.lookUp().toCompletableFuture().join();
    assertThat(failure(bad.lookUp().toCompletableFuture()).isOfDestination()).isTrue();

    PublishFailure failure = failure(publish(bad, "a", 1));

    assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
    assertThat(failure.isOfTarget()).isFalse();
    assertThat(failure.reason()).isEqualTo("404 NOT_FOUND - no exchange 'missing' in vhost '/'");
    publish(good, "b", 1).join();
  }

  // As the look-up says, so that neither ends the pause that the other has begun.
  @Test
  void aQueueThatIsMissingIsADestinationForMessagesToo() {
    Publisher missing = target.publisher(Map.of("exchange", "", "routingKey", "nope"));
    Publisher any = target.publisher(Map.of("exchange", "", "routingKey", "{id}"));

    assertThat(failure(missing.lookUp().toCompletableFuture()).isOfDestination()).isTrue();
    assertThat(failure(publish(missing, "a", 1)).isOfDestination()).isTrue();
    assertThat(failure(publish(any, "nope", 1)).isOfDestination()).isFalse();
  }

  @Test
  void aMessageThatIsTooLargeIsDeadAndHarmsNoOther() throws Exception {
    Publisher publisher = toQueue("sizes", Map.of());
    publish(publisher, "fits", 1_000_000).join();

    PublishFailure failure = failure(publish(publisher, "large", 1_000_001));

    assertThat(failure.kind()).isEqualTo(Kind.IMPOSSIBLE);
    assertThat(failure.reason()).contains("406", "1000001", "1000000");
    publish(publisher, "next", 1).join();
    assertThat(channel.messageCount("sizes")).isEqualTo(2);
  }

  @Test
  void whatTheUserMayNotDoIsTold() throws Exception {
    channel.exchangeDeclare("private", "fanout", true);
    broker.control("add_user", "reader", "secret");
    broker.control("set_permissions", "reader", "", "^public$", "");
    Path password = Files.writeString(folder.resolve("password"), "secret\n");
    Path wrong = Files.writeString(folder.resolve("wrong"), "wrong\n");

    try (RabbitTarget reader =
            open("uri", broker.uri(), "user", "reader", "passwordFile", password.toString());
        RabbitTarget stranger =
            open("uri", broker.uri(), "user", "reader", "passwordFile", wrong.toString());
        RabbitTarget elsewhere = open("uri", broker.uri() + "/elsewhere")) {
      Map<String, String> destination = Map.of("exchange", "private");
      PublishFailure denied = failure(publish(reader.publisher(destination), "a", 1));
      PublishFailure unknown = failure(publish(stranger.publisher(destination), "a", 1));
      PublishFailure noHost = failure(publish(elsewhere.publisher(destination), "a", 1));

      assertThat(denied.kind()).isEqualTo(Kind.REFUSED);
      assertThat(denied.reason()).startsWith("403 ACCESS_REFUSED").contains("private");
      assertThat(unknown.kind()).isEqualTo(Kind.NOT_SENT);
      assertThat(unknown.reason()).contains("ACCESS_REFUSED");
      assertThat(noHost.kind()).isEqualTo(Kind.NOT_SENT);
      assertThat(noHost.reason()).contains("elsewhere not found");
    }
  }

  @Test
  void aFullDiskStopsMessagesBeforeTheyAreSent() throws Exception {
    Publisher publisher = toQueue("disk", Map.of());
    publish(publisher, "a", 1).join();
    broker.control("set_disk_free_limit", "1000000GB");
    try {
      CompletableFuture<?> inFlight = publish(publisher, "b", 1);
      PublishFailure blocked = publishUntilOneFails(publisher);

      assertThat(blocked.kind()).isEqualTo(Kind.NOT_SENT);
      assertThat(blocked.isOfTarget()).isTrue();
      assertThat(blocked.reason()).isEqualTo("the broker takes no messages now: low on disk");
      broker.control("set_disk_free_limit", "50MB");
      inFlight.join();
    } finally {
      broker.control("set_disk_free_limit", "50MB");
    }
  }

  /** Waits a little for each message: without that they fill the target before it blocks. */
  private static PublishFailure publishUntilOneFails(Publisher publisher) throws Exception {
    PublishFailure failure = null;
    while (failure == null) {
      try {
        publish(publisher, "c", 1).get(10, TimeUnit.MILLISECONDS);
      } catch (TimeoutException unconfirmed) {
        // The broker holds it back; the next one may be told to have failed.
      } catch (ExecutionException failed) {
        failure = (PublishFailure) failed.getCause();
      }
    }
    return failure;
  }
}
