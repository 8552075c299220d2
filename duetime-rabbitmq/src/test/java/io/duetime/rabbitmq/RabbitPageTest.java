package io.duetime.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobRequest;
import io.duetime.handover.HandOver;
import io.duetime.handover.Publisher;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings;
import io.duetime.rabbitmq.fixture.QpidBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The code of docs/handover/rabbitmq.md runs, and the document shows no other. */
@Tag("full")
class RabbitPageTest {
  private final Duetime duetime = Duetime.open("memory:");

  @Test
  void dueJobsReachTheQueueOfTheBroker() throws Exception {
    try (QpidBroker local = QpidBroker.start();
        Connection connection = local.connect();
        Channel channel = connection.createChannel()) {
      channel.exchangeDeclare("orders", BuiltinExchangeType.TOPIC);
      channel.queueDeclare("timeouts", false, false, false, null);
      channel.queueBind("timeouts", "orders", "timeout.*");
      BlockingQueue<String> consumed = new LinkedBlockingQueue<>();
      channel.basicConsume(
          "timeouts",
          true,
          (tag, message) -> consumed.add(message.getProperties().getMessageId()),
          tag -> {});
      schedule();

      Target broker =
          RabbitTarget.open(
              new TargetSettings("main", Map.of("uri", local.uri(), "user", "guest")));
      Publisher publisher =
          broker.publisher(Map.of("exchange", "orders", "routingKey", "timeout.{header.tenant}"));
      HandOver handOver = HandOver.of(duetime.queue("orders", Codec.bytes()), publisher).start();

      assertThat(consumed.take()).isEqualTo("order-42");
      handOver.close();
      broker.close();
    }
    assertThat(duetime.queue("orders", Codec.bytes()).find("order-42")).isEmpty();
    duetime.close();
  }

  private void schedule() {
    duetime
        .queue("orders", Codec.bytes())
        .schedule(JobRequest.builder(new byte[] {42}).id("order-42").header("tenant", "7").build());
  }

  @Test
  void thePageShowsWhatRunsHere() throws IOException {
    String here =
        squeezed(
            Files.readString(Path.of("src/test/java/io/duetime/rabbitmq/RabbitPageTest.java")));
    String page = Files.readString(Path.of("..", "docs", "handover", "rabbitmq.md"));

    assertThat(Pattern.compile("(?s)```java\n(.*?)```").matcher(page).results())
        .hasSize(1)
        .allSatisfy(code -> assertThat(here).contains(shown(code.group(1))));
  }

  private static String shown(String code) {
    return squeezed(code).replace("\"amqp://localhost/default\"", "local.uri()");
  }

  private static String squeezed(String code) {
    return code.replaceAll("\\s", "");
  }
}
