package io.duetime.spring.boot;

import io.duetime.Duetime;
import io.duetime.spring.internal.handler.HandlerWorkers;
import io.duetime.spring.internal.handover.SpringHandOvers;
import java.time.Duration;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Hands queues over to brokers and endpoints, where properties say so. */
@Configuration(proxyBeanMethods = false)
class HandOverConfiguration {
  private static final Duration PHASE_LIMIT = Duration.ofSeconds(30);

  @Bean
  @ConditionalOnMissingBean
  SpringHandOvers duetimeHandOvers(
      Duetime duetime,
      DuetimeProperties properties,
      ObjectProvider<HandlerWorkers> handlers,
      Environment environment) {
    Duration phase =
        environment.getProperty(
            "spring.lifecycle.timeout-per-shutdown-phase", Duration.class, PHASE_LIMIT);
    return new SpringHandOvers(
        duetime,
        properties.targets(),
        properties.handOver(),
        phase.multipliedBy(9).dividedBy(10),
        queue ->
            handlers.stream()
                .map(workers -> workers.origin(queue))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null));
  }
}
