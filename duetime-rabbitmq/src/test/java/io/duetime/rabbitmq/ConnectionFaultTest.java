package io.duetime.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.duetime.handover.PublishFailure;
import io.duetime.handover.PublishFailure.Kind;
import io.duetime.handover.Publisher;
import io.duetime.handover.TargetSettings;
import io.duetime.rabbitmq.fixture.QpidBroker;
import io.duetime.rabbitmq.fixture.TcpProxy;
import io.duetime.rabbitmq.fixture.TestJob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is told of a message when the connection fails, and how it goes on. */
@Tag("full")
class ConnectionFaultTest {
  private final QpidBroker broker = QpidBroker.start();
  private TcpProxy proxy;

  @BeforeEach
  void startProxy() throws Exception {
    proxy = TcpProxy.to(broker.port());
    declareQueue();
  }

  @AfterEach
  void stop() throws Exception {
    proxy.close();
    broker.close();
  }

  private void declareQueue() throws Exception {
    try (Connection connection = broker.connect();
        Channel channel = connection.createChannel()) {
      channel.queueDeclare("q", false, false, false, null);
    }
  }

  private long arrived() throws Exception {
    try (Connection connection = broker.connect();
        Channel channel = connection.createChannel()) {
      return channel.messageCount("q");
    }
  }

  private RabbitTarget target(String... more) {
    Map<String, String> values = new HashMap<>();
    values.put("uri", "amqp://127.0.0.1:" + proxy.port() + "/default");
    for (int i = 0; i < more.length; i += 2) {
      values.put(more[i], more[i + 1]);
    }
    return RabbitTarget.open(new TargetSettings("main", values));
  }

  private static Publisher publisher(RabbitTarget target) {
    return target.publisher(Map.of("exchange", "", "routingKey", "q"));
  }

  private static CompletableFuture<?> publish(Publisher publisher, String id) {
    return publisher.publish(TestJob.of(id, new byte[100])).toCompletableFuture();
  }

  private static PublishFailure failure(CompletableFuture<?> confirm) {
    try {
      confirm.join();
      throw new AssertionError("was confirmed");
    } catch (CompletionException failed) {
      return (PublishFailure) failed.getCause();
    }
  }

