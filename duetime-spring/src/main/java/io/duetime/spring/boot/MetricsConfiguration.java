package io.duetime.spring.boot;

import io.duetime.micrometer.DuetimeMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Counts and times jobs in the application's meter registry. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({DuetimeMetrics.class, MeterRegistry.class})
class MetricsConfiguration {
  @Bean
  @ConditionalOnBean(MeterRegistry.class)
  @ConditionalOnMissingBean
  DuetimeMetrics duetimeMetrics(MeterRegistry registry) {
    return DuetimeMetrics.in(registry);
  }
}
