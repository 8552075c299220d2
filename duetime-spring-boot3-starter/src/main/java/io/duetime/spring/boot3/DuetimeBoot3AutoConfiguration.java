package io.duetime.spring.boot3;

import io.duetime.spring.boot.DuetimeConfiguration;
import io.duetime.spring.boot.StoreHealth;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Configures Duetime in an application on Spring Boot 3.5. */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
      "org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.metrics.export.simple.SimpleMetricsExportAutoConfiguration"
    })
@Import(DuetimeConfiguration.class)
public class DuetimeBoot3AutoConfiguration {
  /** Shows in the health endpoint whether the store answers, and what waits in the outbox. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(prefix = "duetime", name = "enabled", matchIfMissing = true)
  @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
  @ConditionalOnEnabledHealthIndicator("duetime")
  static class HealthConfiguration {
    @Bean
    @ConditionalOnMissingBean(name = "duetimeHealthIndicator")
    HealthIndicator duetimeHealthIndicator(StoreHealth store) {
      return () -> {
        StoreHealth.Answer answer = store.ask();
        Health.Builder health = answer.isUp() ? Health.up() : Health.down();
        return health.withDetails(answer.details()).build();
      };
    }
  }
}