  /** Publishes until a message is confirmed, and returns what the others met. */
  private static List<PublishFailure> publishUntilConfirmed(Publisher publisher) {
    List<PublishFailure> failures = new ArrayList<>();
    while (true) {
      try {
        publish(publisher, "next" + failures.size()).join();
        return failures;
      } catch (CompletionException failed) {
        failures.add((PublishFailure) failed.getCause());
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void whatWasSentIsUnconfirmedWhenTheConnectionIsCut() throws Exception {
    try (RabbitTarget target = target()) {
      Publisher publisher = publisher(target);
      publish(publisher, "first").join();
      proxy.withholdAnswers();
      List<CompletableFuture<?>> sent = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        sent.add(publish(publisher, "job" + i));
      }
      proxy.awaitWithheld();

      proxy.cut();

      PublishFailure lost = failure(sent.get(0));
      assertThat(lost.kind()).isEqualTo(Kind.UNCONFIRMED);
      assertThat(lost.isOfTarget()).isTrue();
      assertThat(lost.reason()).startsWith("no confirm came before the end: ");
      sent.forEach(ConnectionFaultTest::failure);
      proxy.pass();
      publishUntilConfirmed(publisher);
      assertThat(arrived()).isBetween(3L, 12L);
    }
  }

  @Test
  void whatIsPublishedWhileTheBrokerIsDownWasNotSent() throws Exception {
    try (RabbitTarget target = target()) {
      Publisher publisher = publisher(target);
      publish(publisher, "first").join();
      broker.stop();
      List<PublishFailure> whileDown = new ArrayList<>();
      while (whileDown.stream().filter(each -> each.kind() == Kind.NOT_SENT).count() < 3) {
        whileDown.add(failure(publish(publisher, "down" + whileDown.size())));
      }
      PublishFailure last = whileDown.get(whileDown.size() - 1);
      assertThat(last.isOfTarget()).isTrue();
      assertThat(last.reason())
          .startsWith("no connection to amqp://127.0.0.1:" + proxy.port() + "/default: ");

      broker.startAgain();
      declareQueue();

      assertThat(publishUntilConfirmed(publisher)).allMatch(each -> each.kind() == Kind.NOT_SENT);
      assertThat(arrived()).isEqualTo(1);
    }
  }

  @Test
  void aMessageWhoseConfirmIsWithheldIsUnconfirmedAfterTheLimit() throws Exception {
    try (RabbitTarget target = target("confirmTimeout", "1s")) {
      Publisher publisher = publisher(target);
      publishUntilConfirmed(publisher);
      proxy.withholdAnswers();

      PublishFailure withheld = failure(publish(publisher, "second"));

      assertThat(withheld.kind()).isEqualTo(Kind.UNCONFIRMED);
      assertThat(withheld.isOfTarget()).isTrue();
      assertThat(withheld.reason()).isEqualTo("no confirm within 1 s");
    }
  }

  @Test
  void aConnectionWithoutConfirmsIsRenewed() throws Exception {
    try (RabbitTarget target = target("confirmTimeout", "1s", "heartbeat", "1h")) {
      Publisher publisher = publisher(target);
      publishUntilConfirmed(publisher);
      proxy.silence();

      PublishFailure withheld = failure(publish(publisher, "second"));

      assertThat(withheld.kind()).isEqualTo(Kind.UNCONFIRMED);
      publishUntilConfirmed(publisher);
    }
  }

  @Test
  void aSilentBrokerIsLeftAfterMissedHeartbeats() throws Exception {
    try (RabbitTarget target = target("heartbeat", "1s")) {
      Publisher publisher = publisher(target);
      publish(publisher, "first").join();
      proxy.withholdAnswers();

      PublishFailure lost = failure(publish(publisher, "second"));

      assertThat(lost.kind()).isEqualTo(Kind.UNCONFIRMED);
      assertThat(lost.reason()).containsIgnoringCase("heartbeat");
      proxy.pass();
      publishUntilConfirmed(publisher);
    }
  }

  @Test
  void aConnectionThatTakesNothingMoreIsCutAfterTheLimit() throws Exception {
    try (RabbitTarget target = target("confirmTimeout", "2s")) {
      Publisher publisher = publisher(target);
      publishUntilConfirmed(publisher);
      proxy.stopReading();
      List<CompletableFuture<?>> sent = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        TestJob large = TestJob.of("large" + i, new byte[1 << 20]);
        sent.add(publisher.publish(large).toCompletableFuture());
      }

      List<Kind> kinds = sent.stream().map(each -> failure(each).kind()).toList();

      assertThat(kinds).contains(Kind.UNCONFIRMED);
      assertThat(kinds).contains(Kind.NOT_SENT);
      proxy.pass();
      publishUntilConfirmed(publisher);
    }
  }

  @Test
  void aWrongPasswordIsToldAndNotTheConnection() throws Exception {
    try (RabbitTarget target = target("user", "nobody")) {
      PublishFailure refused = failure(publish(publisher(target), "a"));

      assertThat(refused.kind()).isEqualTo(Kind.NOT_SENT);
      assertThat(refused.reason()).startsWith("no connection to amqp://127.0.0.1");
    }
  }

  @Test
  void closingLeavesNoThreadAndNoMessageWithoutAnAnswer() throws Exception {
    RabbitTarget target = target("connectionName", "closing");
    Publisher publisher = publisher(target);
    publish(publisher, "first").join();
    proxy.withholdAnswers();
    CompletableFuture<?> sent = publish(publisher, "second");
    proxy.awaitWithheld();

    target.close();

    assertThat(failure(sent).kind()).isEqualTo(Kind.UNCONFIRMED);
    List<Thread> ours =
        Stream.of(threads()).filter(thread -> thread.getName().contains("rabbitmq")).toList();
    for (Thread thread : ours) {
      thread.join();
    }
  }

  private static Thread[] threads() {
    return Thread.getAllStackTraces().keySet().toArray(Thread[]::new);
  }
}
