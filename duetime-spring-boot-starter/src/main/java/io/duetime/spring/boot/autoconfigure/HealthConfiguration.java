package io.duetime.spring.boot.autoconfigure;

import io.duetime.Duetime;
import io.duetime.spring.boot.StoreHealth;
import io.duetime.spring.internal.transaction.CallStore;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Shows in the health endpoint whether the store answers, and what waits in the outbox. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("duetime")
class HealthConfiguration {
  @Bean
  @ConditionalOnBean(Duetime.class)
  @ConditionalOnMissingBean(name = "duetimeHealthIndicator")
  HealthIndicator duetimeHealthIndicator(Duetime duetime, ObjectProvider<CallStore> outbox) {
    return () -> {
      CallStore calls = outbox.getIfAvailable();
      return health(StoreHealth.of(duetime, calls == null ? Map.of() : calls.details()));
    };
  }

  private static Health health(StoreHealth health) {
    Health.Builder builder = health.failure() == null ? Health.up() : Health.down();
    return builder.withDetails(health.details()).build();
  }
}
