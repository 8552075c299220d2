package io.duetime.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.Worker;
import io.duetime.engine.Engine;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Awaiting;
import io.duetime.redis.fixture.RedisProcess;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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

        Awaiting.until("the job", () -> ran.equals(List.of("close")));
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
}
