package io.duetime.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.ErrorCode;
import io.duetime.JobQueue;
import io.duetime.Worker;
import io.duetime.engine.Engine;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.SignalAwaiter;
import io.duetime.redis.fixture.RedisProcess;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class OpeningTest {
  private static final RedisProcess REDIS = RedisProcess.shared();

  @Test
  void aJobScheduledByUriRunsInAnotherProgramThatOpensTheSameUri() {
    String uri = REDIS.uri() + "?prefix=opening";
    List<String> ran = new CopyOnWriteArrayList<>();
    try (Duetime producer = Duetime.open(uri);
        Duetime consumer = Duetime.open(uri)) {
      JobQueue<String> orders = consumer.queue("orders", Codec.string());
      try (Worker worker = orders.worker(job -> ran.add(job.payload())).start()) {
        producer
            .queue("orders", Codec.string())
            .schedule("order-42", "close", Duration.ofMillis(50));

        SignalAwaiter.until("the job", () -> ran.equals(List.of("close")));
        assertThat(worker).isNotNull();
      }
    }
  }

  @Test
  void aClientOfTheProgramIsUsedAndStaysOpen() {
    RedisClient client = RedisClient.create(REDIS.uri());
    try {
      RedisOptions options = RedisOptions.builder().prefix("own-client").build();
      try (Engine engine = RedisEngines.on(client, options)) {
        assertThat(Answers.of(engine.queues())).isEmpty();
      }

      assertThat(client.connect().sync().ping()).isEqualTo("PONG");
    } finally {
      client.shutdown();
    }
  }

  @Test
  void jobsRunOnAClientOfTheProgramWhichStaysOpen() {
    List<String> ran = new CopyOnWriteArrayList<>();
    RedisClient client = RedisClient.create(REDIS.uri());
    try {
      RedisOptions options = RedisOptions.builder().prefix("own-client-jobs").build();
      try (Duetime duetime = RedisStores.open(client, options, settings -> settings.name("shop"))) {
        JobQueue<String> orders = duetime.queue("orders", Codec.string());
        orders.worker(job -> ran.add(job.payload())).start();
        orders.schedule("order-42", "close", Duration.ofMillis(50));

        SignalAwaiter.until("the job", () -> ran.equals(List.of("close")));
      }

      assertThat(client.connect().sync().ping()).isEqualTo("PONG");
    } finally {
      client.shutdown();
    }
  }

  @Test
  void aDatabaseThatTheServerDoesNotHaveIsRefusedAndNoFaultOfTheLibrary() {
    assertThatThrownBy(() -> Duetime.open(REDIS.uri() + "/99"))
        .hasMessageContaining("number of the database")
        .extracting("code")
        .isEqualTo(ErrorCode.STORE_REFUSED);
  }

  @Test
  void theExampleOfTheDocumentSchedules() throws IOException {
    RedisClient client = RedisClient.create(REDIS.uri());
    try {
      RedisOptions options = RedisOptions.builder().prefix("shop").build();
      try (Duetime duetime =
          RedisStores.open(client, options, settings -> settings.name("shop-1"))) {
        duetime
            .queue("orders", Codec.string())
            .schedule("order-42", "42 EUR", Duration.ofMinutes(30));
        assertThat(duetime.queue("orders", Codec.string()).find("order-42")).isPresent();
      }
    } finally {
      client.shutdown();
    }

    String here = Files.readString(Path.of("src/test/java/io/duetime/redis/OpeningTest.java"));
    Pattern snippet = Pattern.compile("(?s)```java\n(.*?)```");
    assertThat(snippet.matcher(Files.readString(Path.of("../docs/redis.md"))).results())
        .hasSize(1)
        .allSatisfy(code ->
            assertThat(code.group(1).lines())
                .allSatisfy(line -> assertThat(squeezed(here)).contains(squeezed(line))));
  }

  // The formatter breaks lines elsewhere than the document does.
  private static String squeezed(String code) {
    return code.replaceAll("\\s", "");
  }
}
