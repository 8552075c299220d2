package io.duetime.spring.boot.autoconfigure;

import io.duetime.spring.boot.DuetimeConfiguration;
import io.duetime.spring.boot.StoreHealth;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Configures Duetime in an application on Spring Boot 4. */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
      "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
    })
@Import(DuetimeConfiguration.class)
public class DuetimeAutoConfiguration {
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
