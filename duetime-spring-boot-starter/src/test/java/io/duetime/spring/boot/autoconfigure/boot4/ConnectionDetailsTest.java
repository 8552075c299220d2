package io.duetime.spring.boot.autoconfigure.boot4;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.spring.boot.autoconfigure.DuetimeAutoConfiguration;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A bean with the address of Redis, as Testcontainers and Compose make it, is used. */
class ConnectionDetailsTest {
  private final URI redis = URI.create(RedisProcess.shared().uri());

  @Test
  void redisIsFoundByTheBeanWithItsAddress() {
    String queue = "q-" + UUID.randomUUID();
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(DataRedisAutoConfiguration.class, DuetimeAutoConfiguration.class))
        .withPropertyValues("duetime.store=redis", "spring.data.redis.port=1")
        .withBean(DataRedisConnectionDetails.class, SharedRedis::new)
        .run(app -> {
          app.getBean(Duetime.class)
              .queue(queue, Codec.string())
              .schedule("1", "", Duration.ofHours(1));

          try (Duetime same = Duetime.open(redis.toString())) {
            assertThat(same.queue(queue, Codec.string()).find("1")).isPresent();
          }
        });
  }

  private final class SharedRedis implements DataRedisConnectionDetails {
    @Override
    public Standalone getStandalone() {
      return Standalone.of(redis.getHost(), redis.getPort());
    }
  }
}
