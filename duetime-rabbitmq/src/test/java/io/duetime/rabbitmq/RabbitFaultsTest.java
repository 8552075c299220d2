package io.duetime.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.duetime.handover.Publisher;
import io.duetime.handover.TargetSettings;
import io.duetime.rabbitmq.fixture.Arrivals;
import io.duetime.rabbitmq.fixture.CountedHandOver;
import io.duetime.rabbitmq.fixture.RabbitBroker;
import io.duetime.rabbitmq.fixture.TcpProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Under load and faults of RabbitMQ each job arrives, and a duplicate has an attempt above 1. */
@EnabledIfSystemProperty(named = RabbitBroker.PROPERTY, matches = ".+")
class RabbitFaultsTest {
  private static final int JOBS = 20_000;
  private static final Path REPORT = Path.of("target", "rabbitmq-report.txt");

  @TempDir private Path folder;
  private RabbitBroker broker;

  @BeforeEach
  void startBroker() throws Exception {
    broker = RabbitBroker.start(folder);
    declare();
  }

  @AfterEach
  void stopBroker() throws Exception {
    broker.close();
  }

  private void declare() throws Exception {
    try (Connection connection = broker.connect();
        Channel channel = connection.createChannel()) {
      channel.exchangeDeclare("orders", "topic", true);
      channel.queueDeclare("timeouts", true, false, false, null);
      channel.queueBind("timeouts", "orders", "timeout");
    }
  }

  private static RabbitTarget target(int port) {
    Map<String, String> values =
        Map.of("uri", "amqp://127.0.0.1:" + port, "confirmTimeout", "3s", "heartbeat", "1s");
    return RabbitTarget.open(new TargetSettings("main", values));
  }

  private static CountedHandOver handOver(RabbitTarget target) {
    Publisher publisher = target.publisher(Map.of("exchange", "orders", "routingKey", "timeout"));
    CountedHandOver handOver = new CountedHandOver(publisher);
    handOver.schedule(JOBS / 2);
    return handOver;
  }

  private void check(CountedHandOver handOver, TestInfo test) throws Exception {
    handOver.awaitAll();
    try (Connection connection = broker.connect()) {
      Arrivals arrivals = handOver.arrivals(connection, "timeouts");
      report(test.getTestMethod().orElseThrow().getName() + ": " + arrivals);
      assertThat(arrivals.isRight()).as("%s", arrivals).isTrue();
    }
  }

  private static void report(String line) throws IOException {
    Files.writeString(REPORT, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Test
  void theBrokerIsKilledAndStartedAgain(TestInfo test) throws Exception {
    try (RabbitTarget target = target(broker.port());
        CountedHandOver handOver = handOver(target)) {
      for (int round = 1; round <= 2; round++) {
        handOver.awaitConfirmed(round * JOBS / 4);
        broker.kill();
        handOver.schedule(JOBS / 4);
        handOver.awaitFailure("no connection");
        broker.startAgain();
      }
      check(handOver, test);
    }
  }

  @Test
  void theExchangeIsDeletedAndDeclaredAgain(TestInfo test) throws Exception {
    try (RabbitTarget target = target(broker.port());
        CountedHandOver handOver = handOver(target)) {
      handOver.awaitConfirmed(JOBS / 4);
      try (Connection connection = broker.connect();
          Channel channel = connection.createChannel()) {
        channel.exchangeDelete("orders");
      }
      handOver.schedule(JOBS / 2);
      handOver.awaitFailure("404 NOT_FOUND - no exchange 'orders'");
      declare();
      check(handOver, test);
    }
  }

  @Test
  void theQueueIsUnboundAndBoundAgain(TestInfo test) throws Exception {
    try (RabbitTarget target = target(broker.port());
        CountedHandOver handOver = handOver(target)) {
      handOver.awaitConfirmed(JOBS / 4);
      try (Connection connection = broker.connect();
          Channel channel = connection.createChannel()) {
        channel.queueUnbind("timeouts", "orders", "timeout");
      }
      handOver.schedule(JOBS / 2);
      handOver.awaitFailure("312 NO_ROUTE");
      declare();
      check(handOver, test);
    }
  }

  @Test
  void theDiskIsFullForAWhile(TestInfo test) throws Exception {
    try (RabbitTarget target = target(broker.port());
        CountedHandOver handOver = handOver(target)) {
      handOver.awaitConfirmed(JOBS / 4);
      broker.control("set_disk_free_limit", "1000000GB");
      handOver.schedule(JOBS / 2);
      handOver.awaitFailure("low on disk");
      broker.control("set_disk_free_limit", "50MB");
      check(handOver, test);
    }
  }

  @Test
  void theConnectionIsCutAgainAndAgain(TestInfo test) throws Exception {
    try (TcpProxy proxy = TcpProxy.to(broker.port());
        RabbitTarget target = target(proxy.port());
        CountedHandOver handOver = handOver(target)) {
      handOver.schedule(JOBS / 2);
      for (int round = 1; round <= 8; round++) {
        handOver.awaitConfirmed(round * JOBS / 10);
        proxy.cut();
      }
      check(handOver, test);
    }
  }

  @Test
  void confirmsAreWithheld(TestInfo test) throws Exception {
    try (TcpProxy proxy = TcpProxy.to(broker.port());
        RabbitTarget target = target(proxy.port());
        CountedHandOver handOver = handOver(target)) {
      handOver.awaitConfirmed(JOBS / 4);
      proxy.withholdAnswers();
      handOver.schedule(JOBS / 2);
      proxy.awaitWithheld();
      handOver.awaitFailure("no confirm");
      proxy.pass();
      check(handOver, test);
    }
  }
}
