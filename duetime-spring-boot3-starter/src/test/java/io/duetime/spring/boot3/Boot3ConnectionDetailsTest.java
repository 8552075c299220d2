package io.duetime.spring.boot3;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.redis.fixture.RedisProcess;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration;
import org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A bean with the address of Redis, as Testcontainers and Compose make it, is used. */
class Boot3ConnectionDetailsTest {
  private final URI redis = URI.create(RedisProcess.shared().uri());

  @Test
  void redisIsFoundByTheBeanWithItsAddress() {
    String queue = "q-" + UUID.randomUUID();
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                RedisAutoConfiguration.class, DuetimeBoot3AutoConfiguration.class))
        .withPropertyValues("duetime.store=redis", "spring.data.redis.port=1")
        .withBean(RedisConnectionDetails.class, SharedRedis::new)
        .run(app -> {
          app.getBean(Duetime.class)
              .queue(queue, Codec.string())
              .schedule("1", "", Duration.ofHours(1));

          try (Duetime same = Duetime.open(redis.toString())) {
            assertThat(same.queue(queue, Codec.string()).find("1")).isPresent();
          }
        });
  }

  private final class SharedRedis implements RedisConnectionDetails {
    @Override
    public Standalone getStandalone() {
      return Standalone.of(redis.getHost(), redis.getPort());
    }
  }
}
